import { createHash, randomBytes } from 'node:crypto';

/**
 * A new secret for a cookie, a mailed link, a feed address or an API token: 256 random bits as base64url. Hand it to its
 * owner and store only its hash, so that a copy of the database opens nothing.
 */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What the database stores of a token, in hexadecimal. SHA-256 is enough for a random text. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
