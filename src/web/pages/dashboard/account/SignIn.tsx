import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useMe, useSite } from '#web/api/query.ts';
import { actionRow, actionRows, Section } from '../desk/Section.tsx';
import { Activity } from '../security/Activity.tsx';
import { Codes } from '../security/Codes.tsx';
import { Passkeys } from '../security/Passkeys.tsx';
import { Sessions } from '../security/Sessions.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { Connect } from './Connect.tsx';

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
      {signIn?.outside && connecting && (
        <Connect name={signIn.outside} open={connecting} onOpenChange={setConnecting} />
      )}
      {open === 'places' && <Sessions {...shown('places')} />}
      {open === 'password' && <ChangePassword {...shown('password')} />}
      {open === 'codes' && <Codes {...shown('codes')} />}
      {open === 'passkeys' && <Passkeys {...shown('passkeys')} />}
      {open === 'activity' && <Activity {...shown('activity')} />}
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
