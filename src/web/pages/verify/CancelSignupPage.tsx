import { accountApi } from '../../../shared/account.ts';
import { Actions } from '../../parts/Actions.tsx';
import { Button, ButtonAnchor } from '../../parts/Button.tsx';
import { Narrow } from '../../parts/Narrow.tsx';
import { Notice } from '../../parts/Notice.tsx';
import { useAction } from '../../query.ts';
import { useToken } from '../../useToken.ts';

/** “This was not me”, from the verification mail. Opening the link changes nothing; the button does. */
export function CancelSignupPage() {
  const token = useToken();
  const cancel = useAction(accountApi.cancelSignup);
  if (!token)
    return (
      <Narrow state="bad" title="Invalid link" lead="Please use the link in the mail as it is.">
        <Actions>
          <ButtonAnchor href="/">Return Home</ButtonAnchor>
        </Actions>
      </Narrow>
    );
  if (cancel.isSuccess)
    return (
      <Narrow state="good" title="Sign-up cancelled" lead={cancel.data.message}>
        <Actions>
          <ButtonAnchor href="/">Return Home</ButtonAnchor>
        </Actions>
      </Narrow>
    );
  return (
    <Narrow
      title="Was this not you?"
      lead="Somebody signed up for Litwatch with your address. If it was not you, cancel it here: the link in that mail stops working, and nothing more is sent."
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
    </Narrow>
  );
}
