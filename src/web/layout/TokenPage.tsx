import { useMutation } from '@tanstack/react-query';
import { useToken } from '#web/api/useToken.ts';
import { Button, ButtonAnchor } from '#web/ui/Button.tsx';
import { Actions } from '#web/ui/form/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { CenteredPage } from './CenteredPage.tsx';

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
      {action.isError && (
        <Notice tone="bad" className="mt-5">
          {action.error.message}
        </Notice>
      )}
      <Actions>
        <Button
          {...(danger ? { variant: 'danger' as const } : {})}
          pending={action.isPending}
          onClick={() => action.mutate(token)}
        >
          {button}
        </Button>
      </Actions>
    </CenteredPage>
  );
}
