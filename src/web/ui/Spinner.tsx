/** `label` is read out; null where the words beside it say it already. */
export function Spinner({
  label = 'Loading',
  className = 'size-4',
}: {
  label?: string | null;
  className?: string;
}) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex">
      <svg viewBox="0 0 24 24" className={`${className} animate-spin`} aria-hidden="true">
        <circle
          cx="12"
          cy="12"
          r="9"
          fill="none"
          stroke="currentColor"
          strokeOpacity="0.25"
          strokeWidth="3"
        />
        <path
          d="M21 12a9 9 0 0 0-9-9"
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

/** A page that waits for what it is about. */
export const Loading = ({ label = 'Loading' }: { label?: string }) => (
  <main id="content" tabIndex={-1} className="grid min-h-dvh place-items-center text-accent">
    <Spinner label={label} className="size-7" />
  </main>
);

/**
 * For screen readers, once a page: what is coming, and that it is on its way. `styles.css` leaves the footer out
 * while it is there. `title` stands for the heading where the page has none yet.
 */
export const LoadingWord = ({ title }: { title?: string }) => (
  <>
    {title && <h1 className="sr-only">{title}</h1>}
    <p role="status" data-outline className="sr-only">
      Loading
    </p>
  </>
);

/** Holds the place of text or a picture that is still loading; give it the size of what will come. */
export const Skeleton = ({ className = 'h-4 w-full' }: { className?: string }) => (
  <span aria-hidden="true" className={`block animate-pulse rounded bg-line/70 ${className}`} />
);
