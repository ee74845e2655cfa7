import { Download } from 'lucide-react';
import { lazy, useState } from 'react';
import { fillPath } from '../../../shared/endpoint.ts';
import { leaveApi } from '../../../shared/leave.ts';
import { Button, ButtonAnchor } from '../../parts/Button.tsx';
import { WhenOpened } from '../../parts/WhenOpened.tsx';
import { Section } from './Section.tsx';

/** Needed once at most. */
const DeleteAccount = lazy(async () => ({ default: (await import('./DeleteAccount.tsx')).DeleteAccount }));

/** Taking one's data along, and leaving: what the privacy policy promises. */
export function YourData() {
  const [deleting, setDeleting] = useState(false);
  return (
    <Section title="Your Data">
      <div className="flex flex-wrap gap-2.5">
        <ButtonAnchor href={fillPath(leaveApi.exportData.path)} download variant="secondary" size="small">
          <Download className="size-4" aria-hidden="true" />
          Download your data
        </ButtonAnchor>
        <Button variant="danger" size="small" onClick={() => setDeleting(true)}>
          Delete account
        </Button>
      </div>
      <WhenOpened open={deleting}>
        <DeleteAccount open={deleting} onOpenChange={setDeleting} />
      </WhenOpened>
    </Section>
  );
}
