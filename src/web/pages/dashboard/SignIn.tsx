import { lazy, useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { WhenOpened } from '../../parts/WhenOpened.tsx';
import { Section } from './Section.tsx';

// Few visits are about them.
const Places = lazy(async () => ({ default: (await import('./Places.tsx')).Places }));
const ChangePassword = lazy(async () => ({ default: (await import('./ChangePassword.tsx')).ChangePassword }));

/** Who can get in: the places that are signed in, and the password. */
export function SignIn() {
  const [open, setOpen] = useState<'places' | 'password' | null>(null);
  const shown = (name: typeof open) => ({
    open: open === name,
    onOpenChange: (next: boolean) => setOpen(next ? name : null),
  });
  return (
    <Section title="Sign-in">
      <div className="flex flex-wrap gap-2.5">
        <Button variant="secondary" size="small" onClick={() => setOpen('places')}>
          Where you are signed in
        </Button>
        <Button variant="secondary" size="small" onClick={() => setOpen('password')}>
          Change password
        </Button>
      </div>
      <WhenOpened open={open === 'places'}>
        <Places {...shown('places')} />
      </WhenOpened>
      <WhenOpened open={open === 'password'}>
        <ChangePassword {...shown('password')} />
      </WhenOpened>
    </Section>
  );
}
