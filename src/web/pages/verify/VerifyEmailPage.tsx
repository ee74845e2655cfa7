import { useQuery } from '@tanstack/react-query';
import { accountApi } from '#shared/accounts/account.ts';
import { sentenceOf } from '#web/api/api.ts';
import { reading } from '#web/api/query.ts';
import { useToken } from '#web/api/useToken.ts';
import { CenteredPage } from '#web/layout/CenteredPage.tsx';
import { ButtonAnchor, ButtonLink } from '#web/ui/Button.tsx';
import { Actions } from '#web/ui/Form.tsx';
import { Verified } from './Verified.tsx';

export function VerifyEmailPage() {
  const token = useToken();
  return token ? <Verifying token={token} /> : <NoToken />;
}

const NoToken = () => (
  <CenteredPage
    state="bad"
    title="Invalid Verification Link"
    lead="No verification token provided. Please open the full link from the email."
  >
    <Actions>
      <ButtonAnchor href="/">Return Home</ButtonAnchor>
    </Actions>
  </CenteredPage>
);

function Verifying({ token }: { token: string }) {
  const answer = useQuery(reading(accountApi.verifyEmail, { query: { token } }));
  if (answer.isPending)
    return <CenteredPage state="working" title="Verifying Your Email" lead="This takes a moment." />;
  if (answer.isError || !answer.data.success) return <Failed error={answer.error} />;
  return <Verified {...answer.data} />;
}

const Failed = ({ error }: { error: Error | null }) => (
  <CenteredPage state="bad" title="Verification Failed" lead={error ? sentenceOf(error, invalid) : invalid}>
    <p className="mt-3 text-[0.9375rem] text-muted">
      Signing up again with the same address sends a new link.
    </p>
    <Actions>
      <ButtonLink to="/signup">Create New Account</ButtonLink>
      <ButtonLink to="/login" variant="secondary">
        Sign in
      </ButtonLink>
    </Actions>
  </CenteredPage>
);

const invalid = 'The verification link is invalid or has expired.';
