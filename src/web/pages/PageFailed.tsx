import { Narrow } from '../layout/Narrow.tsx';
import { Button } from '../ui/Button.tsx';
import { Actions } from '../ui/form/Actions.tsx';

/** A page that could not be loaded or drawn: most often a new release went out, or the connection is gone. */
export function PageFailed({ error }: { error: Error }) {
  const sentence = navigator.onLine
    ? 'Reloading usually helps: a newer version may have been released while this page was open.'
    : 'You are offline. Please check your connection and try again.';
  return (
    <Narrow state="bad" title="This page could not be shown" lead={<span role="alert">{sentence}</span>}>
      <Actions>
        <Button onClick={() => location.reload()}>Try again</Button>
      </Actions>
      <p className="mt-8 border-t border-line pt-5 text-sm break-words text-muted">{error.message}</p>
    </Narrow>
  );
}
