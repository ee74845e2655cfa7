import { AppError } from '#shared/contract/errors.ts';
import type { AccountsApp } from '../app.ts';
import { openInvitation } from './invitations.ts';

/**
 * Decides whether somebody may open an account, by form, by single sign-on or through a proxy. An open invitation admits
 * in every mode but `closed`.
 * @returns the invitation to use up when the account is opened; null without one
 * @throws AppError `forbidden` with a sentence that says what would help
 */
export async function admit(
  app: Pick<AccountsApp, 'db' | 'now' | 'config'>,
  email: string,
  token: string | null,
): Promise<string | null> {
  const { mode, domains } = app.config.signup;
  if (mode === 'closed')
    throw new AppError('forbidden', 'This server takes no new accounts. Please ask the people who run it.');
  if (token) {
    const invitation = await openInvitation(app, token);
    if (invitation) return invitation.id;
    throw new AppError(
      'forbidden',
      'This invitation has been used, has expired or was withdrawn. Please ask for a new one.',
    );
  }
  if (mode === 'invite')
    throw new AppError(
      'forbidden',
      'New accounts need an invitation on this server. Please open the link that you were given, or ask for one.',
    );
  if (mode === 'domain' && !domains.includes(email.slice(email.lastIndexOf('@') + 1)))
    throw new AppError('forbidden', `New accounts on this server need an address at ${listed(domains)}.`);
  return null;
}

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(names);
