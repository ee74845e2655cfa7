import { CircleCheck, CirclePause, CirclePlay, CircleX, Clock, Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Me, Preferences } from '#shared/accounts/me.ts';
import { can, searchTermLimit } from '#shared/billing/plan.ts';
import { type SearchTerm, statusLabels, type TermStatus } from '#shared/topics/searchTerm.ts';
import { usePreferences } from '#web/api/api.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { Badge, type Tone } from '#web/ui/Badge.tsx';
import { buttonClass } from '#web/ui/buttonClass.ts';
import { Button } from '#web/ui/Form.tsx';
import { Link } from '#web/ui/Link.tsx';
import { EmptyState, WhenRead } from '#web/ui/Notice.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { goToSection, queueId, Section } from '../desk/Section.tsx';
import { topicLinkId, useRemoveTopic, useSetActive, useSettled, useTopics } from '../desk/topicActions.ts';
import { isOpen } from '../desk/topics.ts';
import { EditTopic } from './EditTopic.tsx';

interface SearchQueueProps {
  me: Me;
  unreadOf: (id: string) => number;
  /** Called when a search has ended. */
  onSettled: () => void;
}

/** The reader's topics with their status, updated while a search runs. */
export function SearchQueue({ me, unreadOf, onSettled }: SearchQueueProps) {
  const terms = useTopics(me);
  const settled = useSettled(terms.data, onSettled);
  const remove = useRemoveTopic(me);
  const preferences = usePreferences(me).data;
  const [all, setAll] = useState(false);
  // Those with something to say come first.
  const inOrder = (terms.data ?? []).toSorted((a, b) => Number(isNews(b)) - Number(isNews(a)));
  const hidden = inOrder.length - shownAtFirst;
  useEffect(() => {
    if (location.hash === `#${queueId}`) goToSection(queueId);
  }, []);
  return (
    <Section title="Your Search Queue" id={queueId}>
      <p role="status" className="sr-only">
        {settled.map(inWords).join(' ')}
      </p>
      <WhenRead read={terms} failed="Your search terms could not be loaded">
        {(data) => (
          <>
            {terms.error && (
              <p className="mb-3 text-sm text-warn">This list may be out of date. {terms.error.message}</p>
            )}
            {data.length ? (
              <ul>
                {inOrder.slice(0, all ? undefined : shownAtFirst).map((term) => (
                  <TopicRow
                    key={term.id}
                    me={me}
                    term={term}
                    preferences={preferences}
                    unread={unreadOf(term.id)}
                    onRemove={() => {
                      remove(term);
                      // The button that had the focus was removed with its card.
                      goToSection(queueId);
                    }}
                  />
                ))}
              </ul>
            ) : (
              <EmptyState title="No search terms in queue yet">
                Add a topic above. Its first digest arrives by email within minutes, then one every week.
              </EmptyState>
            )}
            {hidden > 0 && !all && (
              <Button variant="quiet" className="mt-1 -ml-3" onClick={() => setAll(true)}>
                Show {hidden} more
              </Button>
            )}
          </>
        )}
      </WhenRead>
    </Section>
  );
}

/** Whether a search failed, waits, or runs. */
const isNews = (term: SearchTerm): boolean => term.status === 'failed' || isOpen(term);

const shownAtFirst = 5;

const inWords = ({ term, status }: SearchTerm): string => `Search for ${term}: ${statusLabels[status]}.`;

interface TopicRowProps {
  me: Me;
  term: SearchTerm;
  preferences: Preferences | undefined;
  /** Number of unanswered papers in its digests. */
  unread: number;
  onRemove: () => void;
}

/** One topic of the list: its state and dates. Everything else is on its page. */
function TopicRow({ me, term, preferences, unread, onRemove }: TopicRowProps) {
  const [isEditing, setIsEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setIsEditing(false));
    edit.current?.focus();
  };
  return (
    <li className="border-b border-line py-2.25 first:border-t">
      {isEditing ? (
        <EditTopic me={me} term={term} onClose={close} />
      ) : (
        <div className="flex items-start gap-3">
          <h3
            dir="auto"
            title={term.term}
            className="line-clamp-3 min-w-0 font-serif text-base leading-[1.4] font-semibold wrap-anywhere sm:line-clamp-2"
          >
            <Link
              to={`/topics/${term.id}`}
              id={topicLinkId(term)}
              className="rounded py-1 underline-offset-4 hover:underline pointer-coarse:inline-block"
            >
              {term.term}
            </Link>
          </h3>
          {unread > 0 && (
            <Badge tone="accent" className="mt-px tabular-nums">
              {unread > 999 ? '999+' : unread}
              <span className="sr-only"> new {unread === 1 ? 'paper' : 'papers'}</span>
            </Badge>
          )}
          <div className="-my-1 -mr-2.5 ml-auto flex shrink-0 text-muted">
            <Button ref={edit} variant="quiet" className={action} onClick={() => setIsEditing(true)}>
              <Pencil className="size-3.5" />
              <span className="max-sm:sr-only">Edit</span>
              <span className="sr-only"> search term {term.term}</span>
            </Button>
            <Button
              variant="quiet"
              aria-label={`Delete search term ${term.term}`}
              title="Delete"
              className={action}
              onClick={onRemove}
            >
              <Trash2 className="size-3.5" />
            </Button>
          </div>
        </div>
      )}
      <div className="mt-1 flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
        <p className="flex items-center gap-3">
          <TopicBadges topic={term} />
        </p>
        <TopicDates term={term} preferences={preferences} />
      </div>
      {!term.isActive && <Paused me={me} term={term} />}
      {term.statusDetail && (
        <p className={`mt-2 text-sm ${term.status === 'failed' ? 'text-bad' : ''}`}>{term.statusDetail}</p>
      )}
    </li>
  );
}

