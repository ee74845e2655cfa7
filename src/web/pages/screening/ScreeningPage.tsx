import { ArrowLeft } from 'lucide-react';
import { useParams } from 'wouter';
import type { Me } from '#shared/accounts/me.ts';
import { asPage, useZone } from '#web/api/preferences.ts';
import { PageTitle } from '#web/layout/PageTitle.tsx';
import { ButtonLink } from '#web/ui/Button.tsx';
import { columns, inColumn } from '#web/ui/columns.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { useTopics } from '../dashboard/desk/queries.ts';
import { SignedIn } from '../dashboard/desk/SignedIn.tsx';
import { ArchiveOutline } from '../digest/ArticleOutline.tsx';
import { ScreeningFlow } from './ScreeningFlow.tsx';
import { ScreeningReader } from './ScreeningReader.tsx';
import { StartScreening } from './StartScreening.tsx';
import { useQueue, useScreeningState } from './useScreening.ts';

/** A topic as a living review: the reader screens every match by title and abstract, most likely first. */
export const ScreeningPage = () => (
  <SignedIn tab="Screening" waiting={<ArchiveOutline />}>
    {(me) => <Loaded me={me} />}
  </SignedIn>
);

function Loaded({ me }: { me: Me }) {
  const { id = '' } = useParams();
  const topics = useTopics(me, asPage);
  const state = useScreeningState(id);
  const topic = topics.data?.find((one) => one.id === id);
  if (topics.isPending || (topic && state.isPending)) return <ArchiveOutline />;
  if (!topic)
    return (
      <div className="mx-auto max-w-2xl py-8">
        <PageTitle className="mb-6 font-serif text-3xl font-semibold">There is no such topic</PageTitle>
        <ErrorState title="Topic not found">
          {topics.error?.message ?? 'It may have been deleted.'}
        </ErrorState>
      </div>
    );
  return (
    <div className={columns}>
      <ButtonLink to={`/topics/${id}`} variant="quiet" size="small" className="-ml-3 mb-6">
        <ArrowLeft className="size-4" aria-hidden="true" />
        <span dir="auto" className="line-clamp-1 max-w-60">
          {topic.term}
        </span>
      </ButtonLink>
      <div className={inColumn}>
        <PageTitle tab={`Screening: ${topic.term}`}>Screening</PageTitle>
        <p dir="auto" className="mt-1 text-muted wrap-anywhere">
          {topic.term}
        </p>
      </div>
      {state.isError ? (
        <div className={`mt-8 ${inColumn}`}>
          <ErrorState title="The screening could not be loaded" onRetry={() => void state.refetch()}>
            {state.error.message}
          </ErrorState>
        </div>
      ) : state.data?.screening ? (
        <Started me={me} id={id} />
      ) : (
        <div className={`mt-8 ${inColumn}`}>
          <StartScreening id={id} />
        </div>
      )}
    </div>
  );
}

function Started({ me, id }: { me: Me; id: string }) {
  const screening = useScreeningState(id).data?.screening;
  const queue = useQueue(id);
  const zone = useZone(me);
  if (!screening) return null;
  return (
    <>
      <ScreeningReader screening={screening} queue={queue} />
      <ScreeningFlow id={id} screening={screening} onRenewed={queue.renew} zone={zone} />
    </>
  );
}
