import { useMutation } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSupportMail } from '#web/api/api.ts';
import { useToken } from '#web/api/useToken.ts';
import { Actions, Button, ButtonAnchor } from '#web/ui/Form.tsx';
import { Refused } from '#web/ui/Notice.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { Page, PageTitle } from './Page.tsx';

interface CenteredPageProps {
  title: string;
  tab?: string;
  lead?: ReactNode;
  /** An icon above the title. All icons are the same size, so that the title stays in place. */
  state?: 'working' | 'waiting' | 'good' | 'bad';
  children?: ReactNode;
}

/** A page with a single question or result. */
export const CenteredPage = ({ title, tab, lead, state, children }: CenteredPageProps) => (
  <Page className="max-w-md py-10 sm:py-16">
    {state && <div className="mb-4 flex h-9">{marks[state]}</div>}
    <PageTitle tab={tab} className="font-serif text-3xl leading-tight font-semibold">
      {title}
    </PageTitle>
    {lead && <p className="mt-2.5 leading-relaxed text-muted">{lead}</p>}
    {children}
  </Page>
);

/** Decorative: the title says the same. */
const marks = {
  working: (
    <span className="text-accent">
      <Spinner label={null} className="size-9" />
    </span>
  ),
  waiting: <Clock className="size-9 text-muted" strokeWidth={1.75} />,
  good: <CircleCheck className="size-9 text-good" strokeWidth={1.75} />,
  bad: <CircleAlert className="size-9 text-bad" strokeWidth={1.75} />,
};

export function WaysOut() {
  const support = useSupportMail();
  return (
    <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2 border-t border-line pt-5 text-[0.9375rem]">
      <a className="link alone" href="/">
        Go to the homepage
      </a>
      {support && (
        <a className="link alone" href={support}>
          Contact support
        </a>
      )}
    </p>
  );
}

interface TokenPageProps {
  /** The page's question, and the button's label. */
  title: string;
  lead: string;
  button: string;
  danger?: boolean;
  /** The title once it is done; the text comes from the response. */
  done: string;
  /** The link shown afterwards. */
  home: { href: string; label: string };
  act: (token: string) => Promise<{ message: string }>;
}

/** The page of a mailed link. Opening it changes nothing; pressing its button does. */
export function TokenPage({ title, lead, button, danger = false, done, home, act }: TokenPageProps) {
  const token = useToken();
  const action = useMutation({ mutationFn: act });
  const leave = (
    <Actions>
      <ButtonAnchor href={home.href}>{home.label}</ButtonAnchor>
    </Actions>
  );
  if (!token)
    return (
      <CenteredPage state="bad" title="Invalid link" lead="Please open the full link from the email.">
        {leave}
      </CenteredPage>
    );
  if (action.isSuccess)
    return (
      <CenteredPage state="good" title={done} lead={action.data.message}>
        {leave}
      </CenteredPage>
    );
  return (
    <CenteredPage title={title} lead={lead}>
      <Refused error={action.error} />
      <Actions>
        <Button
          variant={danger ? 'danger' : 'primary'}
          pending={action.isPending}
          onClick={() => action.mutate(token)}
        >
          {button}
        </Button>
      </Actions>
    </CenteredPage>
  );
}
