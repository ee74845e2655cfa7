/** Holds the place of text or a picture that is still loading; give it the size of what will come. */
export const Skeleton = ({ className = 'h-4 w-full' }: { className?: string }) => (
  <span aria-hidden="true" className={`block animate-pulse rounded bg-line ${className}`} />
);

/** Lines of text to come, and one word for screen readers. */
export function SkeletonText({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) {
  const widths = Array.from({ length: lines }, (_, line) => `line-${line + 1}`);
  return (
    <div role="status" className="space-y-2.5">
      <span className="sr-only">{label}</span>
      {widths.map((line) => (
        <Skeleton key={line} className="h-4 w-full last:w-3/5" />
      ))}
    </div>
  );
}
