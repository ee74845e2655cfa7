import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useSearchParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { Me } from '#shared/accounts/me.ts';
import { proposalApi } from '#shared/topics/proposals.ts';
import { reading } from '#web/api/query.ts';
import { columns, PageTitle } from '#web/layout/Page.tsx';
import { ButtonLink } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/Notice.tsx';
import { PageOutline } from '#web/ui/Spinner.tsx';
import { SignedIn } from '../dashboard/desk/SignedIn.tsx';
import { FromImport } from './FromImport.tsx';
import { PasteReferences } from './PasteReferences.tsx';
import { ProposedTopics } from './ProposedTopics.tsx';

/** Proposes topics from papers the reader already has: import them, then choose among the proposals. */
export const FollowPage = () => <SignedIn tab="Start from papers">{(me) => <Loaded me={me} />}</SignedIn>;

function Loaded({ me }: { me: Me }) {
  const proposed = useQuery({ ...reading(proposalApi.read), retryOnMount: true });
  if (proposed.isPending) return <PageOutline title="Start from papers" />;
  return (
    <div className={columns}>
      <ButtonLink to="/dashboard" variant="quiet" size="small" className="-ml-3 mb-6">
        <ArrowLeft className="size-4" aria-hidden="true" />
        Dashboard
      </ButtonLink>
      <PageTitle>Start from papers</PageTitle>
      {proposed.isError ? (
        <div className="mt-6">
          <ErrorState title="The proposed topics could not be loaded" onRetry={() => void proposed.refetch()}>
            {proposed.error.message}
          </ErrorState>
        </div>
      ) : (
        <Step me={me} proposals={proposed.data.proposals} />
      )}
    </div>
  );
}

type Proposed = NonNullable<Parameters<typeof ProposedTopics>[0]['proposals']>;

/** The query selects the step: `?import=…` looks up references, `?new` asks for some. */
function Step({ me, proposals }: { me: Me; proposals: Proposed | null }) {
  const [query] = useSearchParams();
  const importId = query.get('import');
  if (importId) return <FromImport key={importId} id={importId} onProposed={() => navigate('/follow')} />;
  if (proposals && !query.has('new')) return <ProposedTopics me={me} proposals={proposals} />;
  return <PasteReferences onStarted={(id) => navigate(`/follow?import=${id}`)} />;
}
