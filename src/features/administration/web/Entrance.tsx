import { Shield } from 'lucide-react';
import type { SlotProps } from '#kit/web.tsx';
import { Link } from '#web/ui/Link.tsx';
import { menuItem } from '#web/ui/Menu.tsx';

/** The link to administration, for administrators. */
export const Entrance = ({ me }: SlotProps<'accountMenu'>) =>
  me.isAdmin && (
    <li>
      <Link to="/admin" className={menuItem}>
        <Shield className="size-4" aria-hidden="true" />
        Administration
      </Link>
    </li>
  );
