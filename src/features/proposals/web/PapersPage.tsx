import { useQuery } from '@tanstack/react-query';
import { Redirect, useSearchParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { importApi, type ShelfImport } from '#features/imports/contract.ts';
import { ImportForm, ImportState, lookMs, NotFound, whatIsRead } from '#features/imports/web/References.tsx';
import type { Me } from '#shared/accounts/me.ts';
import { counted } from '#shared/values/words.ts';
import { keyOf, queryClient, readAgain, reading, useAction } from '#web/api/api.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { deskTitle, PageTitle } from '#web/layout/Page.tsx';
import { SignedIn } from '#web/pages/dashboard/desk/SignedIn.tsx';
import { Button, ButtonLink } from '#web/ui/Form.tsx';
import { Link } from '#web/ui/Link.tsx';
import { ErrorState, Notice, ReadFailed } from '#web/ui/Notice.tsx';
import { PageOutline, Skeleton } from '#web/ui/Spinner.tsx';
import { proposalApi, severalFrom } from '../contract.ts';
import { ProposedTopics } from './ProposedTopics.tsx';

/** Proposes topics from papers that the reader has: the progress of an import (`?import=…`), then the topics to choose from. */
export const PapersPage = () => <SignedIn tab="Start from papers">{(me) => <Loaded me={me} />}</SignedIn>;

function Loaded({ me }: { me: Me }) {
  const proposed = useQuery({ ...reading(proposalApi.read), retryOnMount: true });
  const [query] = useSearchParams();
  const importId = query.get('import');
  if (proposed.isPending) return <PageOutline title="Start from papers" />;
  if (!importId && proposed.data && !proposed.data.proposals) return <Redirect to="/follow" replace />;
  return (
    <div className="max-w-[54rem]">
      <PageTitle className={deskTitle}>Start from papers</PageTitle>
      {proposed.isError ? (
        <div className="mt-6">
          <ReadFailed title="The proposed topics could not be loaded" read={proposed} />
        </div>
      ) : importId ? (
        <FromImport key={importId} id={importId} onProposed={() => navigate('/follow/papers')} />
      ) : (
        <ProposedTopics me={me} proposals={proposed.data.proposals!} />
      )}
    </div>
  );
}

/** The progress of looking up references, and the next step with the papers found. */
function FromImport({ id, onProposed }: { id: string; onProposed: () => void }) {
  const one = useQuery({
    ...reading(importApi.read, { params: { id } }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.status === 'done' || state.status === 'error' ? false : lookMs,
  });
  const propose = useAction(proposalApi.propose, {
    onSuccess: (proposed) => {
      queryClient.setQueryData(keyOf(proposalApi.read), proposed);
      onProposed();
    },
  });
  const others = (
    <ButtonLink to="/follow" variant="secondary">
      Add other papers
    </ButtonLink>
  );
  if (one.isError)
    return (
      <div className="mt-6">
        <ErrorState title="This import could not be loaded" action={others}>
          {one.error.message}
        </ErrorState>
      </div>
    );
  if (!one.data) return <Skeleton className="mt-6 h-40 w-full" />;
  const found = foundIn(one.data);
  const isDone = one.data.status === 'done';
  return (
    <div className="mt-6 max-w-2xl space-y-6">
      <ImportState progress={one.data} />
      {propose.isError && (
        <Notice tone="bad" title="No topics proposed">
          {propose.error.message}
        </Notice>
      )}
      <div className="flex flex-col items-start gap-3 sm:flex-row">
        {(found > 0 || !isDone) && (
          <Button
            variant={isDone ? 'primary' : 'secondary'}
            disabled={found === 0}
            pending={propose.isPending}
            onClick={() => propose.mutate({ body: { importId: id } })}
          >
            {isDone
              ? `Propose topics from ${counted(found, 'paper')}`
              : found > 0
                ? `Continue with the ${counted(found, 'paper')} found so far`
                : 'Continue'}
          </Button>
        )}
        {others}
      </div>
      {/* Reserves the space of one card at the end of the page. */}
      <div className="min-h-20">
        <NotFound progress={one.data} />
      </div>
    </div>
  );
}

/** Earlier imports to choose from. */
const offered = 3;

/** On the page that asks what to follow: asks for references, or for an earlier import. */
export function PasteReferences() {
  const isProposed = Boolean(useQuery(reading(proposalApi.read)).data?.proposals);
  const earlier = useQuery({ ...reading(importApi.newest), staleTime: 0 }).data?.filter(isUsable) ?? [];
  const show = ({ id }: ShelfImport) => {
    void readAgain(importApi.newest);
    navigate(`/follow/papers?import=${id}`);
  };
  return (
    <>
      <h2 className="mt-12 font-serif text-xl font-semibold">Start from papers</h2>
      <p className="mt-3 max-w-[62ch]">
        Add papers that you know, and Litwatch proposes topics that find more like them. {severalFrom} papers
        or more give a topic for each group of similar ones, fewer give one. You choose what to follow.
      </p>
      <ImportForm onStarted={show} className="mt-6 max-w-2xl">
        <p className="text-sm text-muted">{whatIsRead}</p>
      </ImportForm>
      {isProposed && (
        <Link to="/follow/papers" className="link mt-6 inline-block rounded">
          See the topics that were proposed
        </Link>
      )}
      {earlier.length > 0 && (
        <section aria-labelledby="earlier" className="mt-10">
          <h3 id="earlier" className="font-serif text-lg font-semibold">
            Or use papers that you added before
          </h3>
          <ul className="mt-3 space-y-1.5 text-[0.9375rem]">
            {earlier.slice(0, offered).map((one) => (
              <li key={one.id}>
                <Link to={`/follow/papers?import=${one.id}`} className="link rounded">
                  {counted(foundIn(one), 'paper')}
                </Link>{' '}
                <span className="text-muted">
                  from <AbsoluteDate value={one.createdAt} zone={undefined} short />
                  {one.status !== 'done' && ', still being looked up'}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="mt-8 text-sm text-muted">
        Papers already on your{' '}
        <Link to="/shelf" className="link rounded">
          shelf
        </Link>
        ? Select some there, then press “Follow papers like these.”
      </p>
    </>
  );
}

/** Number of papers an import has found so far. */
const foundIn = ({ added, known }: ShelfImport): number => added + known;

const isUsable = (one: ShelfImport): boolean => one.status !== 'done' || foundIn(one) > 0;
