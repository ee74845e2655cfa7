import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { mostScreened, screeningApi } from '#shared/topics/screening.ts';
import { dayMs } from '#shared/values/time.ts';
import { useAction } from '#web/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { Actions, Form } from '#web/ui/form/Form.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import { screeningKey } from './useScreening.ts';

/** How far back to search by default, about what the index holds. */
const usualDays = 365;

/** Explains screening and asks for the first day to search. */
export function StartScreening({ id }: { id: string }) {
  const client = useQueryClient();
  const [from, setFrom] = useState(() => new Date(Date.now() - usualDays * dayMs).toISOString().slice(0, 10));
  const start = useAction(screeningApi.start, {
    onSuccess: (state) => client.setQueryData(screeningKey(id), state),
  });
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate({ params: { id }, body: { from } });
      }}
    >
      <p className="max-w-[62ch]">
        Read everything that matches this topic by title and abstract, as for a systematic review. The
        likeliest papers come first, and the order is learned again as you decide. A random sample tells how
        much may still be unread when you stop.
      </p>
      <p className="mt-3 max-w-[62ch] text-sm text-muted">
        With operators or quotes (AND, OR, NOT, “…”) the topic says itself what matches. Otherwise a paper
        matches when it holds at least half of the topic by the weight of its words. At most{' '}
        {mostScreened.toLocaleString('en')} papers.
      </p>
      <TextField
        className="mt-6 max-w-56"
        label="Papers available since"
        type="date"
        required
        value={from}
        error={start.error?.message}
        onChange={(event) => setFrom(event.target.value)}
      />
      <Actions>
        <Button type="submit" pending={start.isPending}>
          Start screening
        </Button>
      </Actions>
    </Form>
  );
}
