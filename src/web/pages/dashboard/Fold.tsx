import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react';
import { Section } from './desk/Section.tsx';

interface FoldProps {
  title: string;
  /** The current settings in a sentence, shown while it is closed. */
  inShort: ReactNode;
  children: ReactNode;
}

/** A section of settings. On a phone it shows one sentence and opens with a press, since readers rarely change it. */
export function Fold({ title, inShort, children }: FoldProps) {
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
