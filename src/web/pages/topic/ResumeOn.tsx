import { useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { resumeDays } from '#web/topics/resumeDays.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/Form.tsx';
import { useSetActive } from '../dashboard/topics/topicChanges.ts';

/** Sets, changes or clears the day on which a paused topic resumes by itself. */
export function ResumeOn({ me, topic }: { me: Me; topic: SearchTerm }) {
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
        label="Resume by itself on"
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
