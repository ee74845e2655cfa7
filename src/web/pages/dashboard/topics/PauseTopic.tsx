import { CirclePause } from 'lucide-react';
import type { Me } from '#shared/accounts/me.ts';
import { can } from '#shared/billing/plan.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { Button } from '#web/ui/Button.tsx';
import { buttonClass } from '#web/ui/buttonClass.ts';
import { useTopics } from '../desk/queries.ts';
import { topicAction } from '../desk/Section.tsx';
import { useSetActive } from '../desk/topicActions.ts';

/** Why a topic gets no digests, and what to do about it. */
export function Paused({ me, term }: { me: Me; term: SearchTerm }) {
  const setActive = useSetActive(me);
  const active = (useTopics(me).data ?? []).filter(({ isActive }) => isActive).length;
  const room = can.addTerm(me, active);
  if (!room.yes)
    return (
      <p className="mt-2.5 text-sm">
        Nothing is searched or mailed for this topic. {room.because} Or delete another topic to search this
        one.
      </p>
    );
  return (
    <div className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p>
        This topic is paused. Nothing is searched or mailed until{' '}
        {term.resumeOn ? (
          <>
            it resumes by itself on <AbsoluteDate value={term.resumeOn} zone="UTC" weekday />.
          </>
        ) : (
          'you resume it.'
        )}
      </p>
      <Button
        variant="secondary"
        size="small"
        pending={setActive.isPending}
        onClick={() => setActive.mutate({ params: { id: term.id }, body: { active: true } })}
      >
        Resume<span className="sr-only"> {term.term}</span>
      </Button>
    </div>
  );
}

/** Pauses a topic. It looks like a text link; with `isButton`, like a button. */
export function Pause({ me, term, isButton = false }: { me: Me; term: SearchTerm; isButton?: boolean }) {
  const setActive = useSetActive(me);
  return (
    <button
      type="button"
      className={isButton ? buttonClass({ variant: 'secondary', size: 'small' }) : topicAction}
      aria-disabled={setActive.isPending || undefined}
      onClick={() =>
        setActive.isPending || setActive.mutate({ params: { id: term.id }, body: { active: false } })
      }
    >
      <CirclePause className="size-3.5" aria-hidden="true" />
      <span>
        Pause<span className="sr-only"> {term.term}</span>
      </span>
    </button>
  );
}
