import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect, useEffectEvent, useReducer, useRef, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { accountApi } from '#shared/accounts/account.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { searchTermApi } from '#shared/topics/searchTerm.ts';
import { call, reading, sentenceOf } from '#web/api/api.ts';
import { mailedDigest, pendingSearch, signedInHint } from '#web/api/session.ts';
import { useToken } from '#web/api/useToken.ts';
import { track } from '#web/consent/consent.ts';
import { CenteredPage } from '#web/layout/CenteredPage.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Actions, Button, ButtonAnchor, ButtonLink } from '#web/ui/Form.tsx';
import { toast } from '#web/ui/Notice.tsx';
import { ProgressBar, Spinner } from '#web/ui/Spinner.tsx';
import { useTimeout } from '#web/ui/useTimeout.ts';

export function VerifyEmailPage() {
  const token = useToken();
  return token ? <Verifying token={token} /> : <NoToken />;
}

const NoToken = () => (
  <CenteredPage
    state="bad"
    title="Invalid Verification Link"
    lead="No verification token provided. Please open the full link from the email."
  >
    <Actions>
      <ButtonAnchor href="/">Return Home</ButtonAnchor>
    </Actions>
  </CenteredPage>
);

function Verifying({ token }: { token: string }) {
  const answer = useQuery(reading(accountApi.verifyEmail, { query: { token } }));
  if (answer.isPending)
    return <CenteredPage state="working" title="Verifying Your Email" lead="This takes a moment." />;
  if (answer.isError || !answer.data.success) return <Failed error={answer.error} />;
  return <Verified {...answer.data} />;
}

const Failed = ({ error }: { error: Error | null }) => (
  <CenteredPage state="bad" title="Verification Failed" lead={error ? sentenceOf(error, invalid) : invalid}>
    <p className="mt-3 text-[0.9375rem] text-muted">
      Signing up again with the same address sends a new link.
    </p>
    <Actions>
      <ButtonLink to="/signup">Create New Account</ButtonLink>
      <ButtonLink to="/login" variant="secondary">
        Sign in
      </ButtonLink>
    </Actions>
  </CenteredPage>
);

const invalid = 'The verification link is invalid or has expired.';

/** The address is confirmed. Searches the topic stored in this tab, or else the one stored with the sign-up. */
function Verified({ user, pendingSearch: kept, signedIn }: ResponseOf<typeof accountApi.verifyEmail>) {
  const [topic] = useState(() => pendingSearch.get() ?? kept);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(leaving.current), []);

  const search = useImmediateSearch(topic, user.email, {
    onComplete: () => {
      pendingSearch.clear();
      if (!signedIn) mailedDigest.set();
      track('search_added');
      toast('good', 'Search Complete!', 'Check your email for the research digest!');
      const next = user.email ? `/dashboard?${new URLSearchParams({ email: user.email })}` : '/login';
      leaving.current = setTimeout(() => navigate(next), 1000);
    },
    onFailed: (error) => {
      toast('bad', 'Search Failed', sentenceOf(error, 'Failed to perform search'));
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
          {/* The sign-in page leads who is signed in already on to the dashboard. */}
          <ButtonLink to="/login" onClick={() => signedIn && signedInHint.set()}>
            Continue to Sign In
          </ButtonLink>
        </Actions>
      )}
      {search.progress && topic && (
        <ProcessingDialog progress={search.progress} topic={topic} onCancel={search.cancel} />
      )}
    </CenteredPage>
  );
}

type ProcessingDialogProps = { progress: Progress; topic: string; onCancel: () => void };

