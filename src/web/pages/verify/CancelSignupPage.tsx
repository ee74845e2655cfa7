import { accountApi } from '../../../shared/account.ts';
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
      <Narrow title="Invalid link" lead="Please use the link in the mail as it is.">
        <ButtonAnchor href="/" className="mt-7">
          Return Home
        </ButtonAnchor>
      </Narrow>
    );
  if (cancel.isSuccess)
    return (
      <Narrow title="Sign-up cancelled" lead={cancel.data.message}>
        <ButtonAnchor href="/" className="mt-7">
          Return Home
        </ButtonAnchor>
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
      <Button className="mt-7" pending={cancel.isPending} onClick={() => cancel.mutate({ body: { token } })}>
        Cancel this sign-up
      </Button>
    </Narrow>
  );
}
