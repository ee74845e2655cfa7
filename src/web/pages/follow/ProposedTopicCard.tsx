import { useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import type { ProposedTopic } from '#shared/topics/proposals.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { counted } from '#web/digests/digestWords.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import { PlanIsFull } from './PlanIsFull.tsx';
import { useProposal } from './useProposal.ts';

interface CardProps {
  me: Me;
  topic: ProposedTopic;
  /** Proposed topics that can be merged into this one. */
  others: readonly ProposedTopic[];
  /** The topics the reader follows. */
  followed: readonly SearchTerm[];
  onSaid: (words: string) => void;
}

/** One proposed topic: its name, size and papers, and what to do with it. */
export function ProposedTopicCard({ me, topic, others, followed, onSaid }: CardProps) {
  const [isChanging, setIsChanging] = useState<'name' | 'merge' | null>(null);
  const proposal = useProposal(me, topic, onSaid);
  const { name, papers, weekCount, weekCountIsLeast, termId, isDropped } = topic;
  if (isDropped)
    return (
      <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 text-muted">
        <span dir="auto" className="min-w-0 wrap-anywhere">
          {name}: dropped
        </span>
        <Button size="small" variant="quiet" pending={proposal.isPending} onClick={proposal.takeBack}>
          Undo <span className="sr-only">dropping {name}</span>
        </Button>
      </li>
    );
  return (
    <li className="border-t border-line py-6">
      <h2 dir="auto" className="font-serif text-xl leading-snug font-semibold wrap-anywhere">
        {name}
      </h2>
      <p className="mt-1 text-sm text-muted">
        {counted(papers, 'paper')} · {weekCountIsLeast && 'at least '}
        {counted(weekCount, 'new paper')} this week
      </p>
      <ul className="mt-3 list-disc space-y-1 pl-5 text-[0.9375rem] marker:text-muted">
        {topic.examples.map(({ paperId, title }) => (
          <li key={paperId} dir="auto" className="wrap-anywhere">
            {title}
          </li>
        ))}
      </ul>
      {termId ? (
        <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
          <span className="inline-flex items-center gap-1.5 text-good">Following</span>
          <ButtonLink to={`/topics/${termId}`} variant="secondary" size="small">
            Open <span className="sr-only">{name}</span>
          </ButtonLink>
        </p>
      ) : isChanging ? (
        <ChangeForm what={isChanging} {...{ topic, others, proposal }} onClose={() => setIsChanging(null)} />
      ) : (
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <Button size="small" pending={proposal.isPending} onClick={proposal.follow}>
            Follow <span className="sr-only">{name}</span>
          </Button>
          <Button size="small" variant="secondary" onClick={() => setIsChanging('name')}>
            Rename <span className="sr-only">{name}</span>
          </Button>
          {others.length > 0 && (
            <Button size="small" variant="secondary" onClick={() => setIsChanging('merge')}>
              Merge <span className="sr-only">{name}</span>
            </Button>
          )}
          <Button size="small" variant="quiet" pending={proposal.isPending} onClick={proposal.drop}>
            Drop <span className="sr-only">{name}</span>
          </Button>
        </div>
      )}
      {proposal.refused && !termId && <PlanIsFull {...{ followed, proposal }} error={proposal.refused} />}
    </li>
  );
}
