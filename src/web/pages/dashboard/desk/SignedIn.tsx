import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { type Me, visitApi } from '#shared/accounts/me.ts';
import { CallError } from '#web/api/api.ts';
import { reading } from '#web/api/query.ts';
import { sessionEnded, signedInHint } from '#web/api/session.ts';
import { Page, PageTitle } from '#web/layout/Page.tsx';
import { ErrorState } from '#web/ui/Notice.tsx';
import { PageOutline } from '#web/ui/Spinner.tsx';
import { ReaderPage } from './ReaderPage.tsx';

interface SignedInProps {
  /** Title of the tab. */
  tab: string;
  children: (me: Me) => ReactNode;
}

/** Checks the session before a page is drawn. Without one the browser goes to /auth and returns after sign-in. */
export function SignedIn({ tab, children }: SignedInProps) {
  const { data, error, refetch } = useQuery(reading(visitApi.me));
  const unreachable = error instanceof CallError && (error.received === 0 || error.received >= 500);
  useEffect(() => {
    if (error && !unreachable) sessionEnded();
    // A passkey or single sign-on bypasses the form that would record this.
    if (data) signedInHint.set();
  }, [data, error, unreachable]);

  if (data)
    return (
      <ReaderPage me={data.user}>
        <PageTitle tab={tab} hidden />
        {children(data.user)}
      </ReaderPage>
    );
  if (unreachable)
    return (
      <Page className="max-w-2xl py-16">
        <PageTitle className="mb-6 font-serif text-3xl font-semibold">Could not check your sign-in</PageTitle>
        <ErrorState title="Your session could not be checked" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      </Page>
    );
  return (
    <ReaderPage>
      <PageTitle tab={tab} hidden />
      <PageOutline title={tab} />
    </ReaderPage>
  );
}
