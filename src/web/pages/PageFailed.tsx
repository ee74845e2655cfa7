import { ErrorState } from '../parts/ErrorState.tsx';
import { Page } from '../parts/Page.tsx';
import { PageTitle } from '../parts/PageTitle.tsx';

/** A page that could not be loaded or drawn: most often a new release went out, or the connection is gone. */
export function PageFailed({ error }: { error: Error }) {
  const sentence = navigator.onLine
    ? 'Reloading usually helps: a newer version may have been released while this page was open.'
    : 'You are offline. Please check your connection and try again.';
  return (
    <Page className="max-w-2xl py-16">
      <PageTitle className="mb-6 font-serif text-3xl font-semibold">This page could not be shown</PageTitle>
      <ErrorState title={error.message} onRetry={() => location.reload()}>
        {sentence}
      </ErrorState>
    </Page>
  );
}
