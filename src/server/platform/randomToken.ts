import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits, fit for an address or a cookie. Only its hash is ever stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** SHA-256 is enough here: what it hides is random, not chosen by a person. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
