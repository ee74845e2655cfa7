// A digest is rendered where all mails are, which also send a sample of it; the rest of this folder asks here.
export { renderDigest } from '../mail/digest/render.ts';
