import { ChevronDown } from 'lucide-react';
import { lazy, useState } from 'react';
import { LazyPart } from '#web/ui/Boundary.tsx';
import { actionRow, Section } from './desk/Section.tsx';

const MoreSections = lazy(async () => ({ default: (await import('./MoreSections.tsx')).MoreSections }));

/** Rarely needed settings, which are read when they are first opened. */
export function MoreSettings() {
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
