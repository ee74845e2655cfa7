import { ArrowLeft, Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { navigate } from 'wouter/use-browser-location';
import type { Me } from '#shared/accounts/me.ts';
import type { Preferences } from '#shared/accounts/preferences.ts';
import { can } from '#shared/billing/plan.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { scheduleInWords } from '#shared/topics/settingsInWords.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { PageTitle } from '#web/layout/Page.tsx';
import { resumeDays } from '#web/topics/resumeDays.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/Form.tsx';
import { Menu, menuItem } from '#web/ui/Menu.tsx';
import { queueId } from '../dashboard/desk/Section.tsx';
import { useRemoveTopic, useSetActive } from '../dashboard/desk/topicActions.ts';
import { placeOf } from '../dashboard/desk/zones.ts';
import { TopicSettings } from '../dashboard/settings/TopicSettings.tsx';
import { EditTopic } from '../dashboard/topics/EditTopic.tsx';
import { Pause, Paused } from '../dashboard/topics/PauseTopic.tsx';
import { TopicStatusBadge } from '../dashboard/topics/TopicDates.tsx';

interface TopicHeadProps {
  me: Me;
  topic: SearchTerm;
  preferences: Preferences | undefined;
}

/** Name, state, and schedule of a topic, and the actions on it. */
export function TopicHead({ me, topic, preferences }: TopicHeadProps) {
  const [isEditing, setIsEditing] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const remove = useRemoveTopic(me);
  const close = () => {
    flushSync(() => setIsEditing(false));
    edit.current?.focus();
  };
  return (
    <header className="mb-9">
      <nav aria-label="Topics">
        <ButtonLink to={`/dashboard#${queueId}`} variant="quiet" size="small" className="-ml-3">
          <ArrowLeft className="size-4" aria-hidden="true" />
          Your topics
        </ButtonLink>
      </nav>
      <PageTitle tab={topic.term} className="mt-2 font-serif text-3xl leading-tight font-semibold">
        <span dir="auto" className="wrap-anywhere">
          {topic.term}
        </span>
      </PageTitle>
      {isEditing ? (
        <div className="mt-4 max-w-2xl">
          <EditTopic me={me} term={topic} onClose={close} />
        </div>
      ) : (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <Button ref={edit} variant="secondary" size="small" onClick={() => setIsEditing(true)}>
            <Pencil className="size-3.5" aria-hidden="true" />
            Edit
          </Button>
          <Pause me={me} term={topic} isButton />
          <TopicSettings me={me} term={topic} preferences={preferences} />
          <Menu
            variant="secondary"
            label="More actions"
            button={<Ellipsis className="size-4" aria-hidden="true" />}
          >
            <li>
              <button type="button" className={menuItem} onClick={() => setIsDeleting(true)}>
                <Trash2 className="size-3.5" aria-hidden="true" />
                Delete
              </button>
            </li>
          </Menu>
          <ConfirmDialog
            open={isDeleting}
            onOpenChange={setIsDeleting}
            title="Delete this search term?"
            description={`“${topic.term}” is no longer searched or mailed. Its past digests stay.`}
            confirm="Delete"
            danger
            onConfirm={() => {
              remove(topic);
              navigate('/dashboard');
            }}
          />
        </div>
      )}
      {/* Below the buttons, which keep their places when it gets longer or shorter. */}
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <Badge tone={topic.isActive ? 'quiet' : 'neutral'}>
          {topic.isActive && <span className="size-1.5 rounded-full bg-good" aria-hidden="true" />}
          {topic.isActive ? 'Active' : 'Inactive'}
        </Badge>
        <TopicStatusBadge status={topic.status} />
        <Schedule me={me} topic={topic} preferences={preferences} />
      </div>
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

/** When digests come, as a sentence, and when the next one does. */
function Schedule({ me, topic, preferences }: TopicHeadProps) {
  if (!preferences) return null;
  if (!preferences.weeklyDigest) return <p>Email is off in your preferences: digests are not mailed.</p>;
  const schedule = can.schedule(me).yes ? topic.schedule : null;
  const { timeZone, deliveryDay } = preferences;
  return (
    <p>
      {scheduleInWords(schedule, deliveryDay)}, {timeZone === 'UTC' ? 'UTC' : `${placeOf(timeZone)} time`}.
      {topic.isActive && topic.nextScheduledRun && (
        <>
          {' '}
          Next digest: <AbsoluteDate value={topic.nextScheduledRun} zone={timeZone} weekday />.
        </>
      )}
    </p>
  );
}

/** Sets, changes or clears the day on which a paused topic resumes automatically. */
function ResumeOn({ me, topic }: { me: Me; topic: SearchTerm }) {
  const set = useSetActive(me);
  const [day, setDay] = useState(topic.resumeOn ?? '');
  const pause = (resumeOn: string | null) =>
    set.mutate({ params: { id: topic.id }, body: { active: false, resumeOn } });
  return (
    <form
      className="mt-4 flex max-w-xl flex-wrap items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        pause(day);
      }}
    >
      <TextField
        className="w-56"
        label="Resume automatically on"
        type="date"
        required
        {...resumeDays()}
        value={day}
        onChange={(event) => setDay(event.target.value)}
      />
      <Button type="submit" variant="secondary" pending={set.isPending}>
        Set day
      </Button>
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
        One digest then brings the best of the time in between, at its usual hour.
      </p>
    </form>
  );
}
