import { lazy, startTransition, useEffect, useState } from 'react';
import { type Me, preferencesApi, visitApi } from '#shared/accounts/me.ts';
import type { DigestHead } from '#shared/digests/digest.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import type { Desk } from '#shared/shelf/paperState.ts';
import { timeInWords } from '#shared/values/dates.ts';
import { andList, counted } from '#shared/values/words.ts';
import { asPage, readAgain, useAction, usePreferences, useZone } from '#web/api/api.ts';
import { useTaken } from '#web/api/useToken.ts';
import { DigestStatusBadge, digestTitle } from '#web/digests/digestWords.tsx';
import { ResendButton } from '#web/digests/ResendButton.tsx';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { deskTitle, PageTitle } from '#web/layout/Page.tsx';
import { type Answers, useAnswers } from '#web/papers/useAnswers.ts';
import { Boundary, LazyPart } from '#web/ui/Boundary.tsx';
import { Button } from '#web/ui/Form.tsx';
import { Link } from '#web/ui/Link.tsx';
import { EmptyState, ErrorState, Notice, toastDone, toastError, WhenRead } from '#web/ui/Notice.tsx';
import { PageOutline } from '#web/ui/Spinner.tsx';
import { AccountStatus } from './account/AccountStatus.tsx';
import { EmailPreferences } from './account/EmailPreferences.tsx';
import { Section } from './desk/Section.tsx';
import { SignedIn } from './desk/SignedIn.tsx';
import { useDesk, useDigests, useForgetDesk, useTopics } from './desk/topicActions.ts';
import { useArrivals } from './papers/arrivals.ts';
import { NewPapers } from './papers/NewPapers.tsx';
import { AddTopic } from './topics/AddTopic.tsx';
import { SearchQueue } from './topics/SearchQueue.tsx';

/** The dashboard: what is new, topics, recent digests, preferences, and account. */
export const DashboardPage = () => <SignedIn tab="Dashboard">{(me) => <Dashboard me={me} />}</SignedIn>;

function Dashboard({ me }: { me: Me }) {
  const asked = useTaken('pendingSearch', 'email').get('pendingSearch');
  useForgetDesk();
  const read = useRead(me);
  // New papers come first, but a new reader first needs a topic.
  const [hasDigests, setHasDigests] = useState<boolean>();
  const total = useDigests(asPage).data?.total;
  const { data: desk, isError: failed } = useDesk();
  const answers = useAnswers(me.id);
  const arrive = useArrivals(answers);
  const unreadOf = (id: string) => (desk?.unreadByTopic[id] ?? 0) + answers.grownBy('new', id);
  const unread = (desk?.unread ?? 0) + answers.grownBy('new');
  if (read && hasDigests === undefined) setHasDigests(Boolean(total));
  if (!read) return <PageOutline title="Dashboard" />;
  return (
    <>
      <div
        className={`flex flex-wrap items-baseline justify-between gap-x-6 ${hasDigests ? 'mb-4 max-sm:mb-2.5' : 'mb-7'}`}
      >
        <PageTitle tab="Dashboard" className={deskTitle}>
          {failed ? 'New papers' : hasDigests || unread > 0 ? newInWords(unread) : 'Dashboard'}
        </PageTitle>
        <NextDigest me={me} />
      </div>
      {me.mailBlocked && <MailHeldBack me={me} why={me.mailBlocked} />}
      <Retractions corrections={desk?.corrections ?? []} />
      <WhatIsNew me={me} hasDigests={hasDigests === true} answers={answers} />
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0 space-y-10">
          <AddTopic me={me} asked={asked} />
          <SearchQueue me={me} unreadOf={unreadOf} onSettled={() => void arrive()} />
          <RecentDigests me={me} />
        </div>
        <div className="space-y-8">
          <Section title="Email Preferences">
            <EmailPreferences me={me} />
          </Section>
          <Section title="Account Status">
            <AccountStatus me={me} />
          </Section>
        </div>
      </div>
    </>
  );
}

const newInWords = (papers: number): string => (papers ? counted(papers, 'new paper') : 'No new papers');

/** New papers, or a message if they cannot be loaded. The rest of the page does not depend on them. */
function WhatIsNew({ me, hasDigests, answers }: { me: Me; hasDigests: boolean; answers: Answers }) {
  const desk = useDesk();
  const zone = useZone(me);
  if (desk.isError) return <NotLoaded onRetry={() => void desk.refetch()}>{desk.error.message}</NotLoaded>;
  if (!desk.data?.papers.length)
    return (
      hasDigests && (
        <p className="mb-10 border-y border-line py-5 text-[0.9375rem]">
          You have read everything. Papers you kept are on your{' '}
          <Link to="/shelf" className="link rounded">
            shelf
          </Link>
          .
        </p>
      )
    );
  return (
    <Boundary failed={() => <NotLoaded onRetry={() => location.reload()} />}>
      <NewPapers me={me} desk={desk.data} answers={answers} zone={zone} />
    </Boundary>
  );
}

const NotLoaded = ({ onRetry, children }: { onRetry: () => void; children?: string }) => (
  <div className="mb-12">
    <ErrorState title="Your new papers could not be loaded" onRetry={onRetry}>
      {children}
    </ErrorState>
  </div>
);

/**
 * True once the first reads of topics, digests, and preferences have succeeded or failed. The page appears as a whole,
 * because parts arriving one by one would push each other down. It stays true, so that repeating a failed read does not
 * remove the other parts.
 */
function useRead(me: Me): boolean {
  const reads = [useDesk(asPage), useTopics(me, asPage), usePreferences(me, asPage), useDigests(asPage)];
  const waiting = reads.some(({ isPending }) => isPending);
  const [read, setRead] = useState(!waiting);
  // In slices: drawn in one go, the page would not answer for a second on a slow phone.
  useEffect(() => {
    if (!waiting) startTransition(() => setRead(true));
  }, [waiting]);
  return read;
}

