import { CirclePause, CirclePlay } from 'lucide-react';
import type { Me } from '#shared/accounts/me.ts';
import { can } from '#shared/billing/plan.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { buttonClass } from '#web/ui/buttonClass.ts';
import { useSetActive, useTopics } from '../desk/topicActions.ts';

/** Why a topic gets no digests, and what to do about it. */
export function Paused({ me, term }: { me: Me; term: SearchTerm }) {
  const room = useRoom(me);
  if (!room.yes)
    return (
      <p className="mt-2.5 text-sm">
        Nothing is searched or mailed for this topic. {room.because} Or delete another topic to search this
        one.
      </p>
    );
  return (
    <p className="mt-2.5 text-sm">
      This topic is paused. Nothing is searched or mailed until{' '}
      {term.resumeOn ? (
        <>
          it resumes automatically on <AbsoluteDate value={term.resumeOn} zone="UTC" weekday />.
        </>
      ) : (
        'you resume it.'
      )}
    </p>
  );
}

/** Pauses a topic or resumes it: one button that keeps its place and the focus. */
export function Pause({ me, term }: { me: Me; term: SearchTerm }) {
  const setActive = useSetActive(me);
  const room = useRoom(me);
  const active = !term.isActive;
  if (active && !room.yes) return null;
  const Icon = active ? CirclePlay : CirclePause;
  return (
    <button
      type="button"
      className={buttonClass({ variant: 'secondary', size: 'small' })}
      aria-disabled={setActive.isPending || undefined}
      onClick={() => setActive.isPending || setActive.mutate({ params: { id: term.id }, body: { active } })}
    >
      <Icon className="size-3.5" aria-hidden="true" />
      <span className="grid">
        {/* As wide as the longer word, so that nothing beside it moves. */}
        <span aria-hidden="true" className="invisible col-start-1 row-start-1">
          Resume
        </span>
        <span className="col-start-1 row-start-1">
          {active ? 'Resume' : 'Pause'}
          <span className="sr-only"> {term.term}</span>
        </span>
      </span>
    </button>
  );
}

/** Whether the plan has room for one more active topic. */
function useRoom(me: Me) {
  const active = (useTopics(me).data ?? []).filter(({ isActive }) => isActive).length;
  return can.addTerm(me, active);
}
