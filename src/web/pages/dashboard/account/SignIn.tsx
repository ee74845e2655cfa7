import { ChevronRight } from 'lucide-react';
import { lazy, useState } from 'react';
import { useMe, useSite } from '#web/api/query.ts';
import { WhenOpened } from '#web/ui/lazy/WhenOpened.tsx';
import { actionRow, actionRows, Section } from '../desk/Section.tsx';

// Dialogs that few visits need; each loads when opened.
const Connect = lazy(async () => ({ default: (await import('./Connect.tsx')).Connect }));
const Sessions = lazy(async () => ({ default: (await import('../security/Sessions.tsx')).Sessions }));
const Codes = lazy(async () => ({ default: (await import('../security/Codes.tsx')).Codes }));
const Passkeys = lazy(async () => ({ default: (await import('../security/Passkeys.tsx')).Passkeys }));
const Activity = lazy(async () => ({ default: (await import('../security/Activity.tsx')).Activity }));
const ChangePassword = lazy(async () => ({ default: (await import('./ChangePassword.tsx')).ChangePassword }));

/** Sign-in and security: devices, password, second step, security log, and single sign-on. */
export function SignIn() {
  const signIn = useSite()?.signIn;
  const hasPassword = (useMe()?.hasPassword ?? true) && (signIn?.passwords ?? true);
  const [open, setOpen] = useState<keyof typeof ways | null>(null);
  const [connecting, setConnecting] = useState(false);
  const offered: Record<keyof typeof ways, boolean> = {
    places: true,
    password: hasPassword,
    codes: hasPassword,
    passkeys: signIn?.passkeys ?? false,
    activity: true,
  };
  const shown = (name: typeof open) => ({
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : null),
  });
  return (
    <Section title="Sign-in and security" minor>
      <ul className={actionRows}>
        {(Object.keys(ways) as (keyof typeof ways)[])
          .filter((name) => offered[name])
          .map((name) => (
            <li key={name}>
              <button
                type="button"
                aria-haspopup="dialog"
                className={actionRow}
                onClick={() => setOpen(name)}
              >
                {ways[name]}
                <ChevronRight className="size-4" aria-hidden="true" />
              </button>
            </li>
          ))}
        {signIn?.outside && (
          <li>
            <button
              type="button"
              aria-haspopup="dialog"
              className={actionRow}
              onClick={() => setConnecting(true)}
            >
              Connect {signIn.outside}
              <ChevronRight className="size-4" aria-hidden="true" />
            </button>
          </li>
        )}
      </ul>
      {signIn?.outside && (
        <WhenOpened open={connecting}>
          <Connect name={signIn.outside} open={connecting} onOpenChange={setConnecting} />
        </WhenOpened>
      )}
      <WhenOpened open={open === 'places'}>
        <Sessions {...shown('places')} />
      </WhenOpened>
      <WhenOpened open={open === 'password'}>
        <ChangePassword {...shown('password')} />
      </WhenOpened>
      <WhenOpened open={open === 'codes'}>
        <Codes {...shown('codes')} />
      </WhenOpened>
      <WhenOpened open={open === 'passkeys'}>
        <Passkeys {...shown('passkeys')} />
      </WhenOpened>
      <WhenOpened open={open === 'activity'}>
        <Activity {...shown('activity')} />
      </WhenOpened>
    </Section>
  );
}

const ways = {
  places: 'Where you are signed in',
  password: 'Change password',
  codes: 'Two-step sign-in',
  passkeys: 'Passkeys',
  activity: 'Security activity',
} as const;