/** When the next digest of any topic is due; empty if none is scheduled. */
function NextDigest({ me }: { me: Me }) {
  const preferences = usePreferences(me).data;
  const [next] = (useTopics(me).data ?? [])
    .flatMap(({ isActive, status, nextScheduledRun }) =>
      isActive && status === 'completed' && nextScheduledRun ? [nextScheduledRun] : [],
    )
    .sort();
  if (!next || !preferences?.weeklyDigest) return null;
  return (
    <p className="text-[0.9375rem] text-muted">
      <span className="max-sm:sr-only">Next digest: </span>
      <b className="font-medium text-ink">
        <AbsoluteDate value={next} weekday zone={preferences.timeZone} short />
      </b>
      <span className="max-sm:hidden">, {timeInWords(new Date(next), preferences.timeZone)}</span>
    </p>
  );
}

/** Papers of the reader's digests that were retracted since the last visit, each with a link to its digest. */
const Retractions = ({ corrections }: Pick<Desk, 'corrections'>) =>
  corrections.length > 0 && (
    <Notice tone="bad" className="mb-4">
      <ul className="space-y-1">
        {corrections.map(({ paperId, digestId, title }) => (
          <li key={paperId}>
            <strong className="font-semibold">Retracted:</strong>{' '}
            <span dir="auto" className="wrap-anywhere">
              {title}
            </span>{' '}
            <Link to={`/digests/${digestId}`} className="link rounded whitespace-nowrap">
              Read the notice<span className="sr-only"> in your digest</span>
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );

/** Explains why mail to the reader is suspended, with a button to turn it on again. */
function MailHeldBack({ me, why }: { me: Me; why: keyof typeof reasons }) {
  const clear = useAction(preferencesApi.clearMailBlock, {
    onSuccess: toastDone('Email Turned On', () => readAgain(visitApi.me)),
    onError: toastError('Email Still Held Back'),
  });
  return (
    <Notice tone="warn" title="Your digests are kept here, not mailed" className="mb-4">
      <p>{reasons[why].replace('{email}', me.email)}</p>
      <Button
        variant="secondary"
        size="small"
        pending={clear.isPending}
        onClick={() => clear.mutate({})}
        className="mt-2.5"
      >
        Turn mail back on
      </Button>
    </Notice>
  );
}

const reasons = {
  bounce: 'Mail to {email} came back as undeliverable. Once the mailbox works again, turn mail back on.',
  complaint:
    'A digest to {email} was reported as spam. Only account mail is sent there now. If that was a mistake, turn digests back on.',
};

const DigestDialog = lazy(async () => ({
  default: (await import('#web/digests/DigestDialog.tsx')).DigestDialog,
}));

/** The three newest digests; a click opens one in a dialog. */
function RecentDigests({ me }: { me: Me }) {
  const digests = useDigests();
  const zone = useZone(me);
  const [openId, setOpenId] = useState<string | null>(null);
  const count = digests.data?.total ?? 0;
  const open = digests.data?.digests.find(({ id }) => id === openId);
  return (
    <Section
      title="Recent Email Digests"
      aside={
        count > 0 && (
          <Link to="/digests" className="link alone rounded text-sm">
            All digests ({count.toLocaleString('en-US')})
          </Link>
        )
      }
    >
      <WhenRead read={digests} failed="Your digests could not be loaded">
        {(newest) =>
          count ? (
            <ul className="border-t border-line">
              {newest.digests.map((digest) => (
                <DigestCard key={digest.id} digest={digest} zone={zone} onOpen={() => setOpenId(digest.id)} />
              ))}
            </ul>
          ) : (
            <EmptyState title="No email digests yet. You'll receive your first digest within a week" />
          )
        }
      </WhenRead>
      {open && (
        <LazyPart>
          <DigestDialog digest={open} onClose={() => setOpenId(null)} zone={zone} />
        </LazyPart>
      )}
    </Section>
  );
}

type DigestCardProps = { digest: DigestHead; zone: string | undefined; onOpen: () => void };

/** A digest in the list: a click anywhere opens it, except on Resend. */
function DigestCard({ digest, zone, onOpen }: DigestCardProps) {
  const missing = digest.failed.map((source) => sourceLabels[source]);
  return (
    <li className="relative border-b border-line py-3.5 hover:bg-wash">
      <div className="flex items-start justify-between gap-3">
        <h3
          dir="auto"
          className="min-w-0 grow font-serif text-[1.0625rem] leading-snug font-semibold text-pretty wrap-anywhere"
        >
          {/* Not clipped itself, because its hit area covers the whole row. */}
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={onOpen}
            className="rounded text-start after:absolute after:inset-0"
          >
            <span className="line-clamp-3">{digestTitle(digest)}</span>
          </button>
        </h3>
        {digest.searchTerm && (
          <span className="-my-1 shrink-0">
            <ResendButton digest={{ ...digest, searchTerm: digest.searchTerm }} zone={zone} />
          </span>
        )}
      </div>
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
        <DigestStatusBadge status={digest.status} />
        <span>
          {digest.status === 'sent' ? '' : 'Created '}
          <AbsoluteDate value={digest.sentAt ?? digest.createdAt} time zone={zone} short /> ·{' '}
          {counted(digest.papers, 'paper')}
          {missing.length > 0 && ` · ${andList(missing)} could not be read`}
        </span>
      </p>
      <p
        dir="auto"
        className="mt-0.5 line-clamp-2 max-w-[68ch] font-serif leading-relaxed text-muted wrap-anywhere"
      >
        {digest.teaser}
      </p>
    </li>
  );
}
