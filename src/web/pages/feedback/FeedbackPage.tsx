import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useSearchParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { digestApi } from '#shared/digests/digest.ts';
import type { PaperState } from '#shared/papers/paper.ts';
import { deskApi } from '#shared/shelf/paperState.ts';
import { feedbackApi, type LinkedPaper } from '#shared/topics/feedback.ts';
import { call, reading, sentenceOf, useAction } from '#web/api/api.ts';
import { signedInHint } from '#web/api/session.ts';
import { useToken } from '#web/api/useToken.ts';
import { CenteredPage, WaysOut } from '#web/layout/CenteredPage.tsx';
import { Actions, Button } from '#web/ui/Form.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Refused } from '#web/ui/Notice.tsx';

interface Answer {
  state: PaperState;
  label: string;
  question: string;
  /** What the button does. */
  offer: string;
  said: string;
}

/** The three answers, as links of mails name them. */
const answers: Record<string, Answer> = {
  keep: {
    state: 'kept',
    label: 'Keep',
    question: 'Keep this paper?',
    offer: 'Confirm to put it on your shelf.',
    said: 'Kept on your shelf',
  },
  done: {
    state: 'done',
    label: 'Done',
    question: 'Done with this paper?',
    offer: 'Confirm to remove it from your new papers.',
    said: 'Done',
  },
  less: {
    state: 'not',
    label: 'Not for me',
    question: 'Not for you?',
    offer: 'Confirm to rank papers like this lower in your next digest.',
    said: 'You asked for less like this',
  },
};

/**
 * The page of the links under a paper of a digest mail. Opening a link changes nothing: mail scanners open links and run
 * pages, but press no buttons. A reader who is signed in comes to the paper in its digest instead.
 */
export function FeedbackPage() {
  const token = useToken();
  const [search] = useSearchParams();
  const isLeading = useDigestOfLink(search);
  const link = { params: { token: token ?? '' } };
  const paper = useQuery({ ...reading(feedbackApi.readLink, link), enabled: Boolean(token) && !isLeading });
  if (!token) return <Broken>Please open the full link from your digest.</Broken>;
  if (paper.isError) return <Broken>{sentenceOf(paper.error, 'Please try again later.')}</Broken>;
  if (!paper.data)
    return <CenteredPage state="working" title="A paper from your digest" lead="One moment." />;
  return (
    <Question
      token={token}
      paper={paper.data}
      asked={answers[search.get('verdict') ?? ''] ?? answers.keep!}
    />
  );
}

/** Leads a signed-in reader to the paper in its digest, with the answer made ready. True while that is found out. */
function useDigestOfLink(search: URLSearchParams): boolean {
  const [, id, number] = /^([\da-f-]{36})\.(\d{1,3})$/.exec(search.get('at') ?? '') ?? [];
  const digest = useQuery({
    queryKey: ['digest of a link', id],
    queryFn: ({ signal }) => call(digestApi.read, { params: { id: id! }, signal }),
    enabled: Boolean(id) && signedInHint.get(),
    retry: false,
  });
  useEffect(() => {
    if (digest.data)
      navigate(`/digests/${id}?answer=${search.get('verdict')}#paper-${number}`, { replace: true });
  }, [digest.data, id, number, search]);
  return digest.isLoading || Boolean(digest.data);
}

type QuestionProps = { token: string; paper: LinkedPaper; asked: Answer };

/** Asks before a paper is answered, then says what was done, with Undo. */
function Question({ token, paper: { title, term, verdict }, asked }: QuestionProps) {
  const action = useAction(deskApi.setByLink);
  const set = (state: PaperState) => action.mutate({ params: { token }, body: { state } });
  const isSaid = action.data
    ? action.data.state === asked.state
    : asked.state === 'not' && verdict === 'less';
  // What Undo gives back; a paper that had this answer before stays.
  const former = action.data?.former ?? 'new';
  return (
    <CenteredPage
      title={isSaid ? asked.said : asked.question}
      lead={
        isSaid
          ? undefined
          : `${action.data ? 'That was taken back.' : 'Nothing has changed yet.'} ${asked.offer}`
      }
    >
      <div className="mt-6 border-l-2 border-accent pl-4">
        <p className="font-serif text-xl leading-snug text-pretty wrap-anywhere" dir="auto">
          {title}
        </p>
        <p className="mt-1 text-sm text-muted wrap-anywhere">
          from a digest on <bdi>{term}</bdi>
        </p>
      </div>
      <p role="status" className={isSaid ? 'mt-6 leading-relaxed' : 'sr-only'}>
        {isSaid && (
          <>
            {former === asked.state && 'It was there already. '}
            {asked.state === 'kept' ? 'It is on' : `You find it under “${asked.label}” on`}{' '}
            <Link to={asked.state === 'kept' ? '/shelf' : `/shelf?state=${asked.state}`} className="link">
              your shelf
            </Link>
            .
          </>
        )}
      </p>
      <Refused error={action.error} otherwise="Your answer could not be saved. Please try again later." />
      {!(isSaid && former === asked.state) && (
        <Actions>
          <Button
            variant={isSaid ? 'secondary' : 'primary'}
            pending={action.isPending}
            // Ignore the second click of a double click: Undo has just replaced the button that the reader meant.
            onClick={({ detail }) => detail > 1 || set(isSaid ? former : asked.state)}
          >
            {isSaid ? 'Undo' : asked.label}
          </Button>
        </Actions>
      )}
      <WaysOut />
    </CenteredPage>
  );
}

const Broken = ({ children }: { children: ReactNode }) => (
  <CenteredPage state="bad" title="This link does not work" lead={<span role="alert">{children}</span>}>
    <WaysOut />
  </CenteredPage>
);
