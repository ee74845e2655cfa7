import { ChevronRight } from 'lucide-react';
import type { SlotProps } from '#kit/web.tsx';
import { actionRow, Section } from '#web/pages/dashboard/desk/Section.tsx';
import { Link } from '#web/ui/Link.tsx';

/** The link to administration, for administrators. */
export const Entrance = ({ me }: SlotProps<'accountSections'>) =>
  me.isAdmin ? (
    <Section title="Administration" minor>
      <Link to="/admin" className={`${actionRow} text-[0.9375rem]`}>
        Readers, invitations, and the server
        <ChevronRight className="size-4" aria-hidden="true" />
      </Link>
    </Section>
  ) : null;
