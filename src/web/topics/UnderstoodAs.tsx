import { type ReactNode, useRef, useState } from 'react';
import { useIsFilled } from '#kit/web.tsx';
import type { TopicPart, Understanding } from '#shared/topics/understanding.ts';
import { andList, counted, orList } from '#shared/values/words.ts';
import { chip, Removal } from '../ui/Chip.tsx';
import { Link } from '../ui/Link.tsx';
import { excludePart, includePart, quotePart, removePart, replacePart } from './rewrite.ts';
import { useUnderstanding } from './useUnderstanding.ts';

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
      className="mt-3 h-72 w-full overflow-y-auto rounded-md border border-line bg-sheet px-4 py-3 text-sm sm:h-60"
    >
      <p role="status" className="sr-only">
        {reading && !isWaiting ? inWords(reading) : ''}
      </p>
      {failed ? (
        <p className="text-muted">
          How this topic is understood cannot be shown right now. {failed.message} You can still add it.
        </p>
      ) : reading ? (
        <div className={isWaiting ? 'opacity-60' : ''}>
          <ReadingOf reading={reading} isWaiting={isWaiting} onChange={change} />
        </div>
      ) : (
        <p className="text-muted">Reading your topic…</p>
      )}
    </section>
  );
}

interface ReadingProps {
  reading: Understanding;
  /** Undefined where the chips cannot be changed. */
  onChange?: ((topic: string) => void) | undefined;
  /** While the text is read again: a chip can be opened, and changes wait. */
  isWaiting?: boolean;
  /** On a topic's page, where a part is a row: its names, or those of the whole topic. */
  namesOf?: (part: string | undefined) => ReactNode;
}

interface PartsRow {
  label: ReactNode;
  parts: TopicPart[];
  excludes?: boolean;
  /** Instead of chips. */
  names?: ReactNode;
}

const rowsOf = ({ allOf, anyOf, not, kinds }: Understanding): PartsRow[] =>
  [
    { label: 'All of', parts: allOf },
    ...anyOf.map(({ options }) => ({ label: 'Any of', parts: options })),
    { label: 'Left out', parts: not, excludes: true },
    { label: 'Kind of document', parts: kinds },
  ].filter(({ parts }) => parts.length > 0);

/** The parts of a topic in rows, with remarks; without names, with this week's count. */
export function ReadingOf({ reading, onChange: change, isWaiting = false, namesOf }: ReadingProps) {
  const [open, setOpen] = useState<string | null>(null);
  const onChange = isWaiting ? undefined : change;
  const { problem, topic, allOf, fields } = reading;
  // By name, because places change when another part is removed.
  const toggle = change && (({ name }: TopicPart) => setOpen(open === name ? null : name));
  const named = (part: TopicPart): PartsRow => ({
    parts: [part],
    names: namesOf?.(part.name) || '',
    label: (
      <button
        type="button"
        aria-expanded={open === part.name}
        aria-disabled={!toggle || undefined}
        onClick={() => toggle?.(part)}
        className="inline-flex min-h-7 max-w-full flex-wrap items-baseline gap-x-1.5 rounded text-start underline-offset-4 hover:underline [&>:first-child]:font-serif [&>:first-child]:text-base [&>:first-child]:font-semibold [&>:first-child]:whitespace-normal [&>:first-child]:text-ink"
      >
        <PartWords part={part} />
      </button>
    ),
  });
  const whole: PartsRow = { label: 'Whole topic', parts: [], names: namesOf?.(undefined) };
  const rows = namesOf
    ? [...allOf.map(named), ...(whole.names ? [whole] : []), ...rowsOf({ ...reading, allOf: [] })]
    : rowsOf(reading);
  const chosen = rows.flatMap(({ parts, excludes = false }) =>
    parts.filter(({ name }) => name === open).map((part) => ({ part, excludes })),
  )[0];
  const row = namesOf
    ? 'gap-x-4 border-b border-line py-1.5 last:border-b-0 sm:grid sm:grid-cols-[9rem_minmax(0,1fr)] sm:items-baseline'
    : 'flex flex-wrap items-center gap-x-2 gap-y-1.5 not-first:mt-1.5';
  return (
    <>
      {!namesOf && (
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="font-medium">Understood as</span>
          {!problem && <span className="text-muted">{weekInWords(reading)}</span>}
        </p>
      )}
      <dl className="mt-2">
        {rows.map(({ label, parts, names }) => (
          <div key={parts[0]?.span.from ?? 'whole'} className={row}>
            <dt className="min-w-0 text-muted">{label}</dt>
            <dd className={namesOf ? 'flex min-w-0 flex-wrap items-center gap-1.5 empty:hidden' : 'contents'}>
              {names ??
                parts.map((part) => (
                  <PartChip
                    key={part.span.from}
                    part={part}
                    isOpen={open === part.name}
                    onOpen={toggle && (() => toggle(part))}
                    onRemove={onChange && (() => onChange(removePart(topic, part.span)))}
                  />
                ))}
            </dd>
          </div>
        ))}
        {fields.map(({ field, text, span }) => (
          <div key={span.from} className={row}>
            <dt className="text-muted first-letter:uppercase">{called(field)}</dt>
            <dd dir="auto">{text}</dd>
          </div>
        ))}
      </dl>
      {!rows.length && fields.length === 1 && <FollowField {...fields[0]!} />}
      {chosen && onChange && (
        <PartActions
          {...chosen}
          topic={topic}
          onChange={(next) => {
            setOpen(null);
            onChange(next);
          }}
        />
      )}
      <Remarks reading={reading} onChange={onChange} />
    </>
  );
}

