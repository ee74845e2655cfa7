import { Component, type ReactNode } from 'react';

interface BoundaryProps {
  failed: (error: Error) => ReactNode;
  children: ReactNode;
}

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
