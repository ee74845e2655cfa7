import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'wouter';
import { Slot, useIsFilled } from '#kit/web.tsx';
import type { Me } from '#shared/accounts/me.ts';
import { type DigestHead, digestApi } from '#shared/digests/digest.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { asPage, reading, usePreferences, useZone } from '#web/api/query.ts';
import { counted } from '#web/digests/digestWords.tsx';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { ReadingOf } from '#web/topics/UnderstoodAs.tsx';
import { useUnderstanding } from '#web/topics/useUnderstanding.ts';
import { Button } from '#web/ui/Button.tsx';
import { Link } from '#web/ui/Link.tsx';
import { ReadFailed } from '#web/ui/Notice.tsx';
import { PageOutline, Skeleton } from '#web/ui/Spinner.tsx';
import { useTopics } from '../dashboard/desk/queries.ts';
import { Section } from '../dashboard/desk/Section.tsx';
import { NotShown, SignedIn } from '../dashboard/desk/SignedIn.tsx';
import { useEditTopic } from '../dashboard/desk/topicActions.ts';
import { TopicFeedback } from '../dashboard/feedback/TopicFeedback.tsx';
import { ExpansionPhrases } from '../dashboard/topics/ExpansionPhrases.tsx';
import { TopicHead } from './TopicHead.tsx';
import { Trends } from './Trends.tsx';

/** One topic: the papers it finds, how it is understood, and how to correct that. */
export const TopicPage = () => <SignedIn tab="Topic">{(me) => <Loaded me={me} />}</SignedIn>;

function Loaded({ me }: { me: Me }) {
  const { id } = useParams();
  const topics = useTopics(me, asPage);
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
    >
      {topics.error?.message ?? 'It may have been deleted.'}
    </NotShown>
  );
}

function Topic({ me, topic }: { me: Me; topic: SearchTerm }) {
  const preferences = usePreferences(me).data;
  const hasPlaces = useIsFilled('topicPlaces');
  return (
    <article>
      <TopicHead me={me} topic={topic} preferences={preferences} />
      {topic.kind ? null : <Trends topic={topic} />}
      <div className="mt-12 grid gap-x-14 gap-y-12 border-t border-line pt-10 lg:grid-cols-2">
        <div className="min-w-0 space-y-10">
          <Slot name="followed" me={me} topic={topic} />
          {!topic.kind && (
            <>
              <AsksFor me={me} topic={topic} />
              <div className="text-sm">
                <ExpansionPhrases me={me} term={topic} />
              </div>
            </>
          )}
          {topic.feedback && topic.feedback.more + topic.feedback.less > 0 && (
            <Section title="What Litwatch learned from you">
              <TopicFeedback me={me} term={topic} onAllRemoved={() => {}} />
            </Section>
          )}
        </div>
        {hasPlaces && (
          <Section title="Also send to">
            <p className="mb-4 text-sm text-muted">
              Besides email, each digest of this topic can be sent to other places.
            </p>
            <Slot name="topicPlaces" topicId={topic.id} />
          </Section>
        )}
      </div>
      <div className="mt-12 border-t border-line pt-10">
        <Section title="Past digests">
          <PastDigests me={me} topicId={topic.id} />
        </Section>
      </div>
    </article>
  );
}

/** The parts of a topic as chips. A change is previewed at once, and searched once it is saved. */
function AsksFor({ me, topic }: { me: Me; topic: SearchTerm }) {
  const [draft, setDraft] = useState(topic.term);
  const { reading, isWaiting, failed } = useUnderstanding(draft, { atOnce: true });
  const edit = useEditTopic(me, { onSaved: () => undefined });
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => setDraft(topic.term), [topic.term]);
  const change = (next: string) => {
    if (!next) return;
    setDraft(next);
    part.current?.focus();
  };
  return (
    <Section title="What this topic asks for">
      <p className="mb-3 text-sm text-muted">
        Every part counts, and papers that have all of them come first. Choose one to change it.
      </p>
      <div ref={part} tabIndex={-1} className="min-h-28 rounded text-sm">
        {failed ? (
          <p className="text-muted">How this topic is read cannot be shown right now. {failed.message}</p>
        ) : reading ? (
          <ReadingOf reading={reading} onChange={isWaiting ? undefined : change} />
        ) : (
          <p className="text-muted">Reading your topic…</p>
        )}
      </div>
      {draft !== topic.term && (
        <div className="mt-4 rounded-md border border-line border-l-4 border-l-accent bg-sheet px-4 py-3 text-sm">
          <p>
            Search for “<bdi className="wrap-anywhere">{draft}</bdi>” instead? It is searched again at once.
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button
              size="small"
              pending={edit.isPending}
              onClick={() => edit.mutate({ params: { id: topic.id }, body: { term: draft } })}
            >
              Save topic
            </Button>
            <Button variant="secondary" size="small" onClick={() => setDraft(topic.term)}>
              Keep as it was
            </Button>
          </div>
        </div>
      )}
    </Section>
  );
}

const perPage = 5;

/** One topic's digests, newest first, five at a time: the day, papers sent of papers found, and anything unusual. */
function PastDigests({ me, topicId }: { me: Me; topicId: string }) {
  const zone = useZone(me);
  // The cursors of all pages but the first.
  const [starts, setStarts] = useState<string[]>([]);
  const after = starts.at(-1);
  const { data, error, refetch } = useQuery({
    ...reading(digestApi.page, { query: { topic: topicId, limit: perPage, ...(after && { after }) } }),
    placeholderData: keepPreviousData,
  });
  if (!data && error) return <ReadFailed title="The digests could not be loaded" read={{ error, refetch }} />;
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
