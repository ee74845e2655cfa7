import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronLeft, ChevronRight, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { Slot } from '#kit/web.tsx';
import type { Me, Preferences } from '#shared/accounts/me.ts';
import { type DigestHead, digestApi } from '#shared/digests/digest.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { andList, counted } from '#shared/values/words.ts';
import { asPage, reading, usePreferences, useZone } from '#web/api/api.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { deskTitle, PageTitle } from '#web/layout/Page.tsx';
import { resumeDays } from '#web/topics/resumeDays.ts';
import { ConfirmDialog } from '#web/ui/Dialog.tsx';
import { Button, Form, Submit, TextField } from '#web/ui/Form.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { WhenRead } from '#web/ui/Notice.tsx';
import { PageOutline } from '#web/ui/Spinner.tsx';
import { Section } from '../dashboard/desk/Section.tsx';
import { NotShown, SignedIn } from '../dashboard/desk/SignedIn.tsx';
import { useRemoveTopic, useSetActive, useSettled, useTopics } from '../dashboard/desk/topicActions.ts';
import { TopicFeedback } from '../dashboard/feedback/TopicFeedback.tsx';
import { FiltersAndSchedule } from '../dashboard/settings/FiltersAndSchedule.tsx';
import { EditTopic } from '../dashboard/topics/EditTopic.tsx';
import { Pause, Paused, TopicBadges } from '../dashboard/topics/SearchQueue.tsx';
import { AsksFor } from './AsksFor.tsx';
import { useTrends, WeeksTable, WhatCame } from './Trends.tsx';

/** One topic: the papers it finds, how it is understood, and how to correct that. */
export const TopicPage = () => <SignedIn tab="Topic">{(me) => <Loaded me={me} />}</SignedIn>;

function Loaded({ me }: { me: Me }) {
  const { id } = useParams();
  const topics = useTopics(me, asPage);
  // Its first digest appears by itself.
  useSettled(topics.data);
  const preferences = usePreferences(me, asPage);
  const topic = topics.data?.find((one) => one.id === id);
  if (topic && !preferences.isPending) return <Topic me={me} topic={topic} />;
  if (topics.isPending || preferences.isPending) return <PageOutline title="Topic" />;
  return (
    <NotShown
      what="topic"
      back={{ to: '/dashboard', words: 'Your topics' }}
      error={topics.error}
      retry={topics.refetch}
    />
  );
}

function Topic({ me, topic }: { me: Me; topic: SearchTerm }) {
  const preferences = usePreferences(me).data;
  const trends = useTrends(topic);
  const isTaught = Boolean(topic.feedback && topic.feedback.more + topic.feedback.less > 0);
  // The last feedback is removed in a dialog of this part, which stays until the dialog is closed.
  const [wasTaught, setWasTaught] = useState(isTaught);
  const hasWeeks = trends.data?.weeks.some(({ close }) => close > 0);
  return (
    <article>
      <TopicHead me={me} topic={topic} preferences={preferences} />
      <div className="grid gap-x-16 gap-y-8 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <div className="min-w-0 divide-y divide-line *:py-6 *:first:pt-0">
          {!topic.kind && <AsksFor me={me} topic={topic} />}
          <Slot name="followed" me={me} topic={topic} />
          {!topic.kind && <WhatCame trends={trends} topic={topic} />}
        </div>
        <div className="min-w-0 divide-y divide-line *:py-6 *:first:pt-0">
          <FiltersAndSchedule me={me} term={topic} preferences={preferences} />
          <PastDigests me={me} topicId={topic.id} />
          {(isTaught || wasTaught || hasWeeks) && (
            <details className="group/more">
              <summary className="flex min-h-8 list-none items-center justify-between rounded font-serif text-[1.25rem] font-semibold [&::-webkit-details-marker]:hidden">
                More
                <ChevronDown className="size-4 text-muted group-open/more:rotate-180" />
              </summary>
              <div className="mt-3 space-y-5 text-sm">
                <TopicFeedback me={me} term={topic} onAllRemoved={() => setWasTaught(false)} />
                {hasWeeks && <WeeksTable weeks={trends.data!.weeks} />}
              </div>
            </details>
          )}
        </div>
      </div>
    </article>
  );
}

const perPage = 3;

/** One topic's digests, newest first, three at a time. */
function PastDigests({ me, topicId }: { me: Me; topicId: string }) {
  const zone = useZone(me);
  // The cursors of all pages but the first.
  const [starts, setStarts] = useState<string[]>([]);
  const after = starts.at(-1);
  const read = useQuery({
    ...reading(digestApi.page, { query: { topic: topicId, limit: perPage, ...(after && { after }) } }),
    placeholderData: keepPreviousData,
  });
  const { data } = read;
  const from = starts.length * perPage;
  const isPaged = (data?.total ?? 0) > perPage;
  if (data?.total === 0) return null;
  return (
    <Section
      title="Digests"
      aside={
        isPaged && (
          <p role="status" className="text-[0.8125rem] text-muted">
            {from + 1} to {from + data!.digests.length} of {data!.total}
          </p>
        )
      }
    >
      <WhenRead read={read} failed="The digests could not be loaded" room="h-46">
        {({ digests }) => (
          <ul className={`divide-y divide-line border-y border-line ${isPaged ? 'min-h-46' : ''}`}>
            {digests.map((digest) => (
              <Row key={digest.id} digest={digest} zone={zone} />
            ))}
          </ul>
        )}
      </WhenRead>
      {isPaged && (
        <p className="-mx-3 mt-1 flex justify-between">
          <Button variant="quiet" disabled={!starts.length} onClick={() => setStarts(starts.slice(0, -1))}>
            <ChevronLeft className="size-4" />
            Newer
          </Button>
          <Button
            variant="quiet"
            disabled={!data!.next}
            onClick={() => data!.next && setStarts([...starts, data!.next])}
          >
            Older
            <ChevronRight className="size-4" />
          </Button>
        </p>
      )}
    </Section>
  );
}

