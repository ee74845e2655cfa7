import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { unsubscribeApi } from '#shared/mail/unsubscribe.ts';
import { reading, sentenceOf, useAction } from '#web/api/api.ts';
import { useToken } from '#web/api/useToken.ts';
import { CenteredPage, WaysOut } from '#web/layout/CenteredPage.tsx';
import { resumeDays } from '#web/topics/resumeDays.ts';
import { Actions, Button, ButtonAnchor, Form, Submit, TextField } from '#web/ui/Form.tsx';
import { Refused } from '#web/ui/Notice.tsx';

/** A link without `ask` unsubscribes at once. Our mails' links have it, because scanners open pages, but press no buttons. */
export function UnsubscribePage() {
  const token = useToken();
  const [search] = useSearchParams();
  const all = search.get('all') === '1';
  if (!token)
    return <Failure sentence="Invalid unsubscribe link. Please check your email for the correct link." />;
  if (search.has('pause') && !all) return <PauseByLink token={token} />;
  return search.has('ask') ? <Asking token={token} all={all} /> : <AtOnce token={token} all={all} />;
}

type Link = { token: string; all: boolean };

function AtOnce({ token, all }: Link) {
  const answer = useQuery(reading(unsubscribeApi.read, { params: { token }, query: scope(all) }));
  if (answer.isPending) return <Working />;
  if (answer.isError) return <Failure sentence={refusal(answer.error)} />;
  return <Done token={token} all={all} {...answer.data} />;
}

function Asking({ token, all }: Link) {
  const [everything, setEverything] = useState(all);
  const leave = useAction(unsubscribeApi.oneClick);
  const press = (all: boolean) => {
    setEverything(all);
    leave.mutate({ params: { token }, query: scope(all) });
  };
  if (leave.isPending) return <Working />;
  if (leave.isError) return <Failure sentence={refusal(leave.error)} />;
  if (leave.isSuccess) return <Done token={token} all={everything} {...leave.data} />;
  return (
    <CenteredPage
      title="Unsubscribe"
      lead="Nothing has changed yet. Account email, such as password resets, is not affected."
    >
      {!all && <TopicOf token={token} />}
      <Actions>
        <Button onClick={() => press(all)}>
          {all ? 'Unsubscribe from all digests' : 'Unsubscribe from this topic'}
        </Button>
        {!all && (
          <>
            <ButtonAnchor href={`/unsubscribe?token=${token}&ask=1&pause=1`} variant="secondary">
              Pause instead
            </ButtonAnchor>
            <Button variant="quiet" size="medium" onClick={() => press(true)}>
              Unsubscribe from all digests
            </Button>
          </>
        )}
      </Actions>
      <WaysOut />
    </CenteredPage>
  );
}

const Done = ({ token, all, message, term }: Link & { message: string; term: string | null }) => (
  <DoneByLink
    {...{ token, scope: scope(all), term }}
    title="Unsubscribed Successfully"
    lead={message || 'You have been successfully unsubscribed.'}
    undo="Undo: keep sending"
    undone="Subscribed again"
  />
);

const Working = () => <CenteredPage state="working" title="Unsubscribe" lead="One moment." />;

const Failure = ({ sentence }: { sentence: string }) => (
  <CenteredPage state="bad" title="Unsubscribe Failed" lead={<span role="alert">{sentence}</span>}>
    <WaysOut />
  </CenteredPage>
);

const refusal = (error: Error): string => sentenceOf(error, 'Failed to unsubscribe. Please try again later.');

const scope = (all: boolean) => (all ? { all: '1' as const } : {});

/** Pauses the topic of a mail's link. Asks first, because mail scanners open links but press no buttons. */
function PauseByLink({ token }: { token: string }) {
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
      lead="Nothing has changed yet. While a topic is paused, nothing is mailed; its first digest afterwards brings the best papers of that time."
    >
      <TopicOf token={token} />
      <Form onSubmit={() => pause.mutate({ params: { token }, body: { resumeOn: day || null } })}>
        <TextField
          className="mt-6 max-w-80"
          label="Resume automatically on"
          note="optional"
          type="date"
          {...resumeDays()}
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
        <Refused error={pause.error} />
        <Actions>
          <Submit label="Pause this topic" pending={pause.isPending} />
        </Actions>
      </Form>
      <WaysOut />
    </CenteredPage>
  );
}

/** The topic that a link is about, in two lines at most: their room is kept until it is known. */
function TopicOf({ token }: { token: string }) {
  const { data } = useQuery(reading(unsubscribeApi.about, { params: { token } }));
  return <div className="flow-root min-h-19">{data?.term && <TopicName>{data.term}</TopicName>}</div>;
}

const TopicName = ({ children }: { children: string }) => (
  <p className="mt-5 border-l-2 border-accent pl-4 font-serif text-xl wrap-anywhere line-clamp-2" dir="auto">
    {children}
  </p>
);

interface DoneByLinkProps {
  token: string;
  /** The link's parameters, in the API's form. */
  scope: { all?: '1' };
  title: string;
  lead: string;
  term: string | null;
  /** The undo button's label, and the title after undoing. */
  undo: string;
  undone: string;
}

/** Says what a mail's link did, with a button that undoes it. */
function DoneByLink({ token, scope, title, lead, term, undo, undone }: DoneByLinkProps) {
  const takeBack = useAction(unsubscribeApi.undo);
  if (takeBack.isSuccess)
    return (
      <CenteredPage state="good" title={undone} lead={takeBack.data.message}>
        <WaysOut />
      </CenteredPage>
    );
  return (
    <CenteredPage state="good" title={title} lead={lead}>
      {term && !lead.includes(term) && <TopicName>{term}</TopicName>}
      <Refused error={takeBack.error} />
      <Actions>
        <Button
          variant="secondary"
          pending={takeBack.isPending}
          onClick={() => takeBack.mutate({ params: { token }, query: scope })}
        >
          {undo}
        </Button>
      </Actions>
      <WaysOut />
    </CenteredPage>
  );
}
