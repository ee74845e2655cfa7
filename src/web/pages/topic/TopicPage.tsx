import { lazy, useEffect, useRef, useState } from 'react';
import { useParams } from 'wouter';
import type { Me } from '#shared/accounts/me.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { asPage, usePreferences } from '#web/api/query.ts';
import { WhereItGoes } from '#web/channels/WhereItGoes.tsx';
import { PageTitle } from '#web/layout/Page.tsx';
import { ReadingOf } from '#web/topics/UnderstoodAs.tsx';
import { useUnderstanding } from '#web/topics/useUnderstanding.ts';
import { LazyPart } from '#web/ui/Boundary.tsx';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/Notice.tsx';
import { PageOutline } from '#web/ui/Spinner.tsx';
import { useTopics } from '../dashboard/desk/queries.ts';
import { Section } from '../dashboard/desk/Section.tsx';
import { SignedIn } from '../dashboard/desk/SignedIn.tsx';
import { useEditTopic } from '../dashboard/desk/topicActions.ts';
import { TopicFeedback } from '../dashboard/feedback/TopicFeedback.tsx';
import { ExpansionPhrases } from '../dashboard/topics/ExpansionPhrases.tsx';
import { PastDigests } from './PastDigests.tsx';
import { TopicHead } from './TopicHead.tsx';
import { Trends } from './Trends.tsx';

const TryFilters = lazy(async () => ({ default: (await import('./TryFilters.tsx')).TryFilters }));

/** One topic: the papers it finds, how it is understood, and how to correct that. */
export const TopicPage = () => <SignedIn tab="Topic">{(me) => <Loaded me={me} />}</SignedIn>;

function Loaded({ me }: { me: Me }) {
  const { id } = useParams();
  const topics = useTopics(me, asPage);
  const preferences = usePreferences(me, asPage);
  const topic = topics.data?.find((one) => one.id === id);
  if (topic && !preferences.isPending) return <Topic me={me} topic={topic} />;
  if (topics.isPending || preferences.isPending) return <PageOutline title="Topic" />;
  const missing = !topics.isError;
  return (
    <div className="mx-auto max-w-2xl py-8">
      <PageTitle className="mb-6 font-serif text-3xl font-semibold">
        {missing ? 'There is no such topic' : 'This topic could not be loaded'}
      </PageTitle>
      <ErrorState
        title={missing ? 'Topic not found' : 'Could not load this topic'}
        onRetry={missing ? undefined : () => void topics.refetch()}
        action={
          <ButtonLink to="/dashboard" variant="secondary" size="small">
            Your topics
          </ButtonLink>
        }
      >
        {topics.error?.message ?? 'It may have been deleted.'}
      </ErrorState>
    </div>
  );
}

function Topic({ me, topic }: { me: Me; topic: SearchTerm }) {
  const preferences = usePreferences(me).data;
  return (
    <article>
      <TopicHead me={me} topic={topic} preferences={preferences} />
      <Trends topic={topic} />
      <div className="mt-12 grid gap-x-14 gap-y-12 border-t border-line pt-10 lg:grid-cols-2">
        <div className="min-w-0 space-y-10">
          <AsksFor me={me} topic={topic} />
          <div className="text-sm">
            <ExpansionPhrases me={me} term={topic} />
          </div>
          {topic.feedback && topic.feedback.more + topic.feedback.less > 0 && (
            <Section title="What Litwatch learned from you">
              <TopicFeedback me={me} term={topic} onAllRemoved={() => {}} />
            </Section>
          )}
          <Section title="Where it goes">
            <p className="mb-4 text-sm text-muted">
              Besides email, each digest of this topic can be sent to other places, once to each.
            </p>
            <WhereItGoes topicId={topic.id} />
          </Section>
        </div>
        <Section title="Filters">
          <p className="mb-4 text-sm text-muted">
            Tried at once on what came in the last weeks. Nothing changes until you save.
          </p>
          <LazyPart fallback={<div className="min-h-[44rem]" />}>
            <TryFilters me={me} topic={topic} preferences={preferences} />
          </LazyPart>
        </Section>
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
