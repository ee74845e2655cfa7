import { Spinner } from './Spinner.tsx';

/** A page that waits for what it is about. */
export const Loading = ({ label = 'Loading' }: { label?: string }) => (
  <main id="content" tabIndex={-1} className="grid min-h-dvh place-items-center text-accent">
    <Spinner label={label} className="size-7" />
  </main>
);