const action = 'px-2.5! text-muted hover:text-ink pointer-coarse:min-h-11 pointer-coarse:min-w-11';

/** Added, last search, next digest, in the zone the digests are delivered in. */
function TopicDates({ term, preferences }: { term: SearchTerm; preferences: Preferences | undefined }) {
  const zone = preferences?.timeZone;
  const { lastProcessedAt, nextScheduledRun, status } = term;
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      <Item name="Added">
        <AbsoluteDate value={term.createdAt} zone={zone} short />
      </Item>
      <Item name="Last search">
        {lastProcessedAt ? <AbsoluteDate value={lastProcessedAt} weekday zone={zone} short /> : 'Not yet'}
      </Item>
      <Item name={status === 'failed' ? 'Next try' : 'Next digest'}>
        {nextScheduledRun && term.isActive && (status === 'failed' || preferences?.weeklyDigest !== false) ? (
          <AbsoluteDate value={nextScheduledRun} weekday zone={zone} short />
        ) : (
          withoutDate(term, preferences)
        )}
      </Item>
    </dl>
  );
}

const Item = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex gap-1.5">
    <dt className="text-muted">{name}:</dt>
    <dd>{children}</dd>
  </div>
);

function withoutDate(term: SearchTerm, preferences: Preferences | undefined): string {
  if (!term.isActive) return 'None while inactive';
  if (isOpen(term)) return 'After this search';
  return preferences?.weeklyDigest === false ? 'None. Email is off.' : 'Not scheduled yet';
}

/** `Search Terms: 2/5` */
export function TopicCount({ me }: { me: Me }) {
  const count = useTopics(me).data?.length;
  return (
    <p className="text-sm text-muted">
      Search Terms: {count ?? '–'}/<TopicLimit me={me} />
    </p>
  );
}

export function TopicLimit({ me }: { me: Me }) {
  const limit = searchTermLimit(me);
  if (Number.isFinite(limit)) return limit;
  return (
    <>
      <span aria-hidden="true">∞</span>
      <span className="sr-only">no limit</span>
    </>
  );
}

/** Whether a topic is searched, and the status of its search, as words with icons. */
export const TopicBadges = ({ topic: { isActive, status } }: { topic: SearchTerm }) => (
  <>
    <Badge tone={isActive ? 'quiet' : 'neutral'}>
      {isActive && <span className="size-1.5 rounded-full bg-good" aria-hidden="true" />}
      {isActive ? 'Active' : 'Inactive'}
    </Badge>
    <Badge tone={tones[status]}>
      {shapes[status]}
      {statusLabels[status]}
    </Badge>
  </>
);

const tones: Record<TermStatus, Tone> = {
  pending: 'quiet',
  processing: 'accent',
  completed: 'quiet',
  failed: 'bad',
};

const shapes = {
  pending: <Clock className="size-3" />,
  processing: <Spinner label={null} className="size-3" />,
  completed: <CircleCheck className="size-3 text-good" />,
  failed: <CircleX className="size-3" />,
};

/** Why a topic gets no digests, and what to do about it. */
export function Paused({ me, term }: { me: Me; term: SearchTerm }) {
  const room = useRoom(me);
  if (!room.yes)
    return (
      <p className="mt-2.5 text-sm">
        Nothing is searched or mailed for this topic. {room.because} Or delete another topic to search this
        one.
      </p>
    );
  return (
    <p className="mt-2.5 text-sm">
      This topic is paused. Nothing is searched or mailed until{' '}
      {term.resumeOn ? (
        <>
          it resumes automatically on <AbsoluteDate value={term.resumeOn} zone="UTC" weekday />.
        </>
      ) : (
        'you resume it.'
      )}
    </p>
  );
}

/** Pauses a topic or resumes it: one button that keeps its place and the focus. */
export function Pause({ me, term }: { me: Me; term: SearchTerm }) {
  const setActive = useSetActive(me);
  const room = useRoom(me);
  const active = !term.isActive;
  if (active && !room.yes) return null;
  const Icon = active ? CirclePlay : CirclePause;
  return (
    <button
      type="button"
      className={buttonClass({ variant: 'secondary', size: 'small' })}
      aria-disabled={setActive.isPending || undefined}
      onClick={() => setActive.isPending || setActive.mutate({ params: { id: term.id }, body: { active } })}
    >
      <Icon className="size-3.5" />
      <span className="grid">
        {/* As wide as the longer word, so that nothing beside it moves. */}
        <span aria-hidden="true" className="invisible col-start-1 row-start-1">
          Resume
        </span>
        <span className="col-start-1 row-start-1">
          {active ? 'Resume' : 'Pause'}
          <span className="sr-only"> {term.term}</span>
        </span>
      </span>
    </button>
  );
}

/** Whether the plan has room for one more active topic. */
function useRoom(me: Me) {
  const active = (useTopics(me).data ?? []).filter(({ isActive }) => isActive).length;
  return can.addTerm(me, active);
}
