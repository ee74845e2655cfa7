/** A piece of an abstract; `quoted` if the summary is based on it. Joined, the pieces are the abstract. */
interface AbstractPiece {
  /** Offset in the abstract. */
  from: number;
  text: string;
  quoted: boolean;
}

/** Finds the summary's quotes in an abstract; only exact matches are marked. */
export function markQuotes(abstract: string, quotes: readonly string[]): AbstractPiece[] {
  const spans = quotes
    .flatMap((quote) => {
      const at = quote ? abstract.indexOf(quote) : -1;
      return at < 0 ? [] : [{ from: at, to: at + quote.length }];
    })
    .sort((a, b) => a.from - b.from);
  const pieces: AbstractPiece[] = [];
  let from = 0;
  const take = (to: number, quoted: boolean) => {
    if (to > from) pieces.push({ from, text: abstract.slice(from, to), quoted });
    from = Math.max(from, to);
  };
  for (const span of spans) {
    take(span.from, false);
    take(span.to, true);
  }
  take(abstract.length, false);
  return pieces;
}
