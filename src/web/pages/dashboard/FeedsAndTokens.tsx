import { lazy, useState } from 'react';
import { WhenOpened } from '../../parts/WhenOpened.tsx';
import { Section } from './Section.tsx';

const OtherWays = lazy(async () => ({ default: (await import('./OtherWays.tsx')).OtherWays }));

/** For a feed reader or a script of the reader's; few visits are about it, so it is loaded when it is opened. */
export function FeedsAndTokens() {
  const [open, setOpen] = useState(false);
  return (
    <Section title="Feeds and Scripts">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="min-h-6 cursor-pointer text-[0.9375rem]">Atom feeds and tokens</summary>
        <WhenOpened open={open}>
          <OtherWays />
        </WhenOpened>
      </details>
    </Section>
  );
}
