import type { Trends } from '#shared/topics/trends.ts';

/** With fewer papers an increase may be chance. */
const leastForRises = 20;

/** Phrases that became more frequent: how many papers contain them now and before, with bars of their shares. */
export function Rising({ rising: { now, before, phrases } }: Pick<Trends, 'rising'>) {
  if (now + before < leastForRises)
    return (
      <p className="text-sm text-muted">
        Rising phrases are shown once there are {leastForRises} close matches; with fewer, they would be
        chance.
      </p>
    );
  if (!phrases.length)
    return <p className="text-sm text-muted">No phrase became clearly more frequent in these weeks.</p>;
  const most = Math.max(...phrases.map((phrase) => phrase.now / now));
  return (
    <table className="w-full text-sm tabular-nums">
      <thead>
        <tr className="text-muted">
          <th className="py-1 text-start font-normal">Phrase</th>
          <td className="max-sm:hidden" />
          <th className="py-1 text-end font-normal">Now</th>
          <th className="py-1 pl-3 text-end font-normal">Before</th>
        </tr>
      </thead>
      <tbody>
        {phrases.map((one) => (
          <tr key={one.phrase} className="border-t border-line">
            <th dir="auto" className="py-1.5 pr-3 text-start font-normal wrap-anywhere">
              {one.phrase}
            </th>
            <td aria-hidden="true" className="w-1/4 max-sm:hidden">
              <Bar share={one.now / now / most} />
              <Bar share={before ? one.before / before / most : 0} isSoft />
            </td>
            <td className="py-1.5 pl-3 text-end whitespace-nowrap">{outOf(one.now, now)}</td>
            <td className="py-1.5 pl-3 text-end whitespace-nowrap text-muted">{outOf(one.before, before)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const outOf = (papers: number, all: number): string =>
  `${papers.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`;

const Bar = ({ share, isSoft = false }: { share: number; isSoft?: boolean }) => (
  <svg viewBox="0 0 100 10" preserveAspectRatio="none" className="my-0.5 block h-1.5 w-full text-accent">
    <title>{isSoft ? 'Before' : 'Now'}</title>
    <rect
      width={Math.max(1, share * 100)}
      height={10}
      fill="currentColor"
      fillOpacity={isSoft ? 0.25 : 1}
      stroke="currentColor"
      strokeOpacity={isSoft ? 0.7 : 1}
      vectorEffect="non-scaling-stroke"
    />
  </svg>
);
