import { ChevronDown } from 'lucide-react';
import { lazy, type ReactNode, useId, useState, useSyncExternalStore } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import { LazyPart } from '#web/ui/Boundary.tsx';
import { AccountInShort, AccountStatus } from './account/AccountStatus.tsx';
import { EmailInShort, EmailPreferences } from './account/EmailPreferences.tsx';
import { actionRow, Section } from './desk/Section.tsx';

/** Settings beside the topics and digests. On a phone they are below them, each folded to a sentence. */
export const SettingsColumn = ({ me }: { me: Me }) => (
  <>
    <div className="space-y-10 max-sm:space-y-0 max-sm:border-b max-sm:border-line">
      <Fold title="Email Preferences" inShort={<EmailInShort me={me} />}>
        <EmailPreferences me={me} />
      </Fold>
      <Fold title="Account Status" inShort={<AccountInShort me={me} />}>
        <AccountStatus me={me} />
      </Fold>
    </div>
    <MoreSettings />
  </>
);

interface FoldProps {
  title: string;
  /** The current settings in a sentence, shown while it is closed. */
  inShort: ReactNode;
  children: ReactNode;
}

/** A section of settings. On a phone it shows one sentence and opens with a press, since readers rarely change it. */
function Fold({ title, inShort, children }: FoldProps) {
  const isPhone = useSyncExternalStore(subscribe, () => phone.matches);
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!isPhone)
    return (
      <Section title={title} minor>
        {children}
      </Section>
    );
  return (
    <section aria-labelledby={`${id}-title`} className="mb-0! border-t border-line">
      <div className="relative flex items-center justify-between gap-3 py-1.5">
        <div className="min-w-0">
          <h2 id={`${id}-title`} className="font-serif text-[1.0625rem] font-semibold">
            <button
              type="button"
              aria-expanded={open}
              aria-controls={id}
              aria-describedby={`${id}-short`}
              onClick={() => setOpen(!open)}
              className="min-h-8 rounded text-start after:absolute after:inset-0 pointer-coarse:min-h-11"
            >
              {title}
            </button>
          </h2>
          <p id={`${id}-short`} className="-mt-1 pb-1.5 text-sm wrap-anywhere text-muted">
            {inShort}
          </p>
        </div>
        <ChevronDown className={`size-4 shrink-0 ${open ? 'rotate-180' : ''}`} aria-hidden="true" />
      </div>
      <div id={id} hidden={!open} className="pt-1.5 pb-5">
        {children}
      </div>
    </section>
  );
}

const phone = window.matchMedia('(width < 40rem)');

function subscribe(listener: () => void): () => void {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}

const MoreSections = lazy(async () => ({ default: (await import('./MoreSections.tsx')).MoreSections }));

/** Rarely needed settings, which are read when they are first opened. */
function MoreSettings() {
  const [wanted, setWanted] = useState(false);
  return (
    <Section title="More Settings" minor>
      <details className="group/more text-[0.9375rem]" onToggle={() => setWanted(true)}>
        <summary className={`${actionRow} list-none [&::-webkit-details-marker]:hidden`}>
          Feeds, API, your library, sign-in, and your data
          <ChevronDown
            className="size-4 transition-transform group-open/more:rotate-180"
            aria-hidden="true"
          />
        </summary>
        {wanted && (
          <LazyPart fallback={<div className="h-[49rem]" />}>
            <MoreSections />
          </LazyPart>
        )}
      </details>
    </Section>
  );
}
