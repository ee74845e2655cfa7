import { X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { TopicPart, Understanding } from '#shared/topics/understanding.ts';
import { excludePart, includePart, quotePart, removePart, replacePart } from './rewrite.ts';
import { useUnderstanding } from './useUnderstanding.ts';
import { count, either, quotedList } from './words.ts';

interface UnderstoodAsProps {
  text: string;
  /** Called with the topic's new text after a press on a chip or a correction. */
  onChange: (topic: string) => void;
}

/** How a topic is understood, shown while the reader types. Its height is fixed, so that a response moves nothing. */
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
    { label: 'Left out', parts: not, excludes: true },
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

interface PartChipProps {
  part: TopicPart;
  isOpen: boolean;
  /** Undefined while the topic cannot be changed. */
  onOpen?: (() => void) | undefined;
  onRemove?: (() => void) | undefined;
}

/** One part of a topic with its papers of the week. Its name opens the actions; the cross removes it. */
function PartChip({ part, isOpen, onOpen, onRemove }: PartChipProps) {
  const papers = count(part.weekCount, 'new paper', 'new papers');
  const name = part.exact ? `“${part.name}”` : part.name;
  const label = (
    <>
      <span dir="auto" className="truncate">
        {name}
      </span>
      {part.searchedAs && (
        <span className="truncate text-muted">
          <span aria-hidden="true"> → </span>
          <span className="sr-only">, searched as </span>
          {part.searchedAs}
        </span>
      )}
      <span className={part.known ? 'text-muted' : 'text-warn'} title={`${papers} in the last 7 days`}>
        <span aria-hidden="true">{part.known ? part.weekCount.toLocaleString('en-US') : 'no paper'}</span>
        <span className="sr-only">, {part.known ? papers : 'in no paper of the last year'}</span>
      </span>
    </>
  );
  const inside = 'flex min-h-7 min-w-0 items-center gap-1.5 py-0.5 pl-2.5';
  return (
    <span className="inline-flex max-w-full min-w-0 items-center rounded-full bg-wash text-[0.8125rem] ring-1 ring-line ring-inset">
      {onOpen ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onOpen}
          className={`${inside} rounded-l-full hover:underline ${onRemove ? '' : 'pr-2.5'}`}
        >
          {label}
        </button>
      ) : (
        <span className={`${inside} ${onRemove ? '' : 'pr-2.5'}`}>{label}</span>
      )}
      {onRemove && (
        <button
          type="button"
          aria-label={`Remove ${part.name}`}
          onClick={onRemove}
          className="grid size-7 shrink-0 place-items-center rounded-full text-muted hover:text-ink"
        >
          <X className="size-3" aria-hidden="true" />
        </button>
      )}
    </span>
  );
}

interface PartActionsProps {
  part: TopicPart;
  /** Whether the topic excludes this part. */
  excludes: boolean;
  topic: string;
  onChange: (topic: string) => void;
}

/** The actions on one part of a topic. Each changes the topic's text. */
function PartActions({ part, excludes, topic, onChange }: PartActionsProps) {
  const { name, span, exact, alternatives, searchedAs } = part;
  const actions = excludes
    ? [
        { label: 'Ask for it instead', topic: includePart(topic, span) },
        { label: 'Remove', topic: removePart(topic, span) },
      ]
    : [
        ...(searchedAs
          ? [{ label: `Write “${searchedAs}”`, topic: replacePart(topic, span, searchedAs) }]
          : []),
        exact
          ? { label: 'Any form of these words', topic: replacePart(topic, span, name) }
          : { label: 'Only these exact words', topic: quotePart(topic, span) },
        { label: 'Exclude papers with it', topic: excludePart(topic, span) },
        { label: 'Remove', topic: removePart(topic, span) },
      ];
  return (
    <fieldset className="mt-2.5 rounded-md bg-wash px-3 py-2">
      <legend className="sr-only">Change {name}</legend>
      {alternatives.length > 0 && (
        <p className="mb-1.5">
          Papers that say {either(alternatives.map((other) => `“${other.name}”`))} count too.
        </p>
      )}
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {actions.map((action) => (
          <button
            key={action.label}
            type="button"
            className="link min-h-6 rounded"
            onClick={() => onChange(action.topic)}
          >
            {action.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

interface RemarksProps {
  reading: Understanding;
  onChange?: ((topic: string) => void) | undefined;
}

/** Remarks on how a topic is understood: nothing to search for, corrections, syntax errors, ignored words. */
function Remarks({ reading, onChange }: RemarksProps) {
  const { problem, didYouMean, foreign, notes, ignored, unknown } = reading;
  const use = (topic: string, label: ReactNode) =>
    onChange ? (
      <button type="button" className="link min-h-6 rounded text-start" onClick={() => onChange(topic)}>
        {label}
      </button>
    ) : (
      label
    );
  return (
    <div className="mt-2 space-y-1">
      {problem && <p className="text-warn">{problem}</p>}
      {didYouMean && (
        <p>Did you mean {use(didYouMean, <bdi>{didYouMean}</bdi>)}? That is what is searched.</p>
      )}
      {foreign.map(({ typed, read }) => (
        <p key={typed}>
          <bdi>“{typed}”</bdi> is searched as “{read}.”
        </p>
      ))}
      {notes.map(({ text, span, repair }) => (
        <p key={span.from}>
          {text} {repair && <>This reads as {use(repair, <bdi>{repair}</bdi>)}.</>}
        </p>
      ))}
      {unknown.length > 0 && !problem && (
        <p className="text-warn">
          No paper of the last year has {quotedList(unknown.map(({ text }) => text))}.
        </p>
      )}
      {ignored.length > 0 && (
        <p className="text-muted">
          Not searched, because nearly every paper has these words:{' '}
          {quotedList(ignored.map(({ text }) => text))}.
        </p>
      )}
    </div>
  );
}
