import { type ReactNode, Suspense } from 'react';
import { Boundary } from './Boundary.tsx';

interface LazyPartProps {
  /** Shown while the code loads; give it the size of what will come. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** A part of a page with code of its own. If that cannot be loaded, the part says so and the rest of the page stays. */
export const LazyPart = ({ fallback = null, children }: LazyPartProps) => (
  <Boundary failed={() => <NotLoaded />}>
    <Suspense fallback={fallback}>{children}</Suspense>
  </Boundary>
);

/** Reloading is the only cure: the browser and React both remember a module that failed. */
const NotLoaded = () => (
  <p role="alert" className="my-2 text-sm text-bad">
    This part could not be loaded.{' '}
    <button type="button" className="link min-h-6 rounded" onClick={() => location.reload()}>
      Reload the page
    </button>{' '}
    once you are connected.
  </p>
);
