import { type ReactNode, useEffect } from 'react';
import { Slot } from '#kit/web.tsx';
import type { Me } from '#shared/accounts/me.ts';
import { deskTitle, PageTitle } from '#web/layout/Page.tsx';
import { usePaperKeysOn } from '#web/papers/paperKeys.ts';
import { Switch } from '#web/ui/Form.tsx';
import { LibraryLink, MailSettings, SourceSwitches } from '../dashboard/account/EmailPreferences.tsx';
import { SignIn, YourData } from '../dashboard/account/SignIn.tsx';
import { goToSection, Section } from '../dashboard/desk/Section.tsx';
import { SignedIn } from '../dashboard/desk/SignedIn.tsx';

/** Everything that a reader sets, on one page without folds. A section is a list of lines that features add to. */
export const SettingsPage = () => <SignedIn tab="Settings">{(me) => <Settings me={me} />}</SignedIn>;

const sections: { id: string; title: string; lines: (me: Me) => ReactNode }[] = [
  { id: 'mail', title: 'Mail', lines: (me) => <MailSettings me={me} /> },
  {
    id: 'reading',
    title: 'Reading',
    lines: (me) => (
      <>
        <SourceSwitches me={me} />
        <KeysSwitch />
        <LibraryLink />
      </>
    ),
  },
  { id: 'connections', title: 'Connections', lines: (me) => <Slot name="connections" me={me} /> },
  { id: 'sign-in', title: 'Sign-in', lines: () => <SignIn /> },
  { id: 'data', title: 'Data', lines: () => <YourData /> },
];

function Settings({ me }: { me: Me }) {
  useEffect(() => {
    if (location.hash) goToSection(location.hash.slice(1));
  }, []);
  return (
    <div className="gap-14 lg:flex">
      <nav aria-label="Settings" className="-mx-2.5 shrink-0 text-sm max-lg:mb-2 lg:w-44">
        <ul className="flex flex-wrap lg:sticky lg:top-20 lg:block lg:space-y-1">
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="flex min-h-8 items-center rounded-md px-2.5 text-muted hover:bg-wash hover:text-ink"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="max-w-[44rem] min-w-0 grow">
        <PageTitle className={deskTitle}>Settings</PageTitle>
        <p className="mt-1 text-sm text-muted">Everything is saved as you change it.</p>
        {sections.map(({ id, title, lines }) => (
          <div key={id} className="mt-8">
            <Section title={title} id={id}>
              <div className="lines">{lines(me)}</div>
            </Section>
          </div>
        ))}
      </div>
    </div>
  );
}

function KeysSwitch() {
  const [on, setOn] = usePaperKeysOn();
  return (
    <Switch
      label="Single-key shortcuts"
      hint="j, k, s, e, x on the dashboard, in digests, and on the shelf. In this browser."
      checked={on}
      onChange={setOn}
    />
  );
}
