import { useRef, useState } from 'react';
import { Slot } from '#kit/web.tsx';
import type { Digest, DigestHead, OpenedDigest } from '#shared/digests/digest.ts';
import { aspectsAsked } from '#shared/papers/match.ts';
import { type PaperOrder, paperOrders, placesIn } from '#shared/papers/order.ts';
import type { Paper } from '#shared/papers/paper.ts';
import { sourceLabels, sourceNames } from '#shared/papers/sources.ts';
import { AbsoluteDate } from '../layout/dates.tsx';
import { KeysDialog } from '../papers/KeysDialog.tsx';
import { PaperEntry } from '../papers/PaperEntry.tsx';
import { usePaperKeys, usePaperKeysOn } from '../papers/paperKeys.ts';
import type { Judged } from '../papers/verdict.ts';
import { Badge, type Tone } from '../ui/Badge.tsx';
import { DigestMatches } from './DigestMatches.tsx';
import { DigestSection } from './DigestSection.tsx';
import { DigestSummary } from './DigestSummary.tsx';
import { counted, papersPerSource, receiptOf } from './digestWords.tsx';

/** All sections of a digest; the same in the dialog and on its page. */
export function DigestArticle({ digest, level }: { digest: OpenedDigest; level: 2 | 3 }) {
  const heading = level === 2 ? 'h2' : 'h3';
  const beside = level === 2;
  const [order, setOrder] = useState<PaperOrder>('match');
  const papers = useRef<HTMLOListElement>(null);
  const [keysShown, showKeys] = useState(false);
  const said = usePaperKeys(papers, () => showKeys(true));
  return (
    <div className="space-y-9">
      {digest.searchTerm && (
        <DigestSection title="Search Term" {...{ heading, beside }}>
          <p dir="auto" className="font-serif text-lg wrap-anywhere">
            {digest.searchTerm}
          </p>
          <Aspects of={aspectsAsked(digest.papersData)} />
          {digest.filtered && <p className="mt-1 text-sm wrap-anywhere text-muted">{digest.filtered}</p>}
        </DigestSection>
      )}
      <DigestSection title="AI Research Summary" {...{ heading, beside }}>
        <DigestSummary digest={digest} />
      </DigestSection>
      <DigestSection title="Research Sources" {...{ heading, beside }}>
        <DigestSources digest={digest} />
        {digest.byModel && (
          <p dir="auto" className="mt-2.5 max-w-[66ch] text-sm wrap-anywhere text-muted">
            {digest.byModel}
          </p>
        )}
      </DigestSection>
      <DigestSection
        title="Research Papers"
        {...{ heading, beside }}
        aside={digest.papersData.length > 0 && <KeysNote digest={digest} onShow={() => showKeys(true)} />}
      >
        <p role="status" className="sr-only">
          {said}
        </p>
        {digest.papersData.length > 1 && (
          <Choice
            label="Order"
            choices={paperOrders}
            value={order}
            onChange={setOrder}
            className="mb-5 print:hidden"
          />
        )}
        {digest.papersData.length ? (
          <ol ref={papers}>
            {placesIn(digest.papersData, order).map((at) => {
              const paper = digest.papersData[at]!;
              return (
                <PaperEntry
                  key={paper.id ?? `${at}:${paper.title}`}
                  paper={paper}
                  number={at + 1}
                  quotes={digest.summary.flatMap((one) => (one.paper === at + 1 ? [one.quote] : []))}
                  heading={level === 2 ? 'h3' : 'h4'}
                  judged={judgedIn(digest, paper)}
                />
              );
            })}
          </ol>
        ) : (
          <p className="text-muted">
            No paper was close enough to this topic{digest.filtered && ' and passed its filters'}.
          </p>
        )}
        <DigestMatches digest={digest} />
        {digest.papersData.length > 0 && <Slot name="digestFiles" digest={digest} />}
      </DigestSection>
      <DigestSection title="Search Statistics" {...{ heading, beside }}>
        <DigestStatistics digest={digest} />
      </DigestSection>
      {keysShown && <KeysDialog keys={keysOf(digest)} onClose={() => showKeys(false)} />}
    </div>
  );
}

/** What the topic asked for when the digest was made. */
const Aspects = ({ of: names }: { of: string[] }) =>
  names.length > 0 && (
    <dl className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1.5 text-[0.8125rem]">
      <dt className="text-muted">Asks for all of</dt>
      {names.map((name) => (
        <dd
          key={name}
          dir="auto"
          className="rounded-full bg-wash px-2.5 py-0.5 ring-1 ring-line ring-inset wrap-anywhere"
        >
          {name}
        </dd>
      ))}
    </dl>
  );

/** Feedback is possible on papers of a topic that still exists. */
function judgedIn(
  { searchTermId, searchTerm, feedback, states }: OpenedDigest,
  { id }: Paper,
): Judged | null {
  if (!searchTermId || !id) return null;
  return {
    termId: searchTermId,
    topic: searchTerm ?? '',
    paperId: id,
    verdict: feedback?.[id] ?? null,
    state: states[id] ?? 'new',
  };
}

/** Feedback needs a topic. */
const keysOf = ({ searchTermId }: Digest) =>
  searchTermId ? (['j', 'k', 's', 'x', 'u', 'o', '?'] as const) : (['j', 'k', 'o', '?'] as const);

