import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { SlotProps } from '#kit/web.tsx';
import { keyOf, reading, useAction } from '#web/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast.tsx';
import { journalApi } from '../contract.ts';
import { JournalCard } from './JournalCard.tsx';

/** On a topic's page: its journals with their receipts. */
export function TopicJournals({ topic }: SlotProps<'followed'>) {
  const client = useQueryClient();
  const input = { params: { id: topic.id } };
  const { data } = useQuery(reading(journalApi.ofTopic, input));
  const drop = useAction(journalApi.drop, {
    onSuccess: ({ message }) => {
      toast('good', 'Journal Removed', message);
      return client.invalidateQueries({ queryKey: keyOf(journalApi.ofTopic, input) });
    },
    onError: ({ message }) => toast('bad', 'Not Removed', message),
  });
  if (!data?.journals.length) return null;
  return (
    <div className="space-y-4">
      {data.journals.map((journal) => (
        <JournalCard key={journal.issn} journal={journal}>
          {!topic.kind && (
            <Button
              variant="quiet"
              size="small"
              onClick={() => drop.mutate({ params: { id: topic.id, issn: journal.issn } })}
            >
              Remove from this topic
            </Button>
          )}
        </JournalCard>
      ))}
    </div>
  );
}
