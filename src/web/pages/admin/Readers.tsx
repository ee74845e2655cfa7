import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { administrationApi } from '#shared/accounts/administration.ts';
import type { Me } from '#shared/accounts/me.ts';
import { reading } from '#web/api/query.ts';
import { Button } from '#web/ui/Button.tsx';
import { Form, TextField } from '#web/ui/Form.tsx';
import { ErrorState } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { Section } from '../dashboard/desk/Section.tsx';
import { ReaderRow } from './ReaderRow.tsx';

/** Finds accounts by address and manages them. */
export function Readers({ me }: { me: Me }) {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const { data, error, refetch } = useQuery({
    ...reading(administrationApi.readers, { query: { search } }),
    placeholderData: keepPreviousData,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSearch(text.trim());
  };
  return (
    <Section title="Readers" id="readers">
      <Form onSubmit={submit} className="mb-4 flex max-w-xl flex-wrap items-start gap-3">
        <TextField
          label="Email contains"
          type="search"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="min-w-0 grow basis-40"
        />
        {/* Aligned with the field, below its label. */}
        <Button type="submit" variant="secondary" className="mt-6.5 min-h-10.5">
          Search
        </Button>
      </Form>
      {data ? (
        <>
          <p role="status" className="mb-2 text-sm text-muted">
            {data.total === 1 ? '1 account' : `${data.total.toLocaleString('en-US')} accounts`}
            {data.total > data.readers.length && `, the newest ${data.readers.length} shown`}
          </p>
          <ul className="divide-y divide-line border-y border-line">
            {data.readers.map((reader) => (
              <ReaderRow key={reader.id} reader={reader} isMe={reader.id === me.id} />
            ))}
          </ul>
        </>
      ) : error ? (
        <ErrorState title="The readers could not be loaded" onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </Section>
  );
}
