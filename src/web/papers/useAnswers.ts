import { useCallback, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { type PaperState, paperStates } from '#shared/papers/paper.ts';
import { deskApi, type ReaderPaper } from '#shared/shelf/paperState.ts';
import { CallError, useAction, useOnline } from '#web/api/api.ts';
import { local } from '#web/api/storage.ts';
import { toast } from '#web/ui/Notice.tsx';

export type Answers = ReturnType<typeof useAnswers>;

type Answer = { termId: string | null; former: PaperState; now: PaperState };

/**
 * The reader's answers of this visit, shown at once. A failed answer is undone. An offline answer is stored in this
 * browser and sent when the connection returns. `words` replace the texts.
 */
export function useAnswers(userId: string, words: Partial<typeof usualWords> = {}) {
  const [states, setStates] = useState(new Map<string, Answer>());
  const [said, setSaid] = useState('');
  const given = useRef<ReaderPaper[]>([]);
  const show = ({ id, termId, state: former }: ReaderPaper, now: PaperState) =>
    setStates((before) => new Map(before).set(id, { termId, former: before.get(id)?.former ?? former, now }));
  const sending = useRef<Promise<unknown>>(Promise.resolve());
  const send = useAction(deskApi.setState, {
    // One after the other, so that an undo never overtakes its answer.
    scope: { id: 'answers' },
    onError: (error, { params, body }) => {
      if (error instanceof CallError && error.received === 0) {
        keep(userId, { id: params!.id, termId: body!.termId ?? null, state: body!.state });
        return;
      }
      setStates((before) => new Map([...before].filter(([id]) => id !== params!.id)));
      toast('bad', 'Answer Not Saved', error.message);
    },
  });
  const { mutate, mutateAsync } = send;
  const online = useOnline();
  useEffect(() => {
    if (!online) return;
    const waiting = readWaiting(userId);
    writeWaiting(userId, []);
    for (const { id, ...body } of waiting) mutate({ params: { id }, body });
  }, [online, userId, mutate]);

  /** The text that replaces a paper with this answer. */
  const saidOf = (state: PaperState) => words[state] ?? usualWords[state];
  const answer = (paper: ReaderPaper, state: PaperState) => {
    const others = given.current.filter(({ id }) => id !== paper.id);
    given.current = state === paper.state ? others : [...others, paper];
    show(paper, state);
    setSaid(`${saidOf(state)}: ${paper.paper.title}`);
    // `onError` above handles a failure.
    sending.current = mutateAsync({ params: { id: paper.id }, body: { termId: paper.termId, state } }).catch(
      () => undefined,
    );
  };
  /** Resolves once the server has every answer given so far, or has refused it. */
  const sent = useCallback(async () => void (await sending.current), []);
  return {
    stateOf: ({ id, state }: ReaderPaper): PaperState => states.get(id)?.now ?? state,
    answer,
    saidOf,
    /** Undoes the last answer of this visit and returns its paper; null if there is none. */
    undo: () => {
      const last = given.current.at(-1);
      if (last) answer(last, last.state);
      return last ?? null;
    },
    /** The text for screen readers to announce. */
    said,
    /** How many papers a list, or a topic's part of it, gained in this visit; negative if it lost some. */
    grownBy: (state: PaperState, termId?: string) =>
      [...states.values()].reduce(
        (sum, one) =>
          termId && one.termId !== termId
            ? sum
            : sum + Number(one.now === state) - Number(one.former === state),
        0,
      ),
    sent,
  };
}

/** Whether a paper can be answered: not if it came with a topic that is deleted, unless it was answered before. */
export const canAnswer = ({ termId, state }: Pick<ReaderPaper, 'termId' | 'state'>): boolean =>
  termId !== null || state !== 'new';

const usualWords: Record<PaperState, string> = {
  new: 'Back among the new papers',
  kept: 'Kept on your shelf',
  done: 'Done',
  not: 'Not for me: fewer like this',
};

const keep = (userId: string, answer: WaitingAnswer): void =>
  writeWaiting(userId, [...readWaiting(userId).filter(({ id }) => id !== answer.id), answer]);

const waitingAnswer = z.object({ id: z.string(), termId: z.string().nullable(), state: z.enum(paperStates) });
/** An answer given while offline. */
type WaitingAnswer = z.infer<typeof waitingAnswer>;

const keyOf = (userId: string): string => `answers ${userId}`;

/** A reader's answers that this browser sends once it is online, oldest first. */
function readWaiting(userId: string): WaitingAnswer[] {
  try {
    return z.array(waitingAnswer).parse(JSON.parse(local.getItem(keyOf(userId)) ?? '[]'));
  } catch {
    return [];
  }
}

function writeWaiting(userId: string, answers: WaitingAnswer[]): void {
  if (answers.length) local.setItem(keyOf(userId), JSON.stringify(answers));
  else local.removeItem(keyOf(userId));
}
