import { useEffect, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import type { accountApi } from '#shared/accounts/account.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { sentenceOf } from '#web/api/api.ts';
import { pendingSearch } from '#web/api/session.ts';
import { track } from '#web/consent/analytics.ts';
import { CenteredPage } from '#web/layout/CenteredPage.tsx';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { Actions } from '#web/ui/Form.tsx';
import { toast } from '#web/ui/toast.tsx';
import { ProcessingDialog } from './ProcessingDialog.tsx';
import { useImmediateSearch } from './useImmediateSearch.ts';

/** The address is confirmed. Searches the topic stored in this tab, or else the one stored with the sign-up. */
export function Verified({ user, pendingSearch: kept }: ResponseOf<typeof accountApi.verifyEmail>) {
  const [topic] = useState(() => pendingSearch.get() ?? kept);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);

  const search = useImmediateSearch(topic, user.email, {
    onComplete: () => {
      pendingSearch.clear();
      track('search_added');
      toast({
        tone: 'good',
        title: 'Search Complete!',
        description: 'Check your email for the research digest!',
      });
      const next = user.email ? `/dashboard?${new URLSearchParams({ email: user.email })}` : '/login';
      leaving.current = setTimeout(() => navigate(next), 1000);
    },
    onFailed: (error) => {
      toast({
        tone: 'bad',
        title: 'Search Failed',
        description: sentenceOf(error, 'Failed to perform search'),
      });
      navigate('/login');
    },
  });

  return (
    <CenteredPage
      title="Email Verified Successfully!"
      state="good"
      lead={topic ? 'Your account is ready, and so is your search.' : 'Your account is ready.'}
    >
      {topic ? (
        <>
          <p className="mt-5 border-l-2 border-accent pl-4 font-serif text-xl" dir="auto">
            {topic}
          </p>
          <Actions>
            <Button onClick={search.start} pending={search.progress !== null}>
              Process Search &amp; Continue
            </Button>
          </Actions>
        </>
      ) : (
        <Actions>
          <ButtonLink to="/login">Continue to Sign In</ButtonLink>
        </Actions>
      )}
      {search.progress && topic && (
        <ProcessingDialog progress={search.progress} topic={topic} onCancel={search.cancel} />
      )}
    </CenteredPage>
  );
}
