import { useQuery } from '@tanstack/react-query';
import { accountApi } from '../../../shared/account.ts';
import { sentenceOf } from '../../api.ts';
import { ButtonAnchor, ButtonLink } from '../../parts/Button.tsx';
import { Narrow } from '../../parts/Narrow.tsx';
import { Spinner } from '../../parts/Spinner.tsx';
import { reading } from '../../query.ts';
import { useToken } from '../../useToken.ts';
import { Verified } from './Verified.tsx';

export function VerifyEmailPage() {
  const token = useToken();
  return token ? <Verifying token={token} /> : <NoToken />;
}

const NoToken = () => (
  <Narrow
    title="Invalid Verification Link"
    lead="No verification token provided. Please use the link in the mail as it is."
  >
    <ButtonAnchor href="/" className="mt-7">
      Return Home
    </ButtonAnchor>
  </Narrow>
);

function Verifying({ token }: { token: string }) {
  const answer = useQuery(reading(accountApi.verifyEmail, { query: { token } }));
  if (answer.isPending)
    return (
      <Narrow title="Verifying Your Email" lead="This takes a moment.">
        <div className="mt-7 text-accent">
          <Spinner label="Verifying" className="size-7" />
        </div>
      </Narrow>
    );
  if (answer.isError || !answer.data.success) return <Failed error={answer.error} />;
  return <Verified {...answer.data} />;
}

const Failed = ({ error }: { error: Error | null }) => (
  <Narrow title="Verification Failed" lead={error ? sentenceOf(error, invalid) : invalid}>
    <p className="mt-3 text-[0.9375rem] text-muted">
      Signing up again with the same address sends a new link.
    </p>
    <div className="mt-7 flex flex-wrap gap-3">
      <ButtonLink to="/signup">Create New Account</ButtonLink>
      <ButtonLink to="/login" variant="secondary">
        Sign in
      </ButtonLink>
    </div>
  </Narrow>
);

const invalid = 'The verification link is invalid or has expired.';