/** Shown only on devices with a keyboard. */
function KeysNote({ digest, onShow }: { digest: Digest; onShow: () => void }) {
  const [on] = usePaperKeysOn();
  return (
    <p className="hidden flex-wrap items-baseline gap-x-3 gap-y-1.5 text-[0.8125rem] text-muted pointer-fine:flex print:hidden!">
      {on ? (
        <>
          <Key name="j">next</Key>
          <Key name="k">previous</Key>
          {digest.searchTermId && (
            <>
              <Key name="s">keep</Key>
              <Key name="x">not for me</Key>
            </>
          )}
        </>
      ) : (
        'Single-key shortcuts are off'
      )}
      <button type="button" onClick={onShow} className="min-h-6 rounded hover:text-ink">
        {on && <Key name="?" />} <span className="link">All keys</span>
      </button>
    </p>
  );
}

const Key = ({ name, children }: { name: string; children?: string }) => (
  <span className="whitespace-nowrap">
    <kbd className="rounded border border-line bg-wash px-1.5 py-0.5 font-sans text-xs text-ink">{name}</kbd>{' '}
    {children}
  </span>
);

interface DigestMetaProps {
  digest: Pick<DigestHead, 'status' | 'sentAt' | 'createdAt' | 'papers' | 'sources'>;
  zone?: string | undefined;
  /** Without the year, if it is this year. */
  short?: boolean;
}

/** Number of sources, sent date, number of papers. */
export const DigestMeta = ({ digest, zone, short }: DigestMetaProps) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-sm text-muted">
    <Badge tone="neutral" className="mr-1">
      {counted(digest.sources.length, 'source')}
    </Badge>
    <span>
      {digest.status === 'sent' ? 'Sent ' : 'Created '}
      <AbsoluteDate value={digest.sentAt ?? digest.createdAt} time zone={zone} short={short} /> ·{' '}
      {counted(digest.papers, 'paper')}
    </span>
  </span>
);

/** Papers in total and per source, records read, and days searched. */
function DigestStatistics({ digest }: { digest: Digest }) {
  const looked = digest.coverage.reduce((sum, { records }) => sum + records, 0);
  const figures = [
    { label: 'Total papers', value: digest.papersData.length },
    ...papersPerSource(digest.papersData).map(({ label, papers }) => ({ label, value: papers })),
    ...(looked ? [{ label: 'Records read', value: looked }] : []),
    ...(digest.windowDays ? [{ label: 'Days searched', value: digest.windowDays }] : []),
  ];
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-4">
      {figures.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="font-serif text-2xl leading-tight">{value.toLocaleString('en-US')}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The coverage report: what we asked each source and what it returned. Failures are shown, never counted as “no papers”. */
function DigestSources({ digest }: { digest: Digest }) {
  const given = papersPerSource(digest.papersData);
  const rows = sourceNames.flatMap((source) => {
    const papers = given.find((one) => one.source === source)?.papers ?? 0;
    const receipt = digest.coverage.find((one) => one.source === source);
    return papers || receipt ? [{ source, papers, receipt }] : [];
  });
  if (!rows.length) return <p className="text-muted">No papers from any source.</p>;
  return (
    <ul className="grid gap-x-4 gap-y-2.5 sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-y-2">
      {rows.map(({ source, papers, receipt }) => (
        <li
          key={source}
          className="flex flex-wrap items-baseline gap-x-3 gap-y-1 sm:col-span-full sm:grid sm:grid-cols-subgrid"
        >
          <Badge tone={toneOf(receipt?.outcome, papers)} className="justify-self-start">
            {sourceLabels[source]}: {wordsOf(receipt?.outcome, papers)}
          </Badge>
          {receipt && (
            <span className="min-w-0 text-sm text-muted max-sm:w-full">{receiptOf(receipt, papers)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

type Outcome = Digest['coverage'][number]['outcome'] | undefined;

const wordsOf = (outcome: Outcome, papers: number): string => {
  if (papers) return counted(papers, 'paper');
  if (outcome === 'failed') return 'failed';
  if (outcome === 'off') return 'off';
  return counted(0, 'paper');
};

const toneOf = (outcome: Outcome, papers: number): Tone => {
  if (outcome === 'failed' && !papers) return 'bad';
  if (outcome === 'failed' || outcome === 'partial') return 'warn';
  return papers ? 'accent' : 'neutral';
};

interface ChoiceProps<Name extends string> {
  label: string;
  choices: readonly { name: Name; label: string }[];
  value: Name;
  onChange: (name: Name) => void;
  className?: string;
}

/** A choice of one option, as a row of buttons. */
const Choice = <Name extends string>({
  label,
  choices,
  value,
  onChange,
  className = '',
}: ChoiceProps<Name>) => (
  <div className={className}>
    {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be styled as a row of joined buttons */}
    <div role="group" aria-label={label} className="inline-flex rounded-md border border-edge bg-sheet p-0.5">
      {choices.map(({ name, label: words }) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === value}
          onClick={() => onChange(name)}
          className="min-h-7 rounded px-2.5 text-sm text-muted hover:text-ink aria-pressed:bg-wash aria-pressed:font-medium aria-pressed:text-ink aria-pressed:ring-1 aria-pressed:ring-edge pointer-coarse:min-h-11"
        >
          {words}
        </button>
      ))}
    </div>
  </div>
);
