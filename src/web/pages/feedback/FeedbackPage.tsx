import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { deskApi } from '#shared/shelf/paperState.ts';
import { feedbackApi, type LinkedPaper, type Verdict, verdicts } from '#shared/topics/feedback.ts';
import { sentenceOf } from '#web/api/api.ts';
import { keyOf, queryClient, reading, useAction } from '#web/api/query.ts';
import { useToken } from '#web/api/useToken.ts';
import { CenteredPage, WaysOut } from '#web/layout/CenteredPage.tsx';
import { effectOf, verdictLabels } from '#web/papers/verdict.ts';
import { Button } from '#web/ui/Button.tsx';
import { Actions } from '#web/ui/Form.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Notice } from '#web/ui/Notice.tsx';

/**
 * The page of “Keep”, “More like this” and “Not for me” links in a digest mail. Opening a link changes nothing: mail
 * scanners open links and run pages, but press no buttons.
 */
export function FeedbackPage() {
  const token = useToken();
  const [search] = useSearchParams();
  const asked = verdicts.find((verdict) => verdict === search.get('verdict')) ?? null;
  if (!token) return <Broken>Please open the full link from your digest.</Broken>;
  return <Opened token={token} asked={asked} isKeep={search.get('verdict') === 'keep'} />;
}

function Opened({ token, asked, isKeep }: { token: string; asked: Verdict | null; isKeep: boolean }) {
  const link = { params: { token } };
  const paper = useQuery(reading(feedbackApi.readLink, link));
  const action = useAction(feedbackApi.sayByLink, {
    onSuccess: (said) => queryClient.setQueryData(keyOf(feedbackApi.readLink, link), said),
  });
  if (paper.isError) return <Broken>{sentenceOf(paper.error, 'Please try again later.')}</Broken>;
  if (!paper.data) return <Working />;
  if (isKeep) return <KeepQuestion token={token} paper={paper.data} />;
  const said = action.isSuccess || (asked !== null && paper.data.verdict === asked);
  return (
    <Question
      paper={paper.data}
      asked={asked}
      said={said}
      failure={
        action.error && sentenceOf(action.error, 'Your feedback could not be saved. Please try again later.')
      }
      pending={action.isPending}
      onSay={(verdict) => action.mutate({ ...link, body: { verdict } })}
    />
  );
}

interface QuestionProps {
  paper: LinkedPaper;
  asked: Verdict | null;
  /** True once the feedback in `paper` is stored. Until then the page asks for confirmation. */
  said: boolean;
  failure: string | null;
  pending: boolean;
  onSay: (verdict: Verdict | null) => void;
}

function Question({ paper: { title, term, verdict }, asked, said, failure, pending, onSay }: QuestionProps) {
  const choices = said ? (verdict ? [null, other[verdict]] : verdicts) : asked ? [asked] : verdicts;
  return (
    <CenteredPage
      title={said ? done[verdict ?? 'none'] : questions[asked ?? 'none']}
      lead={said ? undefined : `Nothing has changed yet. ${asked ? offers[asked] : ''}`}
    >
      <LinkedTitle title={title} term={term} />
      <p role="status" className={said ? 'mt-6 leading-relaxed' : 'sr-only'}>
        {said && effectOf(verdict, term)}
      </p>
      {failure && (
        <Notice tone="bad" className="mt-5">
          {failure}
        </Notice>
      )}
      <Actions>
        {choices.map((choice, at) => (
          <Button
            key={at === 0 ? 'first' : 'second'}
            variant={said || at ? 'secondary' : 'primary'}
            pending={pending}
            // Ignore the second click of a double click: this button has just replaced the one the reader meant.
            onClick={({ detail }) => detail > 1 || onSay(choice)}
          >
            {choice ? verdictLabels[choice] : 'Undo'}
          </Button>
        ))}
      </Actions>
      <p className="mt-8 text-[0.9375rem] text-muted">
        You can see and undo all your feedback on the page of each topic on{' '}
        <Link to="/dashboard" className="link">
          your dashboard
        </Link>
        .
      </p>
      <WaysOut />
    </CenteredPage>
  );
}

const other: Record<Verdict, Verdict> = { more: 'less', less: 'more' };
const questions = {
  more: 'More like this?',
  less: 'Not for you?',
  none: 'Was this paper useful to you?',
};
const offers: Record<Verdict, string> = {
  more: 'Confirm to rank papers like this higher in your next digest.',
  less: 'Confirm to rank papers like this lower in your next digest.',
};
const done = {
  more: 'You asked for more like this',
  less: 'You asked for less like this',
  none: 'Feedback removed',
};

const Working = () => <CenteredPage state="working" title="A paper from your digest" lead="One moment." />;

const Broken = ({ children }: { children: ReactNode }) => (
  <CenteredPage state="bad" title="This link does not work" lead={<span role="alert">{children}</span>}>
    <WaysOut />
  </CenteredPage>
);

/** Asks before putting a paper from a mail on the shelf, then confirms it, with Undo. */
function KeepQuestion({ token, paper: { title, term } }: { token: string; paper: LinkedPaper }) {
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
            {former === 'kept' && 'It was there already. '}It is on{' '}
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
const LinkedTitle = ({ title, term }: { title: string; term: string }) => (
  <div className="mt-6 border-l-2 border-accent pl-4">
    <p className="font-serif text-xl leading-snug text-pretty wrap-anywhere" dir="auto">
      {title}
    </p>
    <p className="mt-1 text-sm text-muted wrap-anywhere">
      from a digest on <bdi>{term}</bdi>
    </p>
  </div>
);
