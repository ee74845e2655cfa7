import { useQueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import type { SlotProps } from '#kit/web.tsx';
import { keyOf, useAction } from '#web/api/api.ts';
import { Link } from '#web/ui/Link.tsx';
import { MenuItem } from '#web/ui/Menu.tsx';
import { toast } from '#web/ui/Notice.tsx';
import { proposalApi } from '../contract.ts';

/** The other way to a topic, beside writing it down. */
export const StartFromPapers = () => (
  <Link to="/follow" className="link alone mt-2 text-sm">
    Start from papers you have
  </Link>
);

/** Opens the page that proposes topics from the selected papers. */
export function FollowLike({ ids }: SlotProps<'selectionActions'>) {
  const client = useQueryClient();
  const propose = useAction(proposalApi.propose, {
    onSuccess: (proposed) => {
      client.setQueryData(keyOf(proposalApi.read), proposed);
      navigate('/follow/papers');
    },
    onError: (error) => toast('bad', 'No Topics Proposed', error.message),
  });
  return (
    <MenuItem disabled={propose.isPending} onClick={() => propose.mutate({ body: { paperIds: ids } })}>
      Follow papers like these
    </MenuItem>
  );
}
