type SpinnerProps = { label?: string | null; className?: string };

/** `label` is for screen readers; null where visible text beside it says the same. */
export function Spinner({ label = 'Loading', className = 'size-4' }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex">
      <svg viewBox="0 0 24 24" className={`${className} animate-spin`} aria-hidden="true">
        <g fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round">
          <circle cx="12" cy="12" r="9" strokeOpacity="0.25" />
          <path d="M21 12a9 9 0 0 0-9-9" />
        </g>
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}

/** A whole page while it loads. */
export const Loading = ({ label = 'Loading' }: { label?: string }) => (
  <main id="content" tabIndex={-1} className="grid min-h-dvh place-items-center text-accent">
    <Spinner label={label} className="size-7" />
  </main>
);

/**
 * A page while it is read, announced to screen readers. `styles.css` hides the footer meanwhile, so that it does not jump.
 * `title` is the heading until the page has its own. Papers come in two panes; anything else as a list.
 */
export const PageOutline = ({ title = '' }: { title?: string }) => {
  const panes = ['Dashboard', 'Digest', 'Shelf'].includes(title);
  return (
    <div>
      {title && <h1 className="sr-only">{title}</h1>}
      <p role="status" data-outline className="sr-only">
        Loading
      </p>
      <Skeleton className="mb-5 h-9 w-56 max-w-full" />
      <div
        className={
          panes
            ? 'rounded-[0.625rem] border border-line bg-sheet max-sm:-mx-4 max-sm:border-x-0 min-[60rem]:grid min-[60rem]:grid-cols-[minmax(0,26rem)_minmax(0,1fr)]'
            : 'border-y border-line'
        }
      >
        <div className="divide-y divide-line">
          {[0, 1, 2, 3, 4].map((row) => (
            <Lines key={row} className={panes ? 'px-7.5 py-4' : 'py-5'} />
          ))}
        </div>
        {panes && <Lines className="border-l border-line p-8 max-[60rem]:hidden" />}
      </div>
    </div>
  );
};

/** A title and two lines below it. */
const Lines = ({ className }: { className: string }) => (
  <div className={`space-y-2.5 ${className}`}>
    {['h-4.5 w-11/12', 'h-3.5 w-3/5', 'h-3.5 w-1/3'].map((size) => (
      <Skeleton key={size} className={size} />
    ))}
  </div>
);

/** A placeholder for content that is loading; give it the size of the content. */
export const Skeleton = ({ className = 'h-4 w-full' }: { className?: string }) => (
  <span aria-hidden="true" className={`block animate-pulse rounded bg-line/70 ${className}`} />
);

interface ProgressBarProps {
  label: string;
  /** 0 to 100. */
  percent: number;
  /** The progress in words, for screen readers. */
  text: string;
}

/** A progress bar. */
export const ProgressBar = ({ label, percent, text }: ProgressBarProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuenow={Math.round(percent)}
    aria-valuetext={text}
    className="h-2 overflow-hidden rounded-full bg-line"
  >
    <div
      className="h-full rounded-full bg-accent transition-[width] duration-500"
      style={{ width: `${percent}%` }}
    />
  </div>
);
