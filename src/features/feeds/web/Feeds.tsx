import { useQuery } from '@tanstack/react-query';
import type { Me } from '#shared/accounts/me.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { readAgain, reading, useAction } from '#web/api/api.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { DialogLine } from '#web/pages/dashboard/desk/Section.tsx';
import { useTopics } from '#web/pages/dashboard/desk/topicActions.ts';
import { useProof } from '#web/proof/useProof.tsx';
import { Button } from '#web/ui/Form.tsx';
import { toastError } from '#web/ui/Notice.tsx';
import { SecretField } from '#web/ui/SecretField.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { type FeedAddresses, feedApi } from '../contract.ts';

/** The line of the reader's feeds. */
export const FeedsLine = ({ me }: { me: Me }) => (
  <DialogLine label="Feeds" title="Atom feeds" hint="Your digests in a feed reader">
    {() => <Feeds me={me} />}
  </DialogLine>
);

/** Creates the private addresses of the reader's Atom feeds, shows them once, renews and revokes them. */
function Feeds({ me }: { me: Me }) {
  const topics = useTopics(me).data ?? [];
  const since = useQuery(reading(feedApi.read)).data?.createdAt;
  const again = () => readAgain(feedApi.read);
  const failed = toastError('Feeds Unchanged');
  const { asks, proof } = useProof();
  const renew = useAction(feedApi.renew, {
    onSuccess: again,
    onError: (error) => void (asks(error, () => renew.mutate({})) || failed(error)),
  });
  const remove = useAction(feedApi.remove, {
    onSuccess: () => {
      renew.reset();
      return again();
    },
    onError: failed,
  });
  return (
    <div>
      <p className="text-sm text-muted">
        Your papers in a feed reader, or in Zotero; with .json in place of .atom, as a JSON Feed. Anyone with
        the address can read the feed. You can replace it at any time.
      </p>
      {renew.data ? <Addresses {...renew.data} /> : renew.isPending && <AddressesOutline topics={topics} />}
      {since && !renew.data && !renew.isPending && (
        <p className="mt-2 text-sm">
          Created on <AbsoluteDate value={since} />. For safety the addresses are not stored, so they cannot
          be shown again.
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2.5">
        <Button
          variant="secondary"
          size="small"
          pending={renew.isPending || since === undefined}
          onClick={() => renew.mutate({})}
        >
          {since ? 'Replace the addresses' : 'Create feed addresses'}
        </Button>
        {(since || renew.isPending) && (
          <Button
            variant="quiet"
            disabled={!since}
            pending={remove.isPending}
            onClick={() => remove.mutate({})}
          >
            Turn off feeds
          </Button>
        )}
      </div>
      {proof}
    </div>
  );
}

/** Reserves space for the addresses as soon as the button is pressed, so that nothing moves when they arrive. */
const AddressesOutline = ({ topics }: { topics: readonly SearchTerm[] }) => (
  <div className="mt-3 space-y-3">
    <Skeleton className="h-5" />
    <Skeleton className="h-16.5" />
    {topics.map(({ id }) => (
      <Skeleton key={id} className="h-16.5" />
    ))}
  </div>
);

const Addresses = ({ all, terms }: FeedAddresses) => (
  <div className="mt-3 space-y-3" role="status">
    <p className="text-sm">Copy these addresses now. They are shown only once.</p>
    <SecretField label="All topics" value={all} />
    {terms.map(({ id, term, url }) => (
      <SecretField key={id} label={term} value={url} />
    ))}
  </div>
);
