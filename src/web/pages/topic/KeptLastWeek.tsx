import type { WhatIf } from '#shared/topics/trends.ts';
import { webAddress } from '#web/papers/paperWords.ts';

interface KeptLastWeekProps {
  tried: WhatIf | undefined;
  failed: Error | null;
  /** Whether the figures still belong to the previous filters. */
  isWaiting: boolean;
}

/** How many of last week's close matches the filters would keep and leave out. */
export function KeptLastWeek({ tried, failed, isWaiting }: KeptLastWeekProps) {
  if (failed && !tried)
    return <p className="text-sm text-muted">The filters could not be tried. {failed.message}</p>;
  if (!tried) return <p className="text-sm text-muted">Trying the filters…</p>;
  const { lastWeek, fourWeeks, leftOut } = tried;
  const share = lastWeek.of ? lastWeek.kept / lastWeek.of : 0;
  return (
    <>
      <p role="status" className={`text-[0.9375rem] ${isWaiting ? 'opacity-60' : ''}`}>
        <strong className="font-semibold">
          {lastWeek.of > 0
            ? `Would have kept ${lastWeek.kept} of ${lastWeek.of} last week`
            : 'No close match last week'}
        </strong>{' '}
        <span className="text-muted">
          · {fourWeeks.kept} of {fourWeeks.of} in the last four weeks
        </span>
      </p>
      {lastWeek.of > 0 && <Share kept={share} />}
      {leftOut.length > 0 && (
        <details className="mt-2.5 text-sm">
          <summary className="link inline-block min-h-6 cursor-pointer rounded">See what is left out</summary>
          <ul className="mt-1 divide-y divide-line">
            {leftOut.map(({ title, url, relevanceScore }) => (
              <li key={title} className="flex justify-between gap-4 py-1.5">
                {webAddress(url) ? (
                  <a
                    href={webAddress(url)!}
                    dir="auto"
                    className="link min-w-0 wrap-anywhere"
                    rel="noreferrer"
                    target="_blank"
                  >
                    {title}
                  </a>
                ) : (
                  <span dir="auto" className="min-w-0 wrap-anywhere">
                    {title}
                  </span>
                )}
                <span className="shrink-0 text-muted tabular-nums">{Math.round(relevanceScore * 100)}%</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

const Share = ({ kept }: { kept: number }) => (
  <svg
    viewBox="0 0 100 4"
    preserveAspectRatio="none"
    className="mt-2.5 block h-2 w-full text-accent"
    aria-hidden="true"
  >
    <title>Share kept</title>
    <rect width={100} height={4} fill="currentColor" fillOpacity={0.2} />
    <rect width={kept * 100} height={4} fill="currentColor" />
  </svg>
);
