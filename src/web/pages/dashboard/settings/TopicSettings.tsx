import { SlidersHorizontal } from 'lucide-react';
import { lazy, useState } from 'react';
import { LazyPart } from '#web/ui/lazy/LazyPart.tsx';
import { WhenOpened } from '#web/ui/lazy/WhenOpened.tsx';
import { topicAction } from '../desk/Section.tsx';
import type { TopicSettingsProps } from './form.ts';

const Dialog = lazy(async () => ({
  default: (await import('./SettingsDialog.tsx')).SettingsDialog,
}));
const Line = lazy(async () => ({ default: (await import('./SettingsLine.tsx')).SettingsLine }));

/** A button for a topic's settings, and the current ones in words. Both texts and dialog load when needed. */
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
          <LazyPart fallback={<p className="min-h-5" />}>
            <Line {...props} />
          </LazyPart>
        </div>
      )}
      <WhenOpened open={open}>
        <Dialog {...props} open={open} onClose={() => setOpen(false)} />
      </WhenOpened>
    </>
  );
}
