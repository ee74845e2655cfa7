import { useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import type { Proposals } from '#shared/topics/proposals.ts';
import { counted } from '#web/digests/digestWords.ts';
import { ButtonLink } from '#web/ui/Button.tsx';
import { useTopics } from '../dashboard/desk/queries.ts';
import { ProposedTopicCard } from './ProposedTopicCard.tsx';

/** The topics that a reader’s papers suggest. The reader can follow, rename, merge or drop each. */
export function ProposedTopics({ me, proposals }: { me: Me; proposals: Proposals }) {
  const [said, setSaid] = useState('');
  const followed = useTopics(me).data ?? [];
  const { topics, papers, apart } = proposals;
  const open = topics.filter(({ termId, isDropped }) => !termId && !isDropped);
  return (
    <>
      <p className="mt-3 max-w-[62ch]">
        {counted(topics.length, 'topic')} from {counted(papers, 'paper')}. Follow the ones you want: each
        starts out with its papers as ones you like.
        {apart > 0 && ` ${counted(apart, 'paper is', 'papers are')} like no group of the others.`}
      </p>
      <p role="status" className="mt-2 min-h-6 text-sm text-muted">
        {said}
      </p>
      <ul className="mt-4 border-b border-line">
        {topics.map((topic) => (
          <ProposedTopicCard
            key={topic.id}
            {...{ me, topic, followed }}
            others={open.filter(({ id }) => id !== topic.id)}
            onSaid={setSaid}
          />
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/dashboard" variant="secondary">
          To your dashboard
        </ButtonLink>
        <ButtonLink to="/follow?new" variant="quiet">
          Add other papers
        </ButtonLink>
      </div>
    </>
  );
}
