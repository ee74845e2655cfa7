import { type FormEvent, useState } from 'react';
import type { ProposedTopic } from '#shared/topics/proposals.ts';
import { topic as topicText } from '#shared/values/fields.ts';
import { counted } from '#web/digests/digestWords.ts';
import { Button } from '#web/ui/Button.tsx';
import { Form, Select, TextField } from '#web/ui/Form.tsx';
import type { ProposalActions } from './useProposal.ts';

interface ChangeFormProps {
  what: 'name' | 'merge';
  topic: ProposedTopic;
  others: readonly ProposedTopic[];
  proposal: ProposalActions;
  onClose: () => void;
}

/** Renames a proposed topic, or merges another topic into it. */
export function ChangeForm({ what, topic, others, proposal, onClose }: ChangeFormProps) {
  const [name, setName] = useState(topic.name);
  const [other, setOther] = useState(String(others[0]?.id ?? ''));
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
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
      <Button type="submit" size="small" pending={proposal.isPending}>
        {what === 'name' ? 'Save' : 'Merge'}
      </Button>
      <Button size="small" variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </Form>
  );
}