const Row = ({ digest, zone }: { digest: DigestHead; zone: string | undefined }) => {
  const said = happened(digest);
  return (
    <li className="py-2.5 text-[0.9375rem]">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link to={`/digests/${digest.id}`} className="link inline-flex min-h-6 items-center rounded">
          <span className="sr-only">Digest of </span>
          <AbsoluteDate value={digest.sentAt ?? digest.createdAt} weekday short zone={zone} />
        </Link>
        <span>
          {counted(digest.papers, 'paper')}
          {digest.kept ? `, ${digest.kept} kept` : ''}
        </span>
      </p>
      {said && <p className="text-[0.8125rem] text-muted wrap-anywhere">{said}</p>}
    </li>
  );
};

/** Anything unusual about a digest; empty for most. */
function happened({ failed, papers, status, closeMatches }: DigestHead): string {
  return [
    closeMatches && closeMatches > papers && `of ${closeMatches} close matches`,
    failed.length && `${andList(failed.map((source) => sourceLabels[source]))} did not answer`,
    papers === 0 && 'Nothing new',
    status === 'refused' && 'Not delivered',
  ]
    .filter(Boolean)
    .join(' · ');
}

type TopicHeadProps = { me: Me; topic: SearchTerm; preferences: Preferences | undefined };

/** Name and state of a topic, and the actions on it. */
function TopicHead({ me, topic, preferences }: TopicHeadProps) {
  const [isEditing, setIsEditing] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const remove = useRemoveTopic(me);
  const close = () => {
    flushSync(() => setIsEditing(false));
    document.getElementById(moreId)?.querySelector('summary')?.focus();
  };
  return (
    <header className="mb-6 border-b border-line pb-5">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <div className="min-w-0">
          <PageTitle tab={topic.term} className={deskTitle}>
            <span dir="auto" className="wrap-anywhere">
              {topic.term}
            </span>
          </PageTitle>
          <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <TopicBadges topic={topic} />
            <NextDigest topic={topic} preferences={preferences} />
          </div>
        </div>
        <div className="flex gap-1.5 max-sm:w-full max-sm:*:first:grow" id={moreId}>
          <Pause me={me} term={topic} />
          <Menu variant="secondary" label="More actions" button={<Ellipsis className="size-4" />}>
            <MenuItem icon={Pencil} onClick={() => setIsEditing(true)}>
              Edit
            </MenuItem>
            <MenuItem icon={Trash2} onClick={() => setIsDeleting(true)}>
              Delete
            </MenuItem>
          </Menu>
        </div>
      </div>
      {isEditing && (
        <div className="mt-4 max-w-2xl">
          <EditTopic me={me} term={topic} onClose={close} />
        </div>
      )}
      <ConfirmDialog
        open={isDeleting}
        onClose={() => setIsDeleting(false)}
        title="Delete this search term?"
        description={`“${topic.term}” is no longer searched or mailed. Its past digests stay.`}
        confirm="Delete"
        onConfirm={() => {
          remove(topic);
          navigate('/dashboard');
        }}
      />
      {!topic.isActive && (
        <div className="mt-4 rounded-lg border border-edge bg-sheet px-4 pt-1.5 pb-4">
          <Paused me={me} term={topic} />
          <ResumeOn me={me} topic={topic} />
        </div>
      )}
      {topic.statusDetail && (
        <p className={`mt-3 text-sm ${topic.status === 'failed' ? 'text-bad' : ''}`}>{topic.statusDetail}</p>
      )}
    </header>
  );
}

const moreId = 'topic-actions';

const NextDigest = ({ topic, preferences }: Omit<TopicHeadProps, 'me'>) =>
  topic.isActive &&
  topic.nextScheduledRun &&
  preferences?.weeklyDigest && (
    <span className="text-muted">
      Next digest: <AbsoluteDate value={topic.nextScheduledRun} zone={preferences.timeZone} time short />
    </span>
  );

/** Sets, changes or clears the day on which a paused topic resumes automatically. */
function ResumeOn({ me, topic }: { me: Me; topic: SearchTerm }) {
  const set = useSetActive(me);
  const [day, setDay] = useState(topic.resumeOn ?? '');
  const pause = (resumeOn: string | null) =>
    set.mutate({ params: { id: topic.id }, body: { active: false, resumeOn } });
  return (
    <Form className="mt-4 flex max-w-xl flex-wrap items-end gap-2" onSubmit={() => pause(day)}>
      <TextField
        className="min-w-40 max-w-56 grow"
        label="Resume automatically on"
        type="date"
        required
        {...resumeDays()}
        value={day}
        onChange={(event) => setDay(event.target.value)}
      />
      <Submit label="Set day" variant="secondary" pending={set.isPending} />
      {topic.resumeOn && (
        <Button
          variant="quiet"
          size="medium"
          onClick={() => {
            setDay('');
            pause(null);
          }}
        >
          No set day
        </Button>
      )}
      <p className="basis-full text-sm text-muted">
        Its first digest then brings the best papers of that time, at its usual hour.
      </p>
    </Form>
  );
}
