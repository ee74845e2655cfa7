import { useRef } from 'react';
import { type Desk, deskApi } from '#shared/shelf/paperState.ts';
import { call, keyOf, queryClient } from '#web/api/api.ts';
import type { Answers } from '#web/papers/useAnswers.ts';

/**
 * Puts papers that have come since the desk was read before the others, which keep their places. Counts stay as the desk
 * had them before this visit's answers, which `grownBy` adds.
 */
export function withArrivals(before: Desk, now: Desk, grownBy: Answers['grownBy']): Desk {
  const known = new Set(before.papers.map(({ id }) => id));
  const topics = new Set([...Object.keys(before.unreadByTopic), ...Object.keys(now.unreadByTopic)]);
  return {
    ...now,
    since: before.since,
    papers: [...now.papers.filter(({ id }) => !known.has(id)), ...before.papers],
    next: before.next,
    unread: now.unread - grownBy('new'),
    kept: now.kept - grownBy('kept'),
    done: now.done - grownBy('done'),
    unreadByTopic: Object.fromEntries(
      [...topics].map((id) => [id, (now.unreadByTopic[id] ?? 0) - grownBy('new', id)]),
    ),
  };
}

/** Returns a function that reads the desk again, once the answers given so far are stored, for papers that have come. */
export function useArrivals({ sent, grownBy }: Answers): () => Promise<void> {
  const latest = useRef(grownBy);
  latest.current = grownBy;
  return async () => {
    await sent();
    // A failure leaves the desk as it is; a reload reads it again.
    const now = await call(deskApi.read).catch(() => null);
    if (now)
      queryClient.setQueryData<Desk>(keyOf(deskApi.read), (before) =>
        before ? withArrivals(before, now, latest.current) : now,
      );
  };
}
