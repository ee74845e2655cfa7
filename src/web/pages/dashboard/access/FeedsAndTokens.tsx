import { ChevronDown } from 'lucide-react';
import { lazy, useState } from 'react';
import { WhenOpened } from '#web/ui/lazy/WhenOpened.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { actionRow, Section } from '../desk/Section.tsx';

const FeedsAndApi = lazy(async () => ({ default: (await import('./FeedsAndApi.tsx')).FeedsAndApi }));

/** Feeds and API tokens, loaded when opened. */
export function FeedsAndTokens() {
  const [open, setOpen] = useState(false);
  return (
    <Section title="Feeds and API" minor>
      <details
        className="group/feeds text-[0.9375rem]"
        onToggle={(event) => setOpen(event.currentTarget.open)}
      >
        <summary className={`${actionRow} list-none [&::-webkit-details-marker]:hidden`}>
          Atom feeds and API tokens
          <ChevronDown
            className="size-4 transition-transform group-open/feeds:rotate-180"
            aria-hidden="true"
          />
        </summary>
        <WhenOpened open={open} fallback={<Skeleton className="mt-3 h-152" />}>
          <FeedsAndApi />
        </WhenOpened>
      </details>
    </Section>
  );
}
