import { type ReactNode, Suspense } from 'react';
import { Boundary } from './Boundary.tsx';

interface LazyPartProps {
  /** Shown while the code loads; give it the size of the part. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** A part of a page whose code loads separately. If loading fails, only this part shows the error. */
export const LazyPart = ({ fallback = null, children }: LazyPartProps) => (
  <Boundary failed={() => <NotLoaded />}>
    <Suspense fallback={fallback}>{children}</Suspense>
  </Boundary>
);

/** Only a reload helps: the browser and React both remember a module that failed to load. */
const NotLoaded = () => (
  <p role="alert" className="my-2 text-sm text-bad">
    This part could not be loaded.{' '}
    <button type="button" className="link min-h-6 rounded" onClick={() => location.reload()}>
      Reload the page
    </button>{' '}
    once you are connected.
  </p>
);
