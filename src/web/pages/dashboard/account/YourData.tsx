import { ChevronRight, Download } from 'lucide-react';
import { lazy, useState } from 'react';
import { fillPath } from '#shared/contract/endpoint.ts';
import { leaveApi } from '#shared/privacy/leave.ts';
import { WhenOpened } from '#web/ui/lazy/WhenOpened.tsx';
import { actionRow, actionRows, Section } from '../desk/Section.tsx';

/** Loaded when opened: needed once at most. */
const DeleteAccount = lazy(async () => ({ default: (await import('./DeleteAccount.tsx')).DeleteAccount }));

/** Data export and account deletion, as the privacy policy promises. */
export function YourData() {
  const [deleting, setDeleting] = useState(false);
  return (
    <Section title="Your Data" minor>
      <ul className={actionRows}>
        <li>
          <a href={fillPath(leaveApi.exportData.path)} download className={actionRow}>
            Download your data
            <Download className="size-4" aria-hidden="true" />
          </a>
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
      <WhenOpened open={deleting}>
        <DeleteAccount open={deleting} onOpenChange={setDeleting} />
      </WhenOpened>
    </Section>
  );
}
