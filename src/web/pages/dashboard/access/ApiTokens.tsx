import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type ApiToken, apiTokenApi } from '#shared/accounts/apiToken.ts';
import { descriptionApi } from '#shared/site/site.ts';
import { keyOf, reading, useAction } from '#web/api/query.ts';
import { RelativeDate } from '#web/layout/dates.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Form } from '#web/ui/form/Form.tsx';
import { TextField } from '#web/ui/form/TextField.tsx';
import { toast } from '#web/ui/toast/toast.ts';
import { SecretField } from './SecretField.tsx';

/** The reader's API tokens: created with a name, shown once, revocable. */
export function ApiTokens() {
  const tokens = useQuery(reading(apiTokenApi.list)).data;
  const { name, setName, message, create, submit } = useCreate();
  return (
    <div>
      <h3 className="font-semibold">API tokens</h3>
      <p className="mt-1 text-sm text-muted">
        A token lets a script read your topics and digests. It cannot change anything. See the{' '}
        <a href={descriptionApi.docs.path} className="link rounded">
          API
        </a>
        .
      </p>
      {!!tokens?.length && (
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {tokens.map((token) => (
            <Token key={token.id} token={token} />
          ))}
        </ul>
      )}
      {create.data && (
        <div className="mt-3 space-y-2" role="status">
          <p className="text-sm">Copy it now. It is shown only once.</p>
          <SecretField label={`Token ${create.data.name}`} value={create.data.token} />
        </div>
      )}
      <Form onSubmit={submit} className="mt-3">
        <TextField
          label="Token name"
          value={name}
          error={message}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" variant="secondary" size="small" pending={create.isPending} className="mt-2.5">
          Create token
        </Button>
      </Form>
    </div>
  );
}

function useCreate() {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [message, setMessage] = useState<string>();
  const create = useAction(apiTokenApi.create, {
    onSuccess: () => {
      setName('');
      return client.invalidateQueries({ queryKey: keyOf(apiTokenApi.list) });
    },
    onError: (error) => setMessage(error.message),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = apiTokenApi.create.body.safeParse({ name });
    setMessage(read.error?.issues[0]?.message);
    if (read.success && !create.isPending) create.mutate({ body: read.data });
  };
  return { name, setName, message, create, submit };
}

function Token({ token: { id, name, createdAt, lastUsedAt } }: { token: ApiToken }) {
  const client = useQueryClient();
  const revoke = useAction(apiTokenApi.revoke, {
    onSuccess: ({ message }) => {
      toast({ title: 'Token Revoked', description: message, tone: 'good' });
      return client.invalidateQueries({ queryKey: keyOf(apiTokenApi.list) });
    },
    onError: ({ message }) => toast({ title: 'Token Unchanged', description: message, tone: 'bad' }),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <span className="min-w-0">
        <bdi className="font-medium wrap-anywhere">{name}</bdi>
        <span className="block text-sm text-muted">
          {lastUsedAt ? (
            <>
              Used <RelativeDate value={lastUsedAt} />
            </>
          ) : (
            <>
              Made <RelativeDate value={createdAt} />, never used
            </>
          )}
        </span>
      </span>
      <Button
        variant="quiet"
        size="small"
        pending={revoke.isPending}
        onClick={() => revoke.mutate({ params: { id } })}
      >
        Revoke<span className="sr-only"> token {name}</span>
      </Button>
    </li>
  );
}
