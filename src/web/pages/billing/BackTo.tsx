import { ArrowLeft } from 'lucide-react';
import { ButtonLink } from '#web/ui/Button.tsx';

/** The way back, in the header. The narrowest phones have no room for its arrow. */
export const BackTo = ({ to, children }: { to: string; children: string }) => (
  <ButtonLink to={to} variant="secondary" className="max-sm:px-3 max-sm:text-sm">
    <ArrowLeft className="size-4 max-[22.5rem]:hidden" aria-hidden="true" />
    {children}
  </ButtonLink>
);
