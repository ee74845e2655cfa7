import { deskApi } from '#shared/shelf/paperState.ts';
import type { LinkedPaper } from '#shared/topics/feedback.ts';
import { sentenceOf } from '#web/api/api.ts';
import { useAction } from '#web/api/query.ts';
import { CenteredPage, WaysOut } from '#web/layout/CenteredPage.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Actions } from '#web/ui/Form.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Notice } from '#web/ui/Notice.tsx';

/** Asks before putting a paper from a mail on the shelf, then confirms it, with Undo. */
export function KeepQuestion({ token, paper: { title, term } }: { token: string; paper: LinkedPaper }) {
  const action = useAction(deskApi.setByLink);
  const set = (state: 'kept' | 'new' | 'done' | 'not') =>
    action.mutate({ params: { token }, body: { state } });
  const isKept = action.data?.state === 'kept';
  const former = action.data?.former ?? 'kept';
  return (
    <CenteredPage
      title={isKept ? 'Kept on your shelf' : 'Keep this paper?'}
      lead={
        isKept
          ? undefined
          : `${action.data ? 'It is no longer kept.' : 'Nothing has changed yet.'} Confirm to put it on your shelf.`
      }
    >
      <LinkedTitle title={title} term={term} />
      <p role="status" className={isKept ? 'mt-6 leading-relaxed' : 'sr-only'}>
        {isKept && (
          <>
            {former === 'kept' && 'It was there already. '}You find it on{' '}
            <Link to="/shelf" className="link">
              your shelf
            </Link>
            .
          </>
        )}
      </p>
      {action.error && (
        <Notice tone="bad" className="mt-5">
          {sentenceOf(action.error, 'The paper could not be kept. Please try again later.')}
        </Notice>
      )}
      <Actions>
        {isKept ? (
          former !== 'kept' && (
            <Button
              variant="secondary"
              pending={action.isPending}
              // Ignore the second click of a double click: this button has just replaced the one the reader meant.
              onClick={({ detail }) => detail > 1 || set(former)}
            >
              Undo
            </Button>
          )
        ) : (
          <Button pending={action.isPending} onClick={({ detail }) => detail > 1 || set('kept')}>
            Keep
          </Button>
        )}
      </Actions>
      <WaysOut />
    </CenteredPage>
  );
}

/** The paper that a mail's link refers to. */
export const LinkedTitle = ({ title, term }: { title: string; term: string }) => (
  <div className="mt-6 border-l-2 border-accent pl-4">
    <p className="font-serif text-xl leading-snug text-pretty wrap-anywhere" dir="auto">
      {title}
    </p>
    <p className="mt-1 text-sm text-muted wrap-anywhere">
      from a digest on <bdi>{term}</bdi>
    </p>
  </div>
);
