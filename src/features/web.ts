import type { Shown } from '#kit/web.tsx';
import { passkeys } from './passkeys/web.ts';
import { sharing } from './sharing/web.ts';
import { zotero } from './zotero/web.ts';

/** Every feature that the browser shows, in the order in which slots draw them. */
export const shownFeatures: readonly Shown[] = [passkeys, sharing, zotero];