function weekInWords({ weekCount, weekCountIsLeast }: Understanding): string {
  if (weekCount === 0) return 'No close match in the last 7 days';
  return `${counted(weekCount, 'close match', 'close matches')}${weekCountIsLeast ? ' or more' : ''} in the last 7 days`;
}

/** The whole reading as one sentence, for screen readers. */
function inWords(reading: Understanding): string {
  const { problem, didYouMean, fields } = reading;
  if (problem) return problem;
  const clauses = [
    ...rowsOf(reading).map(({ label, parts }) => `${label}: ${parts.map(({ name }) => name).join(', ')}`),
    ...fields.map(({ field, text }) => `${called(field)}: ${text}`),
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

function PartWords({ part }: { part: TopicPart }) {
  const papers = counted(part.weekCount, 'new paper');
  const name = part.exact ? `“${part.name}”` : part.name;
  return (
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
      <span
        className={`whitespace-nowrap ${part.known ? 'text-muted' : 'text-warn'}`}
        title={`${papers} in the last 7 days`}
      >
        <span aria-hidden="true">{part.known ? part.weekCount.toLocaleString('en-US') : 'no paper'}</span>
        <span className="sr-only">, {part.known ? papers : 'in no paper of the last year'}</span>
      </span>
    </>
  );
}

/** One part of a topic. Its name opens the actions; the cross removes it. */
const PartChip = ({ part, isOpen, onOpen, onRemove }: PartChipProps) => (
  <span className={chip}>
    <button
      type="button"
      aria-expanded={isOpen}
      aria-disabled={!onOpen || undefined}
      onClick={onOpen}
      className="flex min-h-7 min-w-0 items-center gap-1.5 rounded-l-full py-0.5 pl-2.5 hover:underline"
    >
      <PartWords part={part} />
    </button>
    <Removal of={part.name} disabled={!onRemove} onRemove={() => onRemove?.()} />
  </span>
);

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
          Papers that say {orList(alternatives.map((other) => `“${other.name}”`))} count too.
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

type RemarksProps = { reading: Understanding; onChange?: ((topic: string) => void) | undefined };

/** Words that nobody expects to be searched for. */
const linkWords = /^(?:a|an|and|as|at|by|for|from|in|of|on|or|the|to|with)$/i;

/** Remarks on how a topic is understood: nothing to search for, corrections, syntax errors, ignored words. */
function Remarks({ reading, onChange }: RemarksProps) {
  const { problem, didYouMean, foreign, notes, unknown, fields } = reading;
  const ignored = reading.ignored.filter(({ text }) => !linkWords.test(text));
  const missing = [...unknown, ...fields.filter(({ known }) => !known)];
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
      {missing.length > 0 && !problem && (
        <p className="text-warn">
          No paper of the last year has {quotedList(missing.map(({ text }) => text))}.
          {missing.some((one) => 'field' in one && one.field === 'orcid') &&
            ' Many papers name their authors without an ORCID iD. To find those, write author: and the name.'}
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

/** What a field is called. */
const called = (field: string): string => (field === 'orcid' ? 'ORCID iD' : field);

/** Leads from a topic of one field to what it names, if that can be followed. A family name alone names nobody. */
function FollowField({ field, text }: { field: string; text: string }) {
  const isFollowed = useIsFilled('followWays');
  const isNamed = field === 'journal' || field === 'orcid' || (field === 'author' && /\S\s+\S/.test(text));
  return (
    isFollowed &&
    isNamed && (
      <Link to={`/follow?q=${encodeURIComponent(text)}`} className="link alone mt-2 inline-block">
        Follow “{text}” as a {field === 'journal' ? 'journal' : 'person'}, with all that is new
      </Link>
    )
  );
}

/** `the` and `of`, each in quotation marks. */
const quotedList = (words: readonly string[]): string =>
  andList([...new Set(words)].map((word) => `“${word}”`));
