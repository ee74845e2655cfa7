import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { actionRow, Section } from '../desk/Section.tsx';
import { FeedsAndApi } from './FeedsAndApi.tsx';

/** Feeds and API tokens, read when they are first opened. */
export function FeedsAndTokens() {
  const [wanted, setWanted] = useState(false);
  return (
    <Section title="Feeds and API" minor>
      <details className="group/feeds text-[0.9375rem]" onToggle={() => setWanted(true)}>
        <summary className={`${actionRow} list-none [&::-webkit-details-marker]:hidden`}>
          Atom feeds and API tokens
          <ChevronDown
            className="size-4 transition-transform group-open/feeds:rotate-180"
            aria-hidden="true"
          />
        </summary>
        {wanted && <FeedsAndApi />}
      </details>
    </Section>
  );
}
