import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { navigate } from 'wouter/use-browser-location';
import type { Me } from '#shared/accounts/me.ts';
import type { Preferences } from '#shared/accounts/preferences.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { PageTitle } from '#web/layout/Page.tsx';
import { resumeDays } from '#web/topics/resumeDays.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/Dialog.tsx';
import { TextField } from '#web/ui/Form.tsx';
import { Menu, menuItem } from '#web/ui/Menu.tsx';
import { useRemoveTopic, useSetActive } from '../dashboard/desk/topicActions.ts';
import { EditTopic } from '../dashboard/topics/EditTopic.tsx';
import { Pause, Paused } from '../dashboard/topics/PauseTopic.tsx';
import { TopicStatusBadge } from '../dashboard/topics/TopicDates.tsx';

interface TopicHeadProps {
  me: Me;
  topic: SearchTerm;
  preferences: Preferences | undefined;
}

/** Name and state of a topic, and the actions on it. */
export function TopicHead({ me, topic, preferences }: TopicHeadProps) {
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
          <PageTitle
            tab={topic.term}
            className="font-serif text-[1.75rem] leading-tight font-semibold max-sm:text-2xl"
          >
            <span dir="auto" className="wrap-anywhere">
              {topic.term}
            </span>
          </PageTitle>
          <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
            <Badge tone={topic.isActive ? 'quiet' : 'neutral'}>
              {topic.isActive && <span className="size-1.5 rounded-full bg-good" aria-hidden="true" />}
              {topic.isActive ? 'Active' : 'Inactive'}
            </Badge>
            <TopicStatusBadge status={topic.status} />
            <NextDigest topic={topic} preferences={preferences} />
          </div>
        </div>
        <div className="flex gap-1.5" id={moreId}>
          <Pause me={me} term={topic} />
          <Menu
            variant="secondary"
            label="More actions"
            button={<Ellipsis className="size-4" aria-hidden="true" />}
          >
            <li>
              <button type="button" className={menuItem} onClick={() => setIsEditing(true)}>
                <Pencil className="size-4" aria-hidden="true" />
                Edit
              </button>
            </li>
            <li>
              <button type="button" className={menuItem} onClick={() => setIsDeleting(true)}>
                <Trash2 className="size-4" aria-hidden="true" />
                Delete
              </button>
            </li>
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
