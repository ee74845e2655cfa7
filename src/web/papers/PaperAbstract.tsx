import { useId, useState } from 'react';
import { markQuotes } from './quotes.ts';

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
