import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { apiTokenApi } from '#features/tokens/contract.ts';
import { ApiTokens } from '#features/tokens/web/ApiTokens.tsx';
import { Slot } from '#kit/web.tsx';
import { reading, useMe } from '#web/api/query.ts';
import { Link } from '#web/ui/Link.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { LibraryLink } from './account/LibraryLink.tsx';
import { SignIn } from './account/SignIn.tsx';
import { YourData } from './account/YourData.tsx';
import { actionRow, Section } from './desk/Section.tsx';

/** Feeds and API, the reader's library, sign-in, the reader's data, and the link to administration for administrators. */
export const MoreSections = () => (
  <div className="mt-5 space-y-8">
    <FeedsAndTokens />
    <LibraryLink />
    <SignIn />
    <YourData />
    <ForAdministrators />
  </div>
);

const ForAdministrators = () =>
  useMe()?.isAdmin ? (
    <Section title="Administration" minor>
      <Link to="/admin" className={`${actionRow} text-[0.9375rem]`}>
        Readers, invitations, and the server
        <ChevronRight className="size-4" aria-hidden="true" />
      </Link>
    </Section>
  ) : null;

/** Feeds and API tokens, read when they are first opened. */
function FeedsAndTokens() {
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

function FeedsAndApi() {
  const me = useMe();
  const { isPending } = useQuery(reading(apiTokenApi.list));
  if (!me || isPending) return <Skeleton className="mt-3 h-152" />;
  return (
    <div className="mt-3 space-y-7">
      <ApiTokens />
      <Slot name="dataAccess" me={me} />
    </div>
  );
}
