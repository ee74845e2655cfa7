import type { App } from '#kit/feature.ts';
import { uuidBytes, uuidOf } from '#platform/http/uuid.ts';
import { readToken, type Signing, signToken } from '#platform/signedLink.ts';
import { citationFormats } from '../contract.ts';

/** The addresses for a digest's mail, one per format. */
export function citationLinks(app: Pick<App, 'secret' | 'config'>, digestId: string) {
  const link = `${app.config.baseUrl}/references/${citationsToken(app, digestId)}`;
  return Object.entries(citationFormats).map(([ending, { label }]) => ({ label, href: `${link}.${ending}` }));
}

/** A link that shows the references of one digest, and nothing else, to anyone who has it, as long as the digest exists. */
export const citationsToken = (app: Signing, digestId: string): string =>
  signToken(app, 'references', uuidBytes(digestId));

/** The digest's id; null for an invalid token. */
export function readCitationsToken(app: Signing, token: string): string | null {
  const subject = readToken(app, 'references', token);
  return subject?.length === 16 ? uuidOf(subject) : null;
}
