import { useQuery } from '@tanstack/react-query';
import { apiTokenApi } from '#shared/accounts/apiToken.ts';
import { feedApi } from '#shared/digests/feed.ts';
import { reading, useMe } from '#web/api/query.ts';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { ApiTokens } from './ApiTokens.tsx';
import { Feeds } from './Feeds.tsx';

/** Atom feeds and API tokens, drawn once both are loaded, so that neither pushes the other down. */
export function FeedsAndApi() {
  const me = useMe();
  const reads = [useQuery(reading(feedApi.read)), useQuery(reading(apiTokenApi.list))];
  if (!me || reads.some(({ isPending }) => isPending)) return <Skeleton className="mt-3 h-152" />;
  return (
    <div className="mt-3 space-y-7">
      <Feeds me={me} />
      <ApiTokens />
    </div>
  );
}
