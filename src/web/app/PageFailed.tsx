import { Page } from '../layout/Page.tsx';
import { PageTitle } from '../layout/PageTitle.tsx';
import { Button } from '../ui/Button.tsx';

/**
 * Shown when a page cannot be loaded or drawn, usually because of a new release or a lost connection. Every page loads it
 * first, so that it can appear offline. It must stay small, so it is not a `CenteredPage`.
 */
export function PageFailed({ error }: { error: Error }) {
  const sentence = navigator.onLine
    ? 'Reloading usually helps: a newer version may have been released while this page was open.'
    : 'You are offline. Please check your connection and try again.';
  return (
    <Page className="max-w-md py-10 sm:py-16">
      <PageTitle className="font-serif text-3xl leading-tight font-semibold">
        This page could not be shown
      </PageTitle>
      <p role="alert" className="mt-2.5 leading-relaxed text-muted">
        {sentence}
      </p>
      <Button className="mt-7" onClick={() => location.reload()}>
        Try again
      </Button>
      <p className="mt-8 border-t border-line pt-5 text-sm break-words text-muted">{error.message}</p>
    </Page>
  );
}
