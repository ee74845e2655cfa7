import { Shield } from 'lucide-react';
import type { SlotProps } from '#kit/web.tsx';
import { MenuItem } from '#web/ui/Menu.tsx';

/** The link to administration, for administrators. */
export const Entrance = ({ me }: SlotProps<'accountMenu'>) =>
  me.isAdmin && (
    <MenuItem icon={Shield} to="/admin">
      Administration
    </MenuItem>
  );
