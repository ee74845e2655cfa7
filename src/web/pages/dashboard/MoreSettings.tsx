import { ChevronDown } from 'lucide-react';
import { lazy, useState } from 'react';
import { WhenOpened } from '#web/ui/lazy/WhenOpened.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { actionRow, Section } from './desk/Section.tsx';

const MoreSections = lazy(async () => ({ default: (await import('./MoreSections.tsx')).MoreSections }));

/** As high as the sections, so that the foot of the page does not jump when they arrive. */
const SectionsOutline = () => (
  <div className="mt-5 h-[49rem] space-y-8">
    <Skeleton className="h-16" />
    <Skeleton className="h-64" />
    <Skeleton className="h-64" />
  </div>
);

/** Rarely needed settings, which load when opened. */
export function MoreSettings() {
  const [open, setOpen] = useState(false);
  return (
    <Section title="More Settings" minor>
      <details
        className="group/more text-[0.9375rem]"
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className={`${actionRow} list-none [&::-webkit-details-marker]:hidden`}>
          Feeds, API, your library, sign-in, and your data
          <ChevronDown
            className="size-4 transition-transform group-open/more:rotate-180"
            aria-hidden="true"
          />
        </summary>
        <WhenOpened open={open} fallback={<SectionsOutline />}>
          <MoreSections />
        </WhenOpened>
      </details>
    </Section>
  );
}
