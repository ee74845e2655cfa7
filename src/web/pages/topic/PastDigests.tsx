import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import { type DigestHead, digestApi } from '#shared/digests/digest.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { reading, useZone } from '#web/api/query.ts';
import { counted } from '#web/digests/digestWords.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Link } from '#web/ui/Link.tsx';
import { ErrorState } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';

const perPage = 5;

/** One topic's digests, newest first, five at a time: the day, papers sent of papers found, and anything unusual. */
export function PastDigests({ me, topicId }: { me: Me; topicId: string }) {
  const zone = useZone(me);
  // The cursors of all pages but the first.
  const [starts, setStarts] = useState<string[]>([]);
  const after = starts.at(-1);
  const { data, error, refetch } = useQuery({
    ...reading(digestApi.page, { query: { topic: topicId, limit: perPage, ...(after && { after }) } }),
    placeholderData: keepPreviousData,
  });
  if (!data && error)
    return (
      <ErrorState title="The digests could not be loaded" onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    );
  if (!data) return <Skeleton className="h-64" />;
  if (!data.total) return <p className="text-[0.9375rem] text-muted">No digest of this topic yet.</p>;
  const from = starts.length * perPage;
  return (
    <>
      <p role="status" className="mb-2 text-sm text-muted">
        {data.total > perPage && `${from + 1} to ${from + data.digests.length} of `}
        {counted(data.total, 'digest')}
      </p>
      <div className={data.total > perPage ? 'min-h-60' : ''}>
        <table className="w-full text-[0.9375rem] tabular-nums">
          <thead className="text-sm text-muted">
            <tr>
              <th className={cell}>Digest</th>
              <th className={count}>Papers</th>
              <th className={count}>Close</th>
              <th className={`${count} max-sm:hidden`}>Kept</th>
              <th className={last}>What happened</th>
            </tr>
          </thead>
          <tbody>
            {data.digests.map((digest) => (
              <Row key={digest.id} digest={digest} zone={zone} />
            ))}
          </tbody>
        </table>
      </div>
      {data.total > perPage && (
        <p className="-mx-3 mt-3 flex flex-wrap gap-2">
          <Button
            variant="quiet"
            size="small"
            disabled={!starts.length}
            onClick={() => setStarts(starts.slice(0, -1))}
          >
            <ChevronLeft className="size-4" aria-hidden="true" />
            Newer
          </Button>
          <Button
            variant="quiet"
            size="small"
            disabled={!data.next}
            onClick={() => data.next && setStarts([...starts, data.next])}
          >
            Older
            <ChevronRight className="size-4" aria-hidden="true" />
          </Button>
        </p>
      )}
    </>
  );
}

const shape = 'border-b border-line py-2 align-top font-normal';
// Narrower gaps on a phone: five columns have to fit in 320 pixels, whatever the font.
const cell = `${shape} pr-2 text-start sm:pr-4`;
const count = `${shape} pr-2 text-end sm:pr-4`;
const last = `${shape} pl-2 text-start sm:pl-4`;

const Row = ({ digest, zone }: { digest: DigestHead; zone: string | undefined }) => (
  <tr>
    <td className={`${cell} whitespace-nowrap`}>
      <Link to={`/digests/${digest.id}`} className="link inline-flex min-h-6 items-center rounded">
        <span className="sr-only">Digest of </span>
        <AbsoluteDate value={digest.sentAt ?? digest.createdAt} weekday short zone={zone} />
      </Link>
    </td>
    <td className={count}>{digest.papers}</td>
    <td className={count}>{digest.closeMatches ?? '–'}</td>
    <td className={`${count} max-sm:hidden`}>{digest.kept ?? '–'}</td>
    <td className={`${last} text-muted wrap-anywhere`}>{happened(digest)}</td>
  </tr>
);

/** Anything unusual about a digest; empty for most. */
function happened({ failed, papers, status }: DigestHead): string {
  return [
    failed.length && `${lists.format(failed.map((source) => sourceLabels[source]))} did not answer`,
    papers === 0 && 'Nothing new',
    status === 'refused' && 'Not delivered',
  ]
    .filter(Boolean)
    .join(' · ');
}

const lists = new Intl.ListFormat('en-US');