/** The progress of the first search, step by step. It can be canceled until it is complete. */
function ProcessingDialog({ progress, topic, onCancel }: ProcessingDialogProps) {
  const { percent, text } = steps[progress.step]!;
  const complete = isComplete(progress);
  return (
    <Dialog
      onClose={onCancel}
      dismissible={false}
      title={complete ? 'Search Complete!' : 'Processing your search'}
      description={<span dir="auto">“{topic}”</span>}
      footer={
        <>
          <p role="status" className="flex min-h-10 grow items-center font-semibold">
            {complete && 'Check your email for the research digest!'}
          </p>
          {!complete && (
            <Button variant="secondary" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </>
      }
    >
      <div className="flex items-center gap-4">
        <div className="grow">
          <ProgressBar label="Search" percent={percent} text={`${percent}%: ${text}`} />
        </div>
        <p className="w-12 shrink-0 text-right text-sm text-muted">{percent}%</p>
      </div>
      <ol className="mt-5 space-y-3">
        {steps.map((step, index) => (
          <li
            key={step.text}
            aria-current={index === progress.step ? 'step' : undefined}
            className={`flex items-center gap-3 ${index > progress.step ? 'text-muted' : index === progress.step && !complete ? 'font-semibold' : ''}`}
          >
            <span className="grid size-5 place-items-center">
              {index < progress.step || complete ? (
                <Check className="size-4.5 text-good" aria-label="Done" />
              ) : index === progress.step ? (
                <Spinner label={null} />
              ) : (
                <span className="size-1.5 rounded-full bg-edge" />
              )}
            </span>
            {step.text}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}

/**
 * Starts the first search and reports its progress, by the clock at first and by the response at the end; null while no search
 * runs.
 */
function useImmediateSearch(
  searchTerm: string | null,
  email: string,
  { onComplete, onFailed }: { onComplete: () => void; onFailed: (error: Error) => void },
) {
  const [running, setRunning] = useState<AbortController | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [progress, tell] = useReducer(
    (now: Progress, event: ProgressEvent | 'again') => (event === 'again' ? notStarted : advance(now, event)),
    notStarted,
  );

  const step = running && !progress.failed ? progress.step : null;
  useTimeout(() => tell('time'), step === null ? null : steps[step]!.for, step);

  const complete = isComplete(progress);
  const tellComplete = useEffectEvent(onComplete);
  useEffect(() => {
    if (complete) tellComplete();
  }, [complete]);

  const tellFailed = useEffectEvent(onFailed);
  useEffect(() => {
    if (error) tellFailed(error);
  }, [error]);

  const start = () => {
    if (!searchTerm) return;
    const abort = new AbortController();
    setRunning(abort);
    tell('again');
    call(searchTermApi.immediateSearch, { body: { email, searchTerm }, signal: abort.signal }).then(
      () => tell('replied'),
      (problem: Error) => {
        if (abort.signal.aborted) return;
        tell('failed');
        setError(problem);
      },
    );
  };

  const cancel = () => {
    running?.abort();
    setRunning(null);
  };

  return { progress: running ? progress : null, start, cancel };
}

/** The steps of the progress dialog. `for` is how long a step stays, in milliseconds. */
export const steps = [
  { percent: 10, text: 'Expanding search terms with AI', for: 1000 },
  { percent: 30, text: 'Searching PubMed, arXiv and bioRxiv', for: 1000 },
  { percent: 60, text: 'Analyzing papers with AI', for: 500 },
  { percent: 90, text: 'Sending email digest', for: null },
  { percent: 100, text: 'Search complete', for: null },
] as const;

/**
 * The current step. The first three steps end by the clock. The fourth waits for the server's response, so that
 * “complete” never appears before it is true. A failure appears at once.
 */
type Progress = { step: number; replied: boolean; failed: boolean };

export type ProgressEvent = 'time' | 'replied' | 'failed';

export const notStarted: Progress = { step: 0, replied: false, failed: false };

const [sending, complete] = [3, 4];

export function advance(progress: Progress, event: ProgressEvent): Progress {
  if (progress.failed || isComplete(progress)) return progress;
  if (event === 'failed') return { ...progress, failed: true };
  const replied = progress.replied || event === 'replied';
  const step = event === 'time' ? Math.min(progress.step + 1, sending) : progress.step;
  return { ...progress, replied, step: replied && step === sending ? complete : step };
}

export const isComplete = ({ step }: Progress): boolean => step === complete;
