import type { Me } from '#shared/accounts/me.ts';
import { AccountInShort, AccountStatus } from './account/AccountStatus.tsx';
import { EmailInShort, EmailPreferences } from './account/EmailPreferences.tsx';
import { Fold } from './Fold.tsx';
import { MoreSettings } from './MoreSettings.tsx';

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
