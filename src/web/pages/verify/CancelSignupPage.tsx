import { accountApi } from '#shared/accounts/account.ts';
import { useAction } from '#web/api/query.ts';
import { useToken } from '#web/api/useToken.ts';
import { CenteredPage } from '#web/layout/CenteredPage.tsx';
import { Button, ButtonAnchor } from '#web/ui/Button.tsx';
import { Actions } from '#web/ui/form/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';

/** “This was not me” in the verification mail. Opening the link changes nothing; the button does. */
export function CancelSignupPage() {
  const token = useToken();
  const cancel = useAction(accountApi.cancelSignup);
  if (!token)
    return (
      <CenteredPage state="bad" title="Invalid link" lead="Please open the full link from the email.">
        <Actions>
          <ButtonAnchor href="/">Return Home</ButtonAnchor>
        </Actions>
      </CenteredPage>
    );
  if (cancel.isSuccess)
    return (
      <CenteredPage state="good" title="Sign-up canceled" lead={cancel.data.message}>
        <Actions>
          <ButtonAnchor href="/">Return Home</ButtonAnchor>
        </Actions>
      </CenteredPage>
    );
  return (
    <CenteredPage
      title="Was this not you?"
      lead="Someone signed up for Litwatch with your address. If it was not you, cancel it here: the link in that mail stops working, and nothing more is sent."
    >
      {cancel.isError && (
        <Notice tone="bad" className="mt-5">
          {cancel.error.message}
        </Notice>
      )}
      <Actions>
        <Button pending={cancel.isPending} onClick={() => cancel.mutate({ body: { token } })}>
          Cancel this sign-up
        </Button>
      </Actions>
    </CenteredPage>
  );
}
