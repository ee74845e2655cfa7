/** A piece of a summary; with `papers` it is a reference such as `[2]` or `[1, 3]`. Joined, the pieces are the line. */
export interface SummaryPiece {
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
