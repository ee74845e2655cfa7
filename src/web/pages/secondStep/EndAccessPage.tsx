import { apiTokenApi } from '#shared/accounts/apiToken.ts';
import { useAction } from '#web/api/query.ts';
import { useToken } from '#web/api/useToken.ts';
import { CenteredPage } from '#web/layout/CenteredPage.tsx';
import { Button, ButtonAnchor } from '#web/ui/Button.tsx';
import { Actions } from '#web/ui/form/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';

/** Ends API tokens and feeds, from the mail about a new password. Opening the link changes nothing; the button does. */
export function EndAccessPage() {
  const token = useToken();
  const end = useAction(apiTokenApi.endAll);
  const home = (
    <Actions>
      <ButtonAnchor href="/dashboard">Go to your dashboard</ButtonAnchor>
    </Actions>
  );
  if (!token)
    return (
      <CenteredPage state="bad" title="Invalid link" lead="Please open the full link from the email.">
        {home}
      </CenteredPage>
    );
  if (end.isSuccess)
    return (
      <CenteredPage state="good" title="Access ended" lead={end.data.message}>
        {home}
      </CenteredPage>
    );
  return (
    <CenteredPage
      title="End API tokens and feeds?"
      lead="Scripts, language models and feed readers that read for your account will stop. You can set them up anew under More Settings."
    >
      {end.isError && (
        <Notice tone="bad" className="mt-5">
          {end.error.message}
        </Notice>
      )}
      <Actions>
        <Button variant="danger" pending={end.isPending} onClick={() => end.mutate({ body: { token } })}>
          End API tokens and feeds
        </Button>
      </Actions>
    </CenteredPage>
  );
}
