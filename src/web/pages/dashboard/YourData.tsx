import { Download } from 'lucide-react';
import { useState } from 'react';
import { fillPath } from '../../../shared/endpoint.ts';
import { leaveApi } from '../../../shared/leave.ts';
import { sessionApi } from '../../../shared/session.ts';
import { Button, ButtonAnchor } from '../../parts/Button.tsx';
import { toast } from '../../parts/toast.ts';
import { useAction } from '../../query.ts';
import { DeleteAccount } from './DeleteAccount.tsx';
import { Section } from './Section.tsx';

/** Taking one's data along, and leaving: what the privacy policy promises. */
export function YourData() {
  const [deleting, setDeleting] = useState(false);
  const endOthers = useAction(sessionApi.endOthers, {
    onSuccess: ({ message }) => toast({ title: 'Signed Out Elsewhere', description: message, tone: 'good' }),
    onError: ({ message }) => toast({ title: 'Sign-out Failed', description: message, tone: 'bad' }),
  });
  return (
    <Section title="Your Data">
      <div className="flex flex-wrap gap-2.5">
        <ButtonAnchor href={fillPath(leaveApi.exportData.path)} download variant="secondary" size="small">
          <Download className="size-4" aria-hidden="true" />
          Download your data
        </ButtonAnchor>
        <Button
          variant="secondary"
          size="small"
          pending={endOthers.isPending}
          onClick={() => endOthers.mutate({})}
        >
          Sign out everywhere else
        </Button>
        <Button variant="danger" size="small" onClick={() => setDeleting(true)}>
          Delete account
        </Button>
      </div>
      <DeleteAccount open={deleting} onOpenChange={setDeleting} />
    </Section>
  );
}
