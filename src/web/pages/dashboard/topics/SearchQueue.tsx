import { useEffect } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import { type SearchTerm, statusLabels } from '#shared/topics/searchTerm.ts';
import { usePreferences } from '#web/api/query.ts';
import { EmptyState, ErrorState } from '#web/ui/Notice.tsx';
import { useSettled } from '../desk/arrivals.ts';
import { useTopics } from '../desk/queries.ts';
import { goToSection, queueId, Section } from '../desk/Section.tsx';
import { useRemoveTopic } from '../desk/topicActions.ts';
import { TopicRow } from './TopicRow.tsx';

/** The reader's topics with their status, updated while a search runs. */
export function SearchQueue({ me, unreadOf }: { me: Me; unreadOf: (id: string) => number }) {
  const terms = useTopics(me);
  const settled = useSettled(terms.data);
  const remove = useRemoveTopic(me);
  const preferences = usePreferences(me).data;
  useEffect(() => {
    if (location.hash === `#${queueId}`) goToSection(queueId);
  }, []);
  return (
    <Section
      title="Your Search Queue"
      id={queueId}
      aside={
        Boolean(terms.data?.length) && (
          <p className="text-sm text-muted">Bars: close matches a week, 12 weeks</p>
        )
      }
    >
      <p role="status" className="sr-only">
        {settled.map(inWords).join(' ')}
      </p>
      {terms.data ? (
        <>
          {terms.isError && (
            <p className="mb-3 text-sm text-warn">This list may be out of date. {terms.error.message}</p>
          )}
          {terms.data.length ? (
            <ul>
              {terms.data.map((term) => (
                <TopicRow
                  key={term.id}
                  me={me}
                  term={term}
                  preferences={preferences}
                  unread={unreadOf(term.id)}
                  onRemove={() => {
                    remove(term);
                    // The button that had the focus was removed with its card.
                    goToSection(queueId);
                  }}
                />
              ))}
            </ul>
          ) : (
            <EmptyState title="No search terms in queue yet">
              Add a topic above. Its first digest arrives by email within minutes, then one every week.
            </EmptyState>
          )}
        </>
      ) : (
        <ErrorState title="Your search terms could not be loaded" onRetry={() => void terms.refetch()}>
          {terms.error?.message}
        </ErrorState>
      )}
    </Section>
  );
}

const inWords = ({ term, status }: SearchTerm): string => `Search for ${term}: ${statusLabels[status]}.`;
