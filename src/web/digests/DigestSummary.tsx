import { type BriefPart, briefOf } from '#shared/digests/brief.ts';
import type { Digest } from '#shared/digests/digest.ts';

type DigestSummaryProps = { digest: Digest; onPaper: (number: number) => void };

/** The brief in three parts, each [n] linked to its paper; then who wrote it and the quotes it rests on. */
export function DigestSummary({ digest, onPaper }: DigestSummaryProps) {
  const { length } = digest.papersData;
  const isCited = digest.summary.length > 0;
  const brief = briefOf(digest.summary, newPapersOf(digest));
  // Older digests store only the text, without separate sentences.
  const paragraphs = isCited ? [] : summaryParagraphs(digest.aiSummary ?? '', length);
  if (!paragraphs.length && !brief.length)
    return (
      <p className="text-muted">
        AI summary not available for this digest. AI summaries are only available for searches conducted after
        the latest system update.
      </p>
    );
  return (
    <>
      <div className="prose space-y-3">
        {paragraphs.map((pieces) => (
          <p key={pieces[0]?.from} dir="auto">
            {pieces.map((piece) => (
              <Piece key={piece.from} piece={piece} {...{ digest, onPaper }} />
            ))}
          </p>
        ))}
        {brief.length > 0 && (
          <dl className="space-y-4">
            {brief.map((part) => (
              <Part key={part.label} part={part} {...{ digest, onPaper }} />
            ))}
          </dl>
        )}
      </div>
      {digest.writtenBy && <p className="mt-3 text-sm text-muted">{asSentence(digest.writtenBy)}</p>}
      <Proof {...{ digest, onPaper }} />
    </>
  );
}

/** Updates of papers sent before, such as a new version, do not count toward the strength of evidence. */
const newPapersOf = ({ papersData }: Digest) =>
  papersData.filter(({ note }) => note !== 'revised' && note !== 'now-published');

const Part = ({ part: { label, sentences }, digest, onPaper }: { part: BriefPart } & DigestSummaryProps) => (
  <div>
    <dt className="font-sans text-sm font-semibold text-muted">{label}</dt>
    {sentences.map(({ text, papers }) => (
      <dd key={text} dir="auto" className="mt-0.5">
        {text} {papers.length > 0 && <Piece piece={{ from: 0, text: '', papers }} {...{ digest, onPaper }} />}
      </dd>
    ))}
  </div>
);

const Piece = ({ piece: { text, papers }, digest, onPaper }: { piece: SummaryPiece } & DigestSummaryProps) =>
  papers ? (
    <span className="whitespace-nowrap">
      {'['}
      {papers.map((paper, at) => (
        <span key={paper}>
          {at > 0 && ', '}
          <PaperLink paper={paper} {...{ digest, onPaper }} />
        </span>
      ))}
      {']'}
    </span>
  ) : (
    text
  );

const PaperLink = ({ paper, digest, onPaper }: { paper: number } & DigestSummaryProps) => (
  <a
    href={`#paper-${paper}`}
    onClick={(event) => {
      event.preventDefault();
      onPaper(paper);
    }}
    aria-label={`Paper ${paper}: ${digest.papersData[paper - 1]?.title ?? ''}`}
    className="link rounded font-sans text-[0.9em]"
  >
    {paper}
  </a>
);

/** The quotes that support each sentence, for summaries that do not quote the abstracts verbatim. */
function Proof({ digest, onPaper }: DigestSummaryProps) {
  const { length } = digest.papersData;
  const proofs = digest.summary.filter((one) => one.quote && one.quote !== one.text && one.paper <= length);
  if (!proofs.length) return null;
  return (
    <details className="mt-2 text-sm">
      <summary className="link inline-block min-h-6 rounded">Where each sentence comes from</summary>
      <ul className="mt-2 max-w-[68ch] space-y-2 text-muted">
        {proofs.map(({ quote, paper }) => (
          <li key={`${paper}:${quote}`} dir="auto">
            “{quote}” [<PaperLink paper={paper} {...{ digest, onPaper }} />]
          </li>
        ))}
      </ul>
    </details>
  );
}

/** `written by X` → `Written by X.` */
const asSentence = (words: string): string =>
  `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? '' : '.'}`;

/** A piece of a summary; with `papers` it is a reference such as `[2]` or `[1, 3]`. Joined, the pieces are the line. */
interface SummaryPiece {
  /** Offset in the summary. */
  from: number;
  text: string;
  /** Numbers of papers in this digest, from 1. */
  papers?: number[];
}

/**
 * The summary as paragraphs, one per line, each split at its references.
 * Brackets that name no paper of this digest remain text: `[14C]`, `[0]`, or a number beyond `papers`.
 */
export const summaryParagraphs = (summary: string, papers: number): SummaryPiece[][] =>
  [...summary.matchAll(/\S.*/g)].map(({ 0: line, index }) => piecesOf(line.trimEnd(), index, papers));

const reference = /\[\s*(\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*)\s*\]/g;

function piecesOf(line: string, start: number, papers: number): SummaryPiece[] {
  const pieces: SummaryPiece[] = [];
  let from = 0;
  for (const match of line.matchAll(reference)) {
    const numbers = numbersOf(match[1]!);
    if (!numbers.length || !numbers.every((n) => n >= 1 && n <= papers)) continue;
    if (match.index > from) pieces.push({ from: start + from, text: line.slice(from, match.index) });
    pieces.push({ from: start + match.index, text: match[0], papers: numbers });
    from = match.index + match[0].length;
  }
  if (from < line.length) pieces.push({ from: start + from, text: line.slice(from) });
  return pieces;
}

/** `1, 3` → 1, 3; `2–4` → 2, 3, 4; a descending range names nothing. */
function numbersOf(list: string): number[] {
  const numbers = list.split(/[,;]/).flatMap((item) => {
    const [first = 0, last = first] = item.split(/[–-]/).map(Number);
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  });
  return [...new Set(numbers)];
}
