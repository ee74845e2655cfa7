import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Slot, useIsFilled } from '#kit/web.tsx';
import { useMe } from '#web/api/query.ts';
import { LibraryLink } from './account/LibraryLink.tsx';
import { SignIn } from './account/SignIn.tsx';
import { YourData } from './account/YourData.tsx';
import { actionRow, Section } from './desk/Section.tsx';

/** Feeds and API, the reader's library, sign-in, the reader's data, and what features add. */
export function MoreSections() {
  const me = useMe();
  return (
    <div className="mt-5 space-y-8">
      <DataAccess />
      <LibraryLink />
      <SignIn />
      <YourData />
      {me && <Slot name="accountSections" me={me} />}
    </div>
  );
}

/** Feeds, API tokens and the like, read when they are first opened. */
function DataAccess() {
  const [wanted, setWanted] = useState(false);
  const me = useMe();
  if (!useIsFilled('dataAccess')) return null;
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
        {wanted && me && (
          <div className="mt-3 space-y-7">
            <Slot name="dataAccess" me={me} />
          </div>
        )}
      </details>
    </Section>
  );
}
