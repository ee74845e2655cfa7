import { useEffect, useEffectEvent, useReducer, useState } from 'react';
import { searchTermApi } from '#shared/topics/searchTerm.ts';
import { call } from '#web/api/api.ts';
import { advance, isComplete, notStarted, type Progress, type ProgressEvent, steps } from './progress.ts';

interface ImmediateSearch {
  /** Null while no search runs. */
  progress: Progress | null;
  start: () => void;
  cancel: () => void;
}

interface Outcome {
  onComplete: () => void;
  onFailed: (error: Error) => void;
}

/** Starts the first search and reports its progress, by the clock at first and by the response at the end. */
export function useImmediateSearch(
  searchTerm: string | null,
  email: string,
  { onComplete, onFailed }: Outcome,
): ImmediateSearch {
  const [running, setRunning] = useState<AbortController | null>(null);
  const [error, setError] = useState<Error | null>(null);
  const [progress, tell] = useReducer(
    (now: Progress, event: ProgressEvent | 'again') => (event === 'again' ? notStarted : advance(now, event)),
    notStarted,
  );

  const step = running && !progress.failed ? progress.step : null;
  useEffect(() => {
    const time = step === null ? null : steps[step]!.for;
    if (time === null) return;
    const timer = setTimeout(() => tell('time'), time);
    return () => clearTimeout(timer);
  }, [step]);

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
