import { useState } from 'react';
import { AppError } from '#shared/contract/errors.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { Form, Select } from '#web/ui/Form.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { ProposalActions } from './useProposal.ts';

interface PlanIsFullProps {
  error: Error;
  followed: readonly SearchTerm[];
  proposal: ProposalActions;
}

/** Why a topic could not be added, and what can be done instead. */
export function PlanIsFull({ error, followed, proposal }: PlanIsFullProps) {
  const [termId, setTermId] = useState('');
  const {
    requiresPayment,
    requiresSupport,
    currentCount = 0,
  } = error instanceof AppError ? error.details : {};
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
          onSubmit={(event) => {
            event.preventDefault();
            proposal.teach(termId || followed[0]!.id);
          }}
        >
          <Select
            label="Or let a topic that you follow learn from these papers"
            className="min-w-0 grow basis-60"
            value={termId || followed[0]!.id}
            options={followed.map(({ id, term }) => ({ value: id, label: term }))}
            onChange={(event) => setTermId(event.target.value)}
          />
          <Button type="submit" variant="secondary" className="min-h-10.5" pending={proposal.isPending}>
            Add papers
          </Button>
        </Form>
      )}
    </div>
  );
}
