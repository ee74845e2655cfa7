import { type ReactNode, useId, useRef } from 'react';
import type { Digest, DigestHead, OpenedDigest } from '#shared/digests/digest.ts';
import { aspectsAsked } from '#shared/papers/match.ts';
import type { Paper } from '#shared/papers/paper.ts';
import { sourceLabels, sourceNames } from '#shared/papers/sources.ts';
import { counted } from '#shared/values/words.ts';
import { AbsoluteDate } from '../layout/dates.tsx';
import { PaperReader } from '../papers/PaperReader.tsx';
import { webAddress } from '../papers/paperWords.ts';
import { Badge, type Tone } from '../ui/Badge.tsx';
import { Elsewhere } from '../ui/Link.tsx';
import { DigestSummary } from './DigestSummary.tsx';
import { papersPerSource, receiptOf } from './digestWords.tsx';

/** All sections of a digest in one column: in the dialog, and on paper. */
export function DigestArticle({ digest, level }: { digest: OpenedDigest; level: 2 | 3 }) {
  const heading = level === 2 ? 'h2' : 'h3';
  const papers = useRef<HTMLOListElement>(null);
  const goTo = (number: number) => {
    const entry = papers.current?.children[number - 1];
    if (!(entry instanceof HTMLElement)) return;
    entry.scrollIntoView({ block: 'start' });
    entry.focus({ preventScroll: true });
  };
  return (
    <div className="space-y-9">
      {digest.searchTerm && (
        <DigestSection title="Search Term" heading={heading}>
          <p dir="auto" className="font-serif text-lg wrap-anywhere">
            {digest.searchTerm}
          </p>
          <Aspects of={aspectsAsked(digest.papersData)} />
          {digest.filtered && <p className="mt-1 text-sm wrap-anywhere text-muted">{digest.filtered}</p>}
        </DigestSection>
      )}
      <DigestSection title="AI Research Summary" heading={heading}>
        <DigestSummary digest={digest} onPaper={goTo} />
      </DigestSection>
      <DigestSection title="Research Sources" heading={heading}>
        <DigestSources digest={digest} />
      </DigestSection>
      <DigestSection title="Research Papers" heading={heading}>
        {digest.papersData.length ? (
          <ol ref={papers}>
            {digest.papersData.map((paper, at) => (
              <Entry
                key={paper.id ?? `${at}:${paper.title}`}
                paper={paper}
                number={at + 1}
                quotes={quotesOf(digest, at + 1)}
                heading={level === 2 ? 'h3' : 'h4'}
              />
            ))}
          </ol>
        ) : (
          <NoPapers digest={digest} />
        )}
      </DigestSection>
      <DigestSection title="Search Statistics" heading={heading}>
        <DigestStatistics digest={digest} />
      </DigestSection>
    </div>
  );
}

/** The sentences of a paper's abstract that the summary is based on. */
export const quotesOf = ({ summary }: Digest, number: number): string[] =>
  summary.flatMap(({ paper, quote }) => (paper === number ? [quote] : []));

/** Why a digest has no papers, and what came closest. */
export const NoPapers = ({ digest: { filtered, nearestMiss } }: { digest: Digest }) => (
  <div className="max-w-[66ch] space-y-3">
    <p>No paper was close enough to this topic{filtered && ' and passed its filters'}.</p>
    {nearestMiss && (
      <p>
        The closest was{' '}
        <span dir="auto" className="font-serif font-semibold wrap-anywhere">
          <Elsewhere address={webAddress(nearestMiss.url)} orText>
            {nearestMiss.title}
          </Elsewhere>
        </span>{' '}
        ({sourceLabels[nearestMiss.source]}). {nearestMiss.because}
      </p>
    )}
  </div>
);

type EntryProps = { paper: Paper; number: number; quotes: string[]; heading: 'h3' | 'h4' };

const Entry = ({ paper, number, quotes, heading: Heading }: EntryProps) => (
  <li
    id={`paper-${number}`}
    tabIndex={-1}
    className="scroll-mt-28 border-t border-line py-5 first:border-t-0 first:pt-0"
  >
    <PaperReader
      paper={paper}
      quotes={quotes}
      title={
        <Heading
          dir="auto"
          className="font-serif text-lg leading-snug font-semibold text-pretty wrap-anywhere"
        >
          <span className="mr-2 font-normal text-muted">{number}</span>
          <Elsewhere address={webAddress(paper.url)} orText>
            {paper.title.trim() || 'Untitled'}
          </Elsewhere>
        </Heading>
      }
    />
  </li>
);

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

interface DigestMetaProps {
  digest: Pick<DigestHead, 'status' | 'sentAt' | 'createdAt' | 'papers' | 'sources'>;
  zone?: string | undefined;
}

/** Number of sources, sent date, number of papers. */
export const DigestMeta = ({ digest, zone }: DigestMetaProps) => (
  <span className="flex flex-wrap items-center gap-x-2 gap-y-1.5 text-sm text-muted">
    <Badge className="mr-1">{counted(digest.sources.length, 'source')}</Badge>
    <span>
      {digest.status === 'sent' ? 'Sent ' : 'Created '}
      <AbsoluteDate value={digest.sentAt ?? digest.createdAt} time zone={zone} short /> ·{' '}
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

const wordsOf = (outcome: Outcome, papers: number): string =>
  !papers && (outcome === 'failed' || outcome === 'off') ? outcome : counted(papers, 'paper');

const toneOf = (outcome: Outcome, papers: number): Tone => {
  if (outcome === 'failed' && !papers) return 'bad';
  if (outcome === 'failed' || outcome === 'partial') return 'warn';
  return papers ? 'accent' : 'neutral';
};

type DigestSectionProps = { title: string; heading: 'h2' | 'h3'; children: ReactNode };

/** A titled part of a digest. */
function DigestSection({ title, heading: Heading, children }: DigestSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="border-t border-line pt-3.5">
      <Heading id={id} className="mb-2.5 text-[0.8125rem] font-semibold tracking-wide text-muted">
        {title}
      </Heading>
      {children}
    </section>
  );
}
