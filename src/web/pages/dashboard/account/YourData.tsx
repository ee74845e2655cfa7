import { ChevronRight, Download } from 'lucide-react';
import { useState } from 'react';
import { leaveApi } from '#shared/privacy/leave.ts';
import { useAction } from '#web/api/query.ts';
import { useProof } from '#web/proof/useProof.tsx';
import { toast } from '#web/ui/toast.tsx';
import { actionRow, actionRows, Section } from '../desk/Section.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';

/** Data export and account deletion, as the privacy policy promises. */
export function YourData() {
  const [deleting, setDeleting] = useState(false);
  const { asks, proof } = useProof();
  const take = useAction(leaveApi.exportData, {
    onSuccess: saveAsFile,
    onError: (error) =>
      void (
        asks(error, () => take.mutate({})) ||
        toast({ title: 'Download Failed', description: error.message, tone: 'bad' })
      ),
  });
  return (
    <Section title="Your Data" minor>
      <ul className={actionRows}>
        <li>
          <button
            type="button"
            className={actionRow}
            disabled={take.isPending}
            onClick={() => take.mutate({})}
          >
            Download your data
            <Download className="size-4" aria-hidden="true" />
          </button>
        </li>
        <li>
          <button
            type="button"
            aria-haspopup="dialog"
            className={`${actionRow} text-bad`}
            onClick={() => setDeleting(true)}
          >
            Delete account
            <ChevronRight className="size-4" aria-hidden="true" />
          </button>
        </li>
      </ul>
      {deleting && <DeleteAccount open={deleting} onOpenChange={setDeleting} />}
      {proof}
    </Section>
  );
}

function saveAsFile(data: object): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  link.download = 'litwatch-data.json';
  link.click();
  URL.revokeObjectURL(link.href);
}
