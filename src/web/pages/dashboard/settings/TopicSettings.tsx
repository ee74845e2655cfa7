import { SlidersHorizontal } from 'lucide-react';
import { lazy, useState } from 'react';
import { type Answer, can } from '#shared/billing/plan.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { filtersInWords, scheduleInWords } from '#shared/topics/settingsInWords.ts';
import { LazyPart } from '#web/ui/Boundary.tsx';
import { topicAction } from '../desk/Section.tsx';
import type { TopicSettingsProps } from './form.ts';

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
      {(term.filters || term.schedule || term.moreSources) && (
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

/** The settings as sentences. Settings the plan no longer covers are marked as inactive. */
function SettingsLine({ me, term, preferences }: TopicSettingsProps) {
  const filters = filtersInWords(term.filters);
  const more = (term.moreSources ?? []).map((source) => sourceLabels[source]);
  const schedule = term.schedule && scheduleInWords(term.schedule, preferences?.deliveryDay ?? 'sunday');
  const lines = [
    ...(filters ? [{ name: 'Filters', text: filters, answer: can.filter(me) }] : []),
    ...(more.length
      ? [{ name: 'More sources', text: `Also from ${and.format(more)}.`, answer: covered }]
      : []),
    ...(schedule ? [{ name: 'Schedule', text: `${schedule}.`, answer: can.schedule(me) }] : []),
  ];
  return lines.map(({ name, text, answer }) => (
    <p key={name} className={`wrap-anywhere ${answer.yes ? '' : 'text-muted'}`}>
      {!answer.yes && <strong className="font-medium">Not in use on your plan: </strong>}
      {text}
    </p>
  ));
}

/** A setting that every plan covers. */
const covered: Answer = { yes: true };

const and = new Intl.ListFormat('en-US');
