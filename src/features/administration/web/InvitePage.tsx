import { useEffect, useState } from 'react';
import { useAction } from '#web/api/api.ts';
import { useToken } from '#web/api/useToken.ts';
import { CenteredPage, WaysOut } from '#web/layout/CenteredPage.tsx';
import { Page } from '#web/layout/Page.tsx';
import { AccountCreated } from '#web/pages/auth/AccountCreated.tsx';
import { SignUp } from '#web/pages/auth/SignUp.tsx';
import { Loading } from '#web/ui/Spinner.tsx';
import { invitationApi } from '../contract.ts';

/** Sign-up with an invitation link. */
export function InvitePage() {
  const token = useToken();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const check = useAction(invitationApi.check);
  const { mutate } = check;
  useEffect(() => mutate({ body: { token: token || '-' } }), [mutate, token]);
  if (sentTo)
    return (
      <Page className="max-w-md py-6 sm:py-10">
        <AccountCreated email={sentTo} pending={null} />
      </Page>
    );
  if (check.data?.open)
    return (
      <CenteredPage
        title="You are invited"
        lead="Create your account to follow topics and read what is new on them."
      >
        <div className="mt-7">
          <SignUp pending={null} invitation={token} onCreated={setSentTo} />
        </div>
      </CenteredPage>
    );
  if (check.isPending || check.isIdle) return <Loading />;
  const [title, lead] = check.isError
    ? ['This invitation could not be checked', check.error.message]
    : [
        'This invitation cannot be used',
        'It has been used, has expired or was withdrawn. Please ask for a new one.',
      ];
  return (
    <CenteredPage state="bad" title={title} lead={lead}>
      <WaysOut />
    </CenteredPage>
  );
}
