import { SlidersHorizontal } from 'lucide-react';
import { lazy, useState } from 'react';
import { LazyPart } from '#web/ui/Boundary.tsx';
import { topicAction } from '../desk/Section.tsx';
import type { TopicSettingsProps } from './form.ts';
import { SettingsLine } from './SettingsLine.tsx';

const SettingsDialog = lazy(async () => ({ default: (await import('./SettingsDialog.tsx')).SettingsDialog }));

/** A button for a topic's settings, and the current ones in words. */
export function TopicSettings(props: TopicSettingsProps) {
  const [open, setOpen] = useState(false);
  const { term } = props;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={`${topicAction} sm:ml-auto`}
        onClick={() => setOpen(true)}
      >
        <SlidersHorizontal className="size-3.5" aria-hidden="true" />
        <span>
          Filters and schedule<span className="sr-only"> of {term.term}</span>
        </span>
      </button>
      {(term.filters || term.schedule || term.moreSources || term.explores) && (
        <div className="w-full space-y-1">
          <SettingsLine {...props} />
        </div>
      )}
      {open && (
        <LazyPart>
          <SettingsDialog {...props} open={open} onClose={() => setOpen(false)} />
        </LazyPart>
      )}
    </>
  );
}
