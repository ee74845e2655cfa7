import { unsubscribeApi } from '#shared/mail/unsubscribe.ts';
import { useAction } from '#web/api/query.ts';
import { CenteredPage, WaysOut } from '#web/layout/CenteredPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Actions } from '#web/ui/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';

interface DoneByLinkProps {
  token: string;
  /** The link's parameters, in the API's form. */
  scope: { all?: '1' };
  title: string;
  lead: string;
  term: string | null;
  /** The undo button's label, and the title after undoing. */
  undo: string;
  undone: string;
}

/** Says what a mail's link did, with a button that undoes it. */
export function DoneByLink({ token, scope, title, lead, term, undo, undone }: DoneByLinkProps) {
  const takeBack = useAction(unsubscribeApi.undo);
  if (takeBack.isSuccess)
    return (
      <CenteredPage state="good" title={undone} lead={takeBack.data.message}>
        <WaysOut />
      </CenteredPage>
    );
  return (
    <CenteredPage state="good" title={title} lead={lead}>
      {term && (
        <p className="mt-5 border-l-2 border-accent pl-4 font-serif text-xl" dir="auto">
          {term}
        </p>
      )}
      {takeBack.isError && (
        <Notice tone="bad" className="mt-5">
          {takeBack.error.message}
        </Notice>
      )}
      <Actions>
        <Button
          variant="secondary"
          pending={takeBack.isPending}
          onClick={() => takeBack.mutate({ params: { token }, query: scope })}
        >
          {undo}
        </Button>
      </Actions>
      <WaysOut />
    </CenteredPage>
  );
}
