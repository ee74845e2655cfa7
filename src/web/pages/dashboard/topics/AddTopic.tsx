import { useEffect, useRef, useState } from 'react';
import { Slot, useIsFilled } from '#kit/web.tsx';
import type { Me } from '#shared/accounts/me.ts';
import { can, plans, searchTermLimit } from '#shared/billing/plan.ts';
import { topic } from '#shared/values/fields.ts';
import { pendingSearch } from '#web/api/session.ts';
import { LazyPart } from '#web/ui/Boundary.tsx';
import { Form, Submit, TextField } from '#web/ui/Form.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Section } from '../desk/Section.tsx';
import { useAddTopic, useTopics } from '../desk/topicActions.ts';
import { UnderstoodAs } from './EditTopic.tsx';
import { TopicCount } from './SearchQueue.tsx';

/** The field for a new topic. `asked` is a topic from the page's address. */
export function AddTopic({ me, asked }: { me: Me; asked: string | null }) {
  const terms = useTopics(me).data;
  const [text, setText] = useState('');
  const [message, setMessage] = useState<string>();
  // Filling in a topic from the address must not move the page.
  const [typed, setTyped] = useState(false);
  // What was typed meanwhile stays.
  const add = useAddTopic(me, { onRefused: (topic) => setText((typed) => typed || topic) });
  // While the database is away it is sent again, and stands in the field.
  const waiting = add.isPending && add.failureCount > 0 ? add.variables?.body?.searchTerm : '';
  useResumed({ me, asked, count: terms?.length, submit: add.mutate, fill: setText });

  const submit = () => {
    if (!text.trim()) return;
    const read = topic.safeParse(text);
    setMessage(read.error?.issues[0]?.message);
    if (!read.success) return;
    // Free at once for the next topic; a refused one comes back.
    setText('');
    add.mutate({ body: { email: me.email, searchTerm: read.data } });
  };

  return (
    <Section title="Add New Search Term" aside={<TopicCount me={me} />}>
      <p className="mb-3.5 max-w-[70ch] text-[0.9375rem] text-muted">{hintFor(me, terms?.length)}</p>
      <Form onSubmit={submit} className="flex flex-wrap items-start gap-3">
        <TextField
          label="Research topic"
          placeholder="e.g., CRISPR base editing"
          value={text || waiting}
          error={message}
          onChange={(event) => {
            setText(event.target.value);
            setTyped(true);
            setMessage(undefined);
          }}
          autoComplete="off"
          enterKeyHint="search"
          dir="auto"
          className="min-w-0 grow basis-40"
        />
        {/* Aligned with the field, below its label. */}
        <Submit label="Add" disabled={!text.trim()} className="mt-6.5 min-h-10.5" />
      </Form>
      {useIsFilled('followWays') && (
        <Link to="/follow" className="link alone mt-2 text-sm">
          Follow a journal, a person, or what cites a paper
        </Link>
      )}
      {/* Its room is kept: it loads after the page. */}
      <div className={useIsFilled('topicWays') ? 'min-h-8 pointer-coarse:min-h-13' : ''}>
        <Slot name="topicWays" />
      </div>
      {typed && text.trim().length > 1 && (
        <LazyPart fallback={<div className="mt-3 h-56 rounded-md border border-line bg-sheet sm:h-48" />}>
          <UnderstoodAs text={text} onChange={setText} />
        </LazyPart>
      )}
    </Section>
  );
}

/** How many topics the plan covers or, if it is full, how to make room. */
function hintFor(me: Me, count = 0): string {
  const answer = can.addTerm(me, count);
  if (!answer.yes) return answer.because;
  const limit = searchTermLimit(me);
  if (limit === Number.POSITIVE_INFINITY) return 'You can follow as many topics as you like.';
  return me.subscriptionTier ? plans[me.subscriptionTier].hint : `You can follow up to ${limit} topics.`;
}

/** Submits a search that waited for sign-in or for a larger plan, once, as soon as the number of topics is known. */
function useResumed({
  me,
  asked,
  count,
  submit,
  fill,
}: {
  me: Me;
  asked: string | null;
  count: number | undefined;
  submit: ReturnType<typeof useAddTopic>['mutate'];
  fill: (topic: string) => void;
}): void {
  const done = useRef(false);
  useEffect(() => {
    if (done.current || count === undefined) return;
    done.current = true;
    const room = can.addTerm(me, count).yes;
    const next = resumeSearch({ fromAddress: asked, fromSession: pendingSearch.get(), room });
    // Clear it before sending, so that it is never sent twice.
    if (!next.keep) pendingSearch.clear();
    if (next.submit) submit({ body: { email: me.email, searchTerm: next.submit } });
    if (next.fill) fill(next.fill);
  }, [me, asked, count, submit, fill]);
}

interface WaitingSearch {
  /** Topic in the address, `?pendingSearch=`. Anyone can make such a link. */
  fromAddress: string | null;
  /** Topic that this tab stored before sign-in or before showing the plans. */
  fromSession: string | null;
  /** Whether the plan has room for another topic. */
  room: boolean;
}

/**
 * Decides what to do with a search that waited for sign-in or for a larger plan. It is submitted only if this tab
 * stored it. A topic from the address only fills in the field, because opening a link must not change anything.
 * `keep` leaves it in session storage.
 */
export function resumeSearch({ fromAddress, fromSession, room }: WaitingSearch): {
  submit: string | null;
  fill: string | null;
  keep: boolean;
} {
  const kept = readable(fromSession);
  const asked = readable(fromAddress);
  if (kept && room) return { submit: kept, fill: null, keep: false };
  return { submit: null, fill: kept ?? asked, keep: kept !== null };
}

const readable = (text: string | null): string | null => {
  const read = topic.safeParse(text ?? '');
  return read.success ? read.data : null;
};
