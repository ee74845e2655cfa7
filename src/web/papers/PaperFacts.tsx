import { factsInOrder } from '#shared/papers/facts.ts';
import type { Paper } from '#shared/papers/paper.ts';

/** Design, number, population in one line; what the abstract says of them behind one press. */
export function PaperFacts({ paper }: { paper: Paper }) {
  const facts = factsInOrder(paper);
  if (!facts.length) return null;
  const quotes = [...new Set(facts.flatMap(({ quote }) => quote ?? []))];
  const { funding, interests } = paper.facts ?? {};
  // A number studied is always a small n: N is another quantity.
  const capital =
    facts[0]!.text.startsWith('n') && facts[0]!.text.includes('=') ? '' : 'first-letter:uppercase';
  const line = (
    <span className={`inline-block ${capital}`}>
      {facts.map(({ text }, at) => (
        <span key={text}>
          {at > 0 && ' · '}
          <span className={text.length < 40 ? 'whitespace-nowrap' : ''}>{text}</span>
        </span>
      ))}
    </span>
  );
  if (!quotes.length && !funding && !interests) return <p className="mt-1 text-sm">{line}</p>;
  return (
    <details className="mt-1 text-sm">
      <summary className="inline-flex min-h-6 list-none flex-wrap items-baseline gap-x-2 rounded [&::-webkit-details-marker]:hidden">
        {line}
        <span className="link print:hidden">In its words</span>
      </summary>
      <ul className="mt-1 max-w-[66ch] space-y-1 text-muted">
        {quotes.map((quote) => (
          <li key={quote} dir="auto">
            “{quote}”
          </li>
        ))}
        {funding && <li dir="auto">Funding: {funding}</li>}
        {interests && <li dir="auto">Competing interests: {interests}</li>}
      </ul>
    </details>
  );
}
