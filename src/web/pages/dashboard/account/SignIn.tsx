import { ChevronRight } from 'lucide-react';
import { lazy, useState } from 'react';
import { useMe, useSite } from '#web/api/query.ts';
import { WhenOpened } from '#web/ui/lazy/WhenOpened.tsx';
import { actionRow, actionRows, Section } from '../desk/Section.tsx';

// Loaded when opened: few visits need them.
const Sessions = lazy(async () => ({ default: (await import('./Sessions.tsx')).Sessions }));
const ChangePassword = lazy(async () => ({ default: (await import('./ChangePassword.tsx')).ChangePassword }));

/** Sign-in: devices, password, and the house's account. */
export function SignIn() {
  const signIn = useSite()?.signIn;
  const hasPassword = (useMe()?.hasPassword ?? true) && (signIn?.passwords ?? true);
  const [open, setOpen] = useState<'places' | 'password' | null>(null);
  const shown = (name: typeof open) => ({
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : null),
  });
  return (
    <Section title="Sign-in" minor>
      <ul className={actionRows}>
        {ways
          .filter(([name]) => hasPassword || name !== 'password')
          .map(([name, words]) => (
            <li key={name}>
              <button
                type="button"
                aria-haspopup="dialog"
                className={actionRow}
                onClick={() => setOpen(name)}
              >
                {words}
                <ChevronRight className="size-4" aria-hidden="true" />
              </button>
            </li>
          ))}
        {signIn?.outside && (
          <li>
            <a href="/api/oidc/start?connect=1" className={actionRow}>
              Connect {signIn.outside}
              <ChevronRight className="size-4" aria-hidden="true" />
            </a>
          </li>
        )}
      </ul>
      <WhenOpened open={open === 'places'}>
        <Sessions {...shown('places')} />
      </WhenOpened>
      <WhenOpened open={open === 'password'}>
        <ChangePassword {...shown('password')} />
      </WhenOpened>
    </Section>
  );
}

const ways = [
  ['places', 'Where you are signed in'],
  ['password', 'Change password'],
] as const;
