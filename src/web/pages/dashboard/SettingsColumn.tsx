import type { Me } from '#shared/accounts/me.ts';
import { AccountStatus } from './account/AccountStatus.tsx';
import { EmailPreferences } from './account/EmailPreferences.tsx';
import { MoreSettings } from './MoreSettings.tsx';

/** What a reader sets now and then, beside the topics and digests; on a phone below them. */
export const SettingsColumn = ({ me }: { me: Me }) => (
  <>
    <EmailPreferences me={me} />
    <AccountStatus me={me} />
    <MoreSettings />
  </>
);
