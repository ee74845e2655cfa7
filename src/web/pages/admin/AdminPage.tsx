import type { Me } from '#shared/accounts/me.ts';
import { PageTitle } from '#web/layout/Page.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { SignedIn } from '../dashboard/desk/SignedIn.tsx';
import { Acts } from './Acts.tsx';
import { Banner } from './Banner.tsx';
import { Invitations } from './Invitations.tsx';
import { Overview } from './Overview.tsx';
import { Readers } from './Readers.tsx';

/** Everything an administrator manages. The server decides who is an administrator. */
export const AdminPage = () => (
  <SignedIn tab="Administration">
    {(me) => (me.isAdmin ? <Administration me={me} /> : <ForOthers />)}
  </SignedIn>
);

const Administration = ({ me }: { me: Me }) => (
  <>
    <PageTitle tab="Administration" className="font-serif text-3xl leading-tight font-semibold">
      Administration
    </PageTitle>
    <div className="mt-9 space-y-12">
      <Overview />
      <Readers me={me} />
      <Invitations />
      <Banner />
      <Acts />
    </div>
  </>
);

const ForOthers = () => (
  <>
    <PageTitle tab="Administration" className="mb-6 font-serif text-3xl leading-tight font-semibold">
      Administration
    </PageTitle>
    <Notice>This page is for the administrators of this server.</Notice>
  </>
);
