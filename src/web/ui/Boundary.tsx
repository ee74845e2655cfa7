import { Component, type ReactNode, Suspense } from 'react';

type BoundaryProps = { failed: (error: Error) => ReactNode; children: ReactNode };

/** Shows `failed` when something inside throws or cannot be loaded. React supports this only in classes. */
export class Boundary extends Component<BoundaryProps, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error('Something went wrong on this page.') };
  }

  override render(): ReactNode {
    return this.state.error ? this.props.failed(this.state.error) : this.props.children;
  }
}

/**
 * A heavy part that few visits open; its code is a `lazy` of its own and loads then. If that fails, only this part says so.
 * @param props.fallback shown while the code loads, as large as the part
 */
export const LazyPart = ({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) => (
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
