import { useId, useState } from 'react';

/** About what two lines of the widest layout hold, in characters. */
const twoLines = 170;

/** Two lines, or all of it when opened or printed. Sentences the summary is based on are marked. */
export function PaperAbstract({ abstract, quotes }: { abstract: string; quotes: readonly string[] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const long = abstract.length > twoLines || abstract.includes('\n');
  const pieces = markQuotes(abstract, quotes);
  return (
    <div className="mt-2">
      <p
        id={id}
        dir="auto"
        // What is cut off is not read aloud either: the button gives it.
        aria-hidden={long && !open ? true : undefined}
        className={`max-w-[66ch] font-serif leading-relaxed text-muted ${open || !long ? 'whitespace-pre-line' : 'line-clamp-2 print:line-clamp-none'}`}
      >
        {pieces.map(({ from, text, quoted }) =>
          quoted ? (
            <mark key={from} className="rounded-sm bg-mark/60 text-ink">
              {text}
            </mark>
          ) : (
            text
          ),
        )}
      </p>
      {long && (
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="link mt-0.5 min-h-6 rounded text-sm print:hidden"
        >
          {open ? 'Show less' : 'Show abstract'}
        </button>
      )}
    </div>
  );
}

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
