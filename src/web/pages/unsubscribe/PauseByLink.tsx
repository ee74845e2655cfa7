import { useState } from 'react';
import { unsubscribeApi } from '#shared/mail/unsubscribe.ts';
import { useAction } from '#web/api/query.ts';
import { CenteredPage, WaysOut } from '#web/layout/CenteredPage.tsx';
import { resumeDays } from '#web/topics/resumeDays.ts';
import { Button } from '#web/ui/Button.tsx';
import { Actions, Form, TextField } from '#web/ui/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { DoneByLink } from './DoneByLink.tsx';

/** Pauses the topic of a mail's link. Asks first, because mail scanners open links but press no buttons. */
export function PauseByLink({ token }: { token: string }) {
  const [day, setDay] = useState('');
  const pause = useAction(unsubscribeApi.pause);
  if (pause.isSuccess)
    return (
      <DoneByLink
        {...{ token, scope: {}, term: pause.data.term }}
        title="Topic paused"
        lead={pause.data.message}
        undo="Undo: resume now"
        undone="Topic resumed"
      />
    );
  return (
    <CenteredPage
      title="Pause this topic"
      lead="Nothing has changed yet. While a topic is paused, nothing is mailed; its first digest afterwards brings the best of the time in between."
    >
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          pause.mutate({ params: { token }, body: { resumeOn: day || null } });
        }}
      >
        <TextField
          className="mt-6 max-w-56"
          label="Resume by itself on"
          note="optional"
          type="date"
          {...resumeDays()}
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
        {pause.isError && (
          <Notice tone="bad" className="mt-5">
            {pause.error.message}
          </Notice>
        )}
        <Actions>
          <Button type="submit" pending={pause.isPending}>
            Pause this topic
          </Button>
        </Actions>
      </Form>
      <WaysOut />
    </CenteredPage>
  );
}
