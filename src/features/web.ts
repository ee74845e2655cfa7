import type { Shown } from '#kit/web.tsx';
import { administration } from './administration/web.ts';
import { citations } from './citations/web.ts';
import { feeds } from './feeds/web.ts';
import { following } from './following/web.ts';
import { imports } from './imports/web.ts';
import { journals } from './journals/web.ts';
import { messages } from './messages/web.ts';
import { passkeys } from './passkeys/web.ts';
import { proposals } from './proposals/web.ts';
import { sharing } from './sharing/web.ts';
import { signOn } from './signOn/web.ts';
import { tokens } from './tokens/web.ts';
import { zotero } from './zotero/web.ts';

/** Every feature that the browser shows, in the order in which slots draw them. */
export const shownFeatures: readonly Shown[] = [
  administration,
  citations,
  signOn,
  tokens,
  feeds,
  journals,
  imports,
  following,
  messages,
  passkeys,
  proposals,
  sharing,
  zotero,
];
