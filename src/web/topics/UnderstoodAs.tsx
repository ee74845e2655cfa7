import { useRef, useState } from 'react';
import type { TopicPart, Understanding } from '#shared/topics/understanding.ts';
import { PartActions } from './PartActions.tsx';
import { PartChip } from './PartChip.tsx';
import { Remarks } from './Remarks.tsx';
import { removePart } from './rewrite.ts';
import { useUnderstanding } from './useUnderstanding.ts';
import { count } from './words.ts';

interface UnderstoodAsProps {
  text: string;
  /** Called with the topic's new text after a press on a chip or a correction. */
  onChange: (topic: string) => void;
}

/**
 * How a topic is understood, shown while the reader types. Its height is fixed, so that a response moves nothing below.
 */
export function UnderstoodAs({ text, onChange }: UnderstoodAsProps) {
  const { reading, isWaiting, failed } = useUnderstanding(text);
  const section = useRef<HTMLElement>(null);
  const change = (topic: string) => {
    onChange(topic);
    // The pressed chip may no longer exist.
    section.current?.focus();
  };
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label="Understood as"
      className="mt-3 h-48 w-full overflow-y-auto rounded-md border border-line bg-sheet px-4 py-3 text-sm sm:h-40"
    >
      <p role="status" className="sr-only">
        {reading && !isWaiting ? inWords(reading) : ''}
      </p>
      {failed ? (
        <p className="text-muted">
          How this topic is read cannot be shown right now. {failed.message} You can add it all the same.
        </p>
      ) : reading ? (
        <div className={isWaiting ? 'opacity-60' : ''}>
          <ReadingOf reading={reading} onChange={isWaiting ? undefined : change} />
        </div>
      ) : (
        <p className="text-muted">Reading your topic…</p>
      )}
    </section>
  );
}

interface ReadingProps {
  reading: Understanding;
  /** Undefined while the chips cannot be changed. */
  onChange?: ((topic: string) => void) | undefined;
}

/** The parts of a topic as chips in rows, with this week's count and remarks. */
export function ReadingOf({ reading, onChange }: ReadingProps) {
  const [open, setOpen] = useState<number | null>(null);
  const { problem, allOf, anyOf, not, kinds, fields } = reading;
  const rows: { label: string; parts: TopicPart[]; excludes?: boolean }[] = [
    { label: 'All of', parts: allOf },
    ...anyOf.map(({ options }) => ({ label: 'Any of', parts: options })),
    { label: 'Not', parts: not, excludes: true },
    { label: 'Kind of document', parts: kinds },
  ].filter(({ parts }) => parts.length > 0);
  const chosen = rows.flatMap(({ parts, excludes = false }) =>
    parts.filter(({ span }) => span.from === open).map((part) => ({ part, excludes })),
  )[0];
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">Understood as</span>
        {!problem && <span className="text-muted">{weekInWords(reading)}</span>}
      </p>
      <dl className="mt-2 space-y-1.5">
        {rows.map(({ label, parts }) => (
          <div
            key={`${label} ${parts[0]!.span.from}`}
            className="flex flex-wrap items-center gap-x-2 gap-y-1.5"
          >
            <dt className="text-muted">{label}</dt>
            <dd className="contents">
              {parts.map((part) => (
                <PartChip
                  key={part.span.from}
                  part={part}
                  isOpen={open === part.span.from}
                  onOpen={onChange && (() => setOpen(open === part.span.from ? null : part.span.from))}
                  onRemove={onChange && (() => onChange(removePart(reading.topic, part.span)))}
                />
              ))}
            </dd>
          </div>
        ))}
        {fields.map(({ field, text, span }) => (
          <div key={span.from} className="flex flex-wrap items-center gap-x-2">
            <dt className="text-muted capitalize">{field}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
      {chosen && onChange && (
        <PartActions
          {...chosen}
          topic={reading.topic}
          onChange={(topic) => {
            setOpen(null);
            onChange(topic);
          }}
        />
      )}
      <Remarks reading={reading} onChange={onChange} />
    </>
  );
}

function weekInWords({ weekCount, weekCountIsLeast }: Understanding): string {
  if (weekCount === 0) return 'No close match in the last 7 days';
  return `${count(weekCount, 'close match', 'close matches')}${weekCountIsLeast ? ' or more' : ''} in the last 7 days`;
}

/** The whole reading as one sentence, for screen readers. */
function inWords(reading: Understanding): string {
  const { problem, didYouMean, allOf, anyOf, not, kinds } = reading;
  if (problem) return problem;
  const list = (parts: readonly TopicPart[]) => parts.map(({ name }) => name).join(', ');
  const clauses = [
    ...(allOf.length ? [`all of ${list(allOf)}`] : []),
    ...anyOf.map(({ options }) => `any of ${list(options)}`),
    ...(not.length ? [`not ${list(not)}`] : []),
    ...(kinds.length ? [`kind of document: ${list(kinds)}`] : []),
  ];
  const meant = didYouMean ? ` Did you mean ${didYouMean}?` : '';
  return `Understood as ${clauses.join('; ')}. ${weekInWords(reading)}.${meant}`;
}
