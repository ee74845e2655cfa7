import { useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { topic as topicText } from '#shared/values/fields.ts';
import { counted } from '#shared/values/words.ts';
import { keyOf, queryClient, useAction } from '#web/api/api.ts';
import { topicsKey, useTopics } from '#web/pages/dashboard/desk/topicActions.ts';
import { Button, ButtonLink, Form, Select, Submit, TextField } from '#web/ui/Form.tsx';
import { Notice, toastError } from '#web/ui/Notice.tsx';
import { type Proposals, type ProposedTopic, proposalApi } from '../contract.ts';

/** The topics that a reader’s papers suggest. The reader can follow, rename, merge or drop each. */
export function ProposedTopics({ me, proposals }: { me: Me; proposals: Proposals }) {
  const [said, setSaid] = useState('');
  const followed = useTopics(me).data ?? [];
  const { topics, papers, apart } = proposals;
  const open = topics.filter(({ termId, isDropped }) => !termId && !isDropped);
  return (
    <>
      <p className="mt-3 max-w-[62ch]">
        {counted(topics.length, 'topic')} from {counted(papers, 'paper')}. Follow the ones you want: these
        papers count as liked.
        {apart > 0 && ` ${counted(apart, 'paper is', 'papers are')} like no group of the others.`}
      </p>
      <p role="status" className="mt-2 min-h-6 text-sm text-muted">
        {said}
      </p>
      <ul className="mt-4 border-b border-line">
        {topics.map((topic) => (
          <ProposedTopicCard
            key={topic.id}
            {...{ me, topic, followed }}
            others={open.filter(({ id }) => id !== topic.id)}
            onSaid={setSaid}
          />
        ))}
      </ul>
      <div className="mt-8 flex flex-wrap gap-3">
        <ButtonLink to="/dashboard" variant="secondary">
          Go to dashboard
        </ButtonLink>
        <ButtonLink to="/follow" variant="quiet" size="medium">
          Add other papers
        </ButtonLink>
      </div>
    </>
  );
}

interface CardProps {
  me: Me;
  topic: ProposedTopic;
  /** Proposed topics that can be merged into this one. */
  others: readonly ProposedTopic[];
  /** The topics the reader follows. */
  followed: readonly SearchTerm[];
  onSaid: (words: string) => void;
}

/** One proposed topic: its name, size and papers, and what to do with it. */
function ProposedTopicCard({ me, topic, others, followed, onSaid }: CardProps) {
  const [isChanging, setIsChanging] = useState<'name' | 'merge' | null>(null);
  const proposal = useProposal(me, topic, onSaid);
  const { name, papers, weekCount, weekCountIsLeast, termId, isDropped } = topic;
  if (isDropped)
    return (
      <li className="flex flex-wrap items-center justify-between gap-3 border-t border-line py-3 text-muted">
        <span dir="auto" className="min-w-0 wrap-anywhere">
          {name}: skipped
        </span>
        <Button variant="quiet" pending={proposal.isPending} onClick={proposal.takeBack}>
          Undo <span className="sr-only">skipping {name}</span>
        </Button>
      </li>
    );
  return (
    <li className="border-t border-line py-6">
      <h2 dir="auto" className="font-serif text-xl leading-snug font-semibold wrap-anywhere">
        {name}
      </h2>
      <p className="mt-1 text-sm text-muted">
        {counted(papers, 'paper')} · {weekCountIsLeast && 'at least '}
        {counted(weekCount, 'new paper')} this week
      </p>
      <ul className="mt-3 list-disc space-y-1 pl-5 text-[0.9375rem] marker:text-muted">
        {topic.examples.map(({ paperId, title }) => (
          <li key={paperId} dir="auto" className="wrap-anywhere">
            {title}
          </li>
        ))}
      </ul>
      {termId ? (
        <p className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 text-sm">
          <span className="inline-flex items-center gap-1.5 text-good">Following</span>
          <ButtonLink to={`/topics/${termId}`} variant="secondary" size="small">
            Open <span className="sr-only">{name}</span>
          </ButtonLink>
        </p>
      ) : isChanging ? (
        <ChangeForm what={isChanging} {...{ topic, others, proposal }} onClose={() => setIsChanging(null)} />
      ) : (
        <div className="mt-4 flex flex-wrap items-center gap-2">
          <Button size="small" pending={proposal.isPending} onClick={proposal.follow}>
            Follow <span className="sr-only">{name}</span>
          </Button>
          <Button size="small" variant="secondary" onClick={() => setIsChanging('name')}>
            Rename <span className="sr-only">{name}</span>
          </Button>
          {others.length > 0 && (
            <Button size="small" variant="secondary" onClick={() => setIsChanging('merge')}>
              Merge <span className="sr-only">{name}</span>
            </Button>
          )}
          <Button variant="quiet" pending={proposal.isPending} onClick={proposal.drop}>
            Skip <span className="sr-only">{name}</span>
          </Button>
        </div>
      )}
      {proposal.refused && !termId && <PlanIsFull {...{ followed, proposal }} error={proposal.refused} />}
    </li>
  );
}

interface ChangeFormProps extends Pick<CardProps, 'topic' | 'others'> {
  what: 'name' | 'merge';
  proposal: ProposalActions;
  onClose: () => void;
}

/** Renames a proposed topic, or merges another topic into it. */
function ChangeForm({ what, topic, others, proposal, onClose }: ChangeFormProps) {
  const [name, setName] = useState(topic.name);
  const [other, setOther] = useState(String(others[0]?.id ?? ''));
  const [problem, setProblem] = useState<string>();
  const submit = () => {
    if (what === 'merge') return proposal.merge(Number(other), onClose);
    const read = topicText.safeParse(name);
    if (read.success) proposal.rename(read.data, onClose);
    else setProblem(read.error.issues[0]?.message);
  };
  return (
    <Form onSubmit={submit} className="mt-4 flex max-w-xl flex-wrap items-end gap-2">
      {what === 'name' ? (
        <TextField
          label="Name"
          hint="It is also searched for, in addition to papers like yours."
          className="min-w-0 grow basis-full"
          value={name}
          error={problem}
          dir="auto"
          autoFocus
          onChange={(event) => setName(event.target.value)}
        />
      ) : (
        <Select
          label="Merge with"
          className="min-w-0 grow basis-full"
          value={other}
          autoFocus
          options={others.map(({ id, name: label, papers }) => ({
            value: String(id),
            label: `${label} (${counted(papers, 'paper')})`,
          }))}
          onChange={(event) => setOther(event.target.value)}
        />
      )}
      <Submit label={what === 'name' ? 'Save' : 'Merge'} size="small" pending={proposal.isPending} />
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </Form>
  );
}

interface PlanIsFullProps extends Pick<CardProps, 'followed'> {
  error: Error;
  proposal: ProposalActions;
}

/** Why a topic could not be added, and what can be done instead. */
function PlanIsFull({ error, followed, proposal }: PlanIsFullProps) {
  const [termId, setTermId] = useState('');
  const details = error instanceof AppError ? error.details : {};
  const { requiresPayment, requiresSupport, currentCount = 0 } = details;
  const isFull = requiresPayment ?? requiresSupport;
  return (
    <div className="mt-4 max-w-xl space-y-4">
      <Notice tone="bad" title={isFull ? 'Your plan has no room for another topic' : 'Not followed'}>
        {error.message}
      </Notice>
      {requiresPayment && (
        <ButtonLink
          to={`/subscribe?tier=${currentCount >= 5 ? 'team' : 'pro'}`}
          variant="secondary"
          size="small"
        >
          See plans
        </ButtonLink>
      )}
      {isFull && followed.length > 0 && (
        <Form
          className="flex flex-wrap items-end gap-2"
          onSubmit={() => proposal.teach(termId || followed[0]!.id)}
        >
          <Select
            label="Or let a topic that you follow learn from these papers"
            className="min-w-0 grow basis-60"
            value={termId || followed[0]!.id}
            options={followed.map(({ id, term }) => ({ value: id, label: term }))}
            onChange={(event) => setTermId(event.target.value)}
          />
          <Submit
            label="Add papers"
            variant="secondary"
            className="min-h-10.5"
            pending={proposal.isPending}
          />
        </Form>
      )}
    </div>
  );
}

type ProposalActions = ReturnType<typeof useProposal>;

/** The actions on a proposed topic. `onSaid` receives a sentence about each finished action. */
function useProposal(me: Me, { id, name }: ProposedTopic, onSaid: (words: string) => void) {
  const keep = (proposals: Proposals) => queryClient.setQueryData(keyOf(proposalApi.read), { proposals });
  const change = useAction(proposalApi.change, {
    onSuccess: ({ proposals }) => keep(proposals),
    onError: toastError('Not Changed'),
  });
  const accept = useAction(proposalApi.accept, {
    onSuccess: ({ message, proposals }) => {
      void queryClient.invalidateQueries({ queryKey: topicsKey(me) });
      keep(proposals);
      onSaid(message);
    },
  });
  const params = { topic: id };
  const changed = (words: string, then?: () => void) => ({
    onSuccess: () => {
      onSaid(words);
      then?.();
    },
  });
  return {
    isPending: change.isPending || accept.isPending,
    /** Why following failed; null after another try. */
    refused: accept.error,
    follow: () => accept.mutate({ params, body: {} }),
    teach: (termId: string) => accept.mutate({ params, body: { termId } }),
    rename: (wanted: string, then: () => void) =>
      change.mutate({ params, body: { name: wanted } }, changed(`“${name}” is now “${wanted}.”`, then)),
    merge: (other: number, then: () => void) =>
      change.mutate({ params, body: { merge: other } }, changed(`Merged into “${name}.”`, then)),
    drop: () => change.mutate({ params, body: { isDropped: true } }, changed(`“${name}” was skipped.`)),
    takeBack: () => change.mutate({ params, body: { isDropped: false } }, changed(`“${name}” is back.`)),
  };
}
