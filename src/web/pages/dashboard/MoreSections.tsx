import { ChevronRight } from 'lucide-react';
import { useMe } from '#web/api/query.ts';
import { Link } from '#web/ui/Link.tsx';
import { FeedsAndTokens } from './access/FeedsAndTokens.tsx';
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
