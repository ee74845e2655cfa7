import { lazy, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Answer, can } from '#shared/billing/plan.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { filtersInWords, scheduleInWords } from '#shared/topics/settingsInWords.ts';
import { andList } from '#shared/values/words.ts';
import { LazyPart } from '#web/ui/Boundary.tsx';
import { Button } from '#web/ui/Form.tsx';
import { Section } from '../desk/Section.tsx';
import { zoneInWords } from '../desk/zones.ts';
import type { TopicSettingsProps } from './form.ts';

const SettingsForm = lazy(async () => ({ default: (await import('./SettingsForm.tsx')).SettingsForm }));

/** What a topic leaves out and when its digests come, in sentences; a form takes their place. */
export function FiltersAndSchedule(props: TopicSettingsProps) {
  const [open, setOpen] = useState(false);
  const change = useRef<HTMLButtonElement>(null);
  const { term } = props;
  const title = titleOf(term);
  const close = () => {
    flushSync(() => setOpen(false));
    change.current?.focus();
  };
  return (
    <Section
      title={title}
      aside={
        !open && (
          <Button ref={change} variant="secondary" size="small" onClick={() => setOpen(true)}>
            Change<span className="sr-only"> {`${title.toLowerCase()} of ${term.term}`}</span>
          </Button>
        )
      }
    >
      {open ? (
        <LazyPart fallback={<div className={can.filter(props.me).yes ? 'h-96' : 'h-40'} />}>
          <SettingsForm {...props} onClose={close} />
        </LazyPart>
      ) : (
        <div className="space-y-1 text-[0.9375rem]">
          <SettingsLines {...props} />
        </div>
      )}
    </Section>
  );
}

/** A followed thing brings everything of its own, so that there is nothing to leave out. */
const titleOf = ({ kind }: TopicSettingsProps['term']) => (kind ? 'Schedule' : 'Filters and schedule');

/** The settings as sentences. Settings the plan no longer covers are marked as inactive. */
function SettingsLines({ me, term, preferences }: TopicSettingsProps) {
  const filters = filtersInWords(term.filters);
  const more = (term.moreSources ?? []).map((source) => sourceLabels[source]);
  const { weeklyDigest = true, deliveryDay = 'sunday', timeZone = 'UTC' } = preferences ?? {};
  const lines = [
    ...(term.kind
      ? []
      : [
          {
            name: 'Filters',
            text: filters ?? 'Nothing is left out.',
            answer: filters ? can.filter(me) : covered,
          },
        ]),
    ...(more.length ? [{ name: 'More sources', text: `Also from ${andList(more)}.`, answer: covered }] : []),
    {
      name: 'Schedule',
      text: weeklyDigest
        ? `${scheduleInWords(term.schedule, deliveryDay)}, ${zoneInWords(timeZone)}.`
        : 'Email is off in your preferences: digests are not mailed.',
      answer: term.schedule ? can.schedule(me) : covered,
    },
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
