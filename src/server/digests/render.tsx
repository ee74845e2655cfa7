// A digest is rendered where all mails are, which also send a sample of it; the rest of this folder asks here.
export type { DigestMail } from '../mail/digest/input.ts';
export { renderDigest } from '../mail/digest/render.ts';
