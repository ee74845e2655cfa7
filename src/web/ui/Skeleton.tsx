/** Holds the place of text or a picture that is still loading; give it the size of what will come. */
export const Skeleton = ({ className = 'h-4 w-full' }: { className?: string }) => (
  <span aria-hidden="true" className={`block animate-pulse rounded bg-line/70 ${className}`} />
);
