import { ChevronRight } from 'lucide-react';
import { lazy, useState } from 'react';
import { WhenOpened } from '#web/ui/lazy/WhenOpened.tsx';
import { actionRow, actionRows, Section } from '../desk/Section.tsx';

// Loaded when opened: few visits need them.
const Sessions = lazy(async () => ({ default: (await import('./Sessions.tsx')).Sessions }));
const ChangePassword = lazy(async () => ({ default: (await import('./ChangePassword.tsx')).ChangePassword }));

/** Sign-in: devices and password. */
export function SignIn() {
  const [open, setOpen] = useState<'places' | 'password' | null>(null);
  const shown = (name: typeof open) => ({
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : null),
  });
  return (
    <Section title="Sign-in" minor>
      <ul className={actionRows}>
        {ways.map(([name, words]) => (
          <li key={name}>
            <button type="button" aria-haspopup="dialog" className={actionRow} onClick={() => setOpen(name)}>
              {words}
              <ChevronRight className="size-4" aria-hidden="true" />
            </button>
          </li>
        ))}
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
