import { useQuery } from '@tanstack/react-query';
import { descriptionApi } from '#shared/site/site.ts';
import { readAgain, reading, useAction } from '#web/api/api.ts';
import { RelativeDate } from '#web/layout/dates.tsx';
import { DialogLine } from '#web/pages/dashboard/desk/Section.tsx';
import { useSmallForm } from '#web/proof/useProof.tsx';
import { Button, Checkbox, Form, Select, Submit, TextField } from '#web/ui/Form.tsx';
import { toastDone, toastError } from '#web/ui/Notice.tsx';
import { NewSecret } from '#web/ui/SecretField.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { type ApiToken, apiTokenApi } from '../contract.ts';

/** The line of the reader's API tokens. */
export const TokensLine = () => (
  <DialogLine label="API tokens" hint="For a script, or a language model by the Model Context Protocol">
    {() => <Tokens />}
  </DialogLine>
);

/** The reader's API tokens: created with a name, shown once, revocable. */
function Tokens() {
  const { data: tokens, isPending } = useQuery(reading(apiTokenApi.list));
  const { wishes, change, message, action: create, submit, proof } = useCreate();
  if (isPending) return <Skeleton className="h-152" />;
  return (
    <div>
      <p className="text-sm text-muted">
        A token lets a script, or a language model by the Model Context Protocol, read your topics, digests
        and shelf. It cannot change anything unless you let it rate and keep papers. See the{' '}
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
        <NewSecret label={`Token ${create.data.name}`} value={create.data.token}>
          Copy it now. It is shown only once.
        </NewSecret>
      )}
      <Form onSubmit={submit} className="mt-3">
        <TextField
          label="Token name"
          value={wishes.name}
          error={message}
          maxLength={60}
          autoComplete="off"
          onChange={(event) => change({ name: event.target.value })}
        />
        <Select
          label="Token ends"
          value={wishes.days}
          empty="Never"
          options={lifetimes}
          className="mt-3"
          onChange={(event) => change({ days: event.target.value })}
        />
        <Checkbox
          label="May rate papers for my topics, and keep them"
          checked={wishes.mayRate}
          className="mt-3"
          onChange={(event) => change({ mayRate: event.target.checked })}
        />
        <Submit
          label="Create token"
          variant="secondary"
          size="small"
          pending={create.isPending}
          className="mt-2.5"
        />
      </Form>
      {proof}
    </div>
  );
}

const lifetimes = [
  { value: '30', label: 'After 30 days' },
  { value: '90', label: 'After 90 days' },
  { value: '365', label: 'After a year' },
];

const useCreate = () =>
  useSmallForm(apiTokenApi.create, {
    empty: { name: '', mayRate: false, days: '' },
    bodyOf: ({ name, mayRate, days }) => ({
      name,
      scope: mayRate ? 'judge' : 'read',
      days: days ? Number(days) : null,
    }),
    onDone: () => readAgain(apiTokenApi.list),
  });

function Token({ token: { id, name, scope, createdAt, lastUsedAt, expiresAt } }: { token: ApiToken }) {
  const revoke = useAction(apiTokenApi.revoke, {
    onSuccess: toastDone('Token Revoked', () => readAgain(apiTokenApi.list)),
    onError: toastError('Token Unchanged'),
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2">
      <span className="min-w-0">
        <bdi className="font-medium wrap-anywhere">{name}</bdi>
        <span className="block text-sm text-muted">
          <RelativeDate before={lastUsedAt ? 'Used ' : 'Created '} value={lastUsedAt ?? createdAt} />
          {!lastUsedAt && ', never used'}
          {scope === 'judge' && ' · may rate and keep papers'}
          <RelativeDate before=" · ends " value={expiresAt} />
        </span>
      </span>
      <Button variant="quiet" pending={revoke.isPending} onClick={() => revoke.mutate({ params: { id } })}>
        Revoke<span className="sr-only"> token {name}</span>
      </Button>
    </li>
  );
}
