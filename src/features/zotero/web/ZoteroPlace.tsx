import { useQuery } from '@tanstack/react-query';
import { keyOf, queryClient, reading, useAction } from '#web/api/query.ts';
import { Select, Switch } from '#web/ui/Form.tsx';
import { toastError } from '#web/ui/toast.tsx';
import { type ZoteroAccount, zoteroApi } from '../contract.ts';

/** Whether kept papers go to Zotero, and to which library and collection. Saves each change at once. */
export function ZoteroPlace({ account }: { account: ZoteroAccount }) {
  const { library, collection, sendsKept } = account;
  const places = useQuery(reading(zoteroApi.places, { query: { library: library.id } }));
  const change = useAction(zoteroApi.change, {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(zoteroApi.read) }),
    onError: toastError('Zotero Unchanged'),
  });
  const save = (wanted: { library?: string; collection?: string | null; sendsKept?: boolean }) =>
    change.mutate({
      body: { library: library.id, collection: collection?.key ?? null, sendsKept, ...wanted },
    });
  const listed = places.data?.libraries ?? [library];
  const collections = places.data?.collections ?? (collection ? [collection] : []);
  return (
    <>
      <Switch
        label="Papers that you keep"
        hint="When they are put on your shelf, with your tags and notes."
        checked={sendsKept}
        disabled={change.isPending}
        onChange={(wanted) => save({ sendsKept: wanted })}
      />
      {places.error && <p className="text-sm text-bad">{places.error.message}</p>}
      <Select
        label="Library"
        value={library.id}
        options={listed.map(({ id, name }) => ({ value: id, label: name }))}
        disabled={change.isPending || !places.data}
        onChange={(event) => save({ library: event.target.value, collection: null })}
      />
      <Select
        label="Collection"
        value={collection?.key ?? ''}
        empty="None"
        options={collections.map(({ key, name }) => ({ value: key, label: name }))}
        disabled={change.isPending || !places.data}
        onChange={(event) => save({ collection: event.target.value || null })}
      />
    </>
  );
}
