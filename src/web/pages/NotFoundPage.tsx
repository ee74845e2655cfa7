import { CenteredPage } from '../layout/CenteredPage.tsx';
import { Button, ButtonAnchor } from '../ui/Button.tsx';
import { Actions } from '../ui/form/Form.tsx';

export const NotFoundPage = () => (
  <CenteredPage
    title="404 Page Not Found"
    lead="There is nothing at this address. It may have been mistyped, or the page may have moved."
  >
    <Actions>
      <ButtonAnchor href="/">Go to the homepage</ButtonAnchor>
      <ButtonAnchor href="/dashboard" variant="secondary">
        Open your dashboard
      </ButtonAnchor>
    </Actions>
  </CenteredPage>
);

/** A page that could not be loaded or drawn, usually because of a new release or a lost connection. */
export function PageFailed({ error }: { error: Error }) {
  const sentence = navigator.onLine
    ? 'Reloading usually helps: a newer version may have been released while this page was open.'
    : 'You are offline. Please check your connection and try again.';
  return (
    <CenteredPage
      state="bad"
      title="This page could not be shown"
      lead={<span role="alert">{sentence}</span>}
    >
      <Actions>
        <Button onClick={() => location.reload()}>Try again</Button>
      </Actions>
      <p className="mt-8 border-t border-line pt-5 text-sm break-words text-muted">{error.message}</p>
    </CenteredPage>
  );
}
