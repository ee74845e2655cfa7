import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Printer } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useParams } from 'wouter';
import { useLocationProperty } from 'wouter/use-browser-location';
import type { Me } from '#shared/accounts/account.ts';
import { type Digest, digestApi } from '#shared/digests/digest.ts';
import { CallError } from '#web/api/api.ts';
import { useZone } from '#web/api/preferences.ts';
import { reading } from '#web/api/query.ts';
import { Sharing } from '#web/channels/Sharing.tsx';
import { track } from '#web/consent/analytics.ts';
import { DigestArticle, DigestMeta } from '#web/digests/DigestArticle.tsx';
import { digestTitle, papersPerSource } from '#web/digests/digestWords.ts';
import { PageTitle } from '#web/layout/PageTitle.tsx';
import { goToPaper } from '#web/papers/paperKeys.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { columns, inColumn } from '#web/ui/columns.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { SignedIn } from '../dashboard/desk/SignedIn.tsx';
import { ResendButton } from '../dashboard/digests/ResendButton.tsx';
import { ArticleOutline } from './ArticleOutline.tsx';

/** One digest as a page. */
export const DigestPage = () => (
  <SignedIn tab="Digest" waiting={<ArticleOutline />}>
    {(me) => <Loaded me={me} />}
  </SignedIn>
);

function Loaded({ me }: { me: Me }) {
  const { id = '' } = useParams();
  const { data, error, refetch } = useQuery(reading(digestApi.read, { params: { id } }));
  if (data) return <Article digest={data} me={me} />;
  if (!error) return <ArticleOutline />;
  const missing = error instanceof CallError && error.status === 404;
  return (
    <div className="mx-auto max-w-2xl py-8">
      <PageTitle className="mb-6 font-serif text-3xl font-semibold">
        {missing ? 'There is no such digest' : 'This digest could not be loaded'}
      </PageTitle>
      <ErrorState
        title={missing ? 'Digest not found' : 'Could not load this digest'}
        onRetry={missing ? undefined : () => void refetch()}
        action={
          <ButtonLink to="/digests" variant="secondary" size="small">
            All digests
          </ButtonLink>
        }
      >
        {error.message}
      </ErrorState>
    </div>
  );
}

function Article({ digest, me }: { digest: Digest; me: Me }) {
  const zone = useZone(me);
  useViewed(digest.id);
  usePaperInAddress();
  return (
    <article className={columns}>
      <nav aria-label="Digests" className="-ml-3 mb-6 flex flex-wrap justify-between gap-2 print:hidden">
        <ButtonLink to="/digests" variant="quiet" size="small">
          <ArrowLeft className="size-4" aria-hidden="true" />
          All digests
        </ButtonLink>
        <div className="flex flex-wrap gap-2">
          {digest.searchTerm && (
            <ResendButton digest={{ ...digest, searchTerm: digest.searchTerm }} zone={zone} />
          )}
          <Button
            variant="quiet"
            size="small"
            className="-mr-2.5 px-2.5! text-muted hover:text-ink"
            onClick={() => window.print()}
          >
            <Printer className="size-3.5" aria-hidden="true" />
            Print
          </Button>
        </div>
      </nav>
      <header className={`mb-9 ${inColumn}`}>
        <PageTitle tab={digestTitle(digest)}>
          {/* A very long topic is shown in full below. */}
          <span dir="auto" className="line-clamp-4 wrap-anywhere print:line-clamp-none">
            {digestTitle(digest)}
          </span>
        </PageTitle>
        <div className="mt-3">
          <DigestMeta
            digest={{
              ...digest,
              papers: digest.papersData.length,
              sources: papersPerSource(digest.papersData).map(({ source }) => source),
            }}
            zone={zone}
          />
        </div>
      </header>
      <DigestArticle digest={digest} level={2} />
      <Sharing
        label="Share this digest"
        of={{ digestId: digest.id }}
        className={`mt-12 border-t border-line pt-4 ${inColumn}`}
      />
    </article>
  );
}

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
