import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ChevronLeft, ChevronRight, Printer } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useParams } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import { Slot } from '#kit/web.tsx';
import type { Me } from '#shared/accounts/me.ts';
import { digestApi, type OpenedDigest } from '#shared/digests/digest.ts';
import { CallError } from '#web/api/api.ts';
import { reading, useZone } from '#web/api/query.ts';
import { track } from '#web/consent/consent.ts';
import { DigestArticle, DigestMeta } from '#web/digests/DigestArticle.tsx';
import { digestTitle, papersPerSource } from '#web/digests/digestWords.tsx';
import { ResendButton } from '#web/digests/ResendButton.tsx';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { columns, inColumn, PageTitle } from '#web/layout/Page.tsx';
import { goToPaper } from '#web/papers/paperKeys.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { PageOutline } from '#web/ui/Spinner.tsx';
import { NotShown, SignedIn } from '../dashboard/desk/SignedIn.tsx';

/** One digest as a page. */
export const DigestPage = () => <SignedIn tab="Digest">{(me) => <Loaded me={me} />}</SignedIn>;

function Loaded({ me }: { me: Me }) {
  const { id = '' } = useParams();
  // Read at each visit, because the reader may keep papers elsewhere too.
  const { data, error, refetch } = useQuery({ ...reading(digestApi.read, { params: { id } }), staleTime: 0 });
  if (data) return <Article digest={data} me={me} />;
  if (!error) return <PageOutline title="Digest" />;
  return (
    <NotShown
      what="digest"
      back={{ to: '/digests', words: 'All digests' }}
      error={error instanceof CallError && error.status === 404 ? null : error}
      retry={refetch}
    >
      {error.message}
    </NotShown>
  );
}

function Article({ digest, me }: { digest: OpenedDigest; me: Me }) {
  const zone = useZone(me);
  useViewed(digest.id);
  usePaperInAddress();
  return (
    <article className={columns}>
      <nav aria-label="Digests" className="-mx-3 mb-6 flex flex-wrap justify-between gap-y-1 print:hidden">
        <div className="flex flex-wrap">
          {/* Hidden on a phone: the header has it too, and this row is full. */}
          <ButtonLink to="/digests" variant="quiet" size="small" className="max-sm:hidden">
            <ArrowLeft className="size-4" aria-hidden="true" />
            All digests
          </ButtonLink>
          {digest.searchTermId && (
            <ButtonLink to={`/topics/${digest.searchTermId}`} variant="quiet" size="small">
              This topic
            </ButtonLink>
          )}
        </div>
        <div className="flex flex-wrap">
          <Neighbor of={digest.older} label="Older: digest of" zone={zone}>
            {(date) => (
              <>
                <ChevronLeft className="size-4" aria-hidden="true" />
                {date}
              </>
            )}
          </Neighbor>
          <Neighbor of={digest.newer} label="Newer: digest of" zone={zone}>
            {(date) => (
              <>
                {date}
                <ChevronRight className="size-4" aria-hidden="true" />
              </>
            )}
          </Neighbor>
        </div>
      </nav>
      <header className={`mb-9 ${inColumn}`}>
        <PageTitle tab={digestTitle(digest)}>
          {/* The full topic is shown below. */}
          <span dir="auto" className="line-clamp-4 wrap-anywhere print:line-clamp-none">
            {digestTitle(digest)}
          </span>
        </PageTitle>
        <div className="mt-3 flex flex-wrap items-center justify-between gap-2">
          <DigestMeta
            digest={{
              ...digest,
              papers: digest.papersData.length,
              sources: papersPerSource(digest.papersData).map(({ source }) => source),
            }}
            zone={zone}
          />
          <div className="-mx-2.5 flex flex-wrap gap-2 print:hidden">
            {digest.searchTerm && (
              <ResendButton digest={{ ...digest, searchTerm: digest.searchTerm }} zone={zone} />
            )}
            <Button
              variant="quiet"
              size="small"
              className="px-2.5! text-muted hover:text-ink"
              onClick={() => window.print()}
            >
              <Printer className="size-3.5" aria-hidden="true" />
              Print
            </Button>
          </div>
        </div>
      </header>
      <DigestArticle digest={digest} level={2} />
      <Slot name="digestActions" digestId={digest.id} />
    </article>
  );
}

interface NeighborProps {
  of: OpenedDigest['older'];
  /** For screen readers, before the date. */
  label: string;
  zone: string | undefined;
  children: (date: ReactNode) => ReactNode;
}

/** A link to the topic's previous or next digest; empty at either end. */
const Neighbor = ({ of, label, zone, children }: NeighborProps) =>
  of && (
    <ButtonLink to={`/digests/${of.id}`} variant="quiet" size="small">
      <span className="sr-only">{label} </span>
      {children(<AbsoluteDate value={of.at} short zone={zone} />)}
    </ButtonLink>
  );

function useViewed(id: string): void {
  const seen = useRef<string>(null);
  useEffect(() => {
    if (seen.current === id) return;
    seen.current = id;
    track('email_digest_viewed');
  }, [id]);
}

/** `/digests/{id}#paper-3` scrolls to the third paper. */
function usePaperInAddress(): void {
  const hash = useLocationProperty(() => location.hash);
  useEffect(() => {
    const number = /^#paper-(\d{1,3})$/.exec(hash)?.[1];
    if (number) goToPaper(Number(number));
  }, [hash]);
}
