import type { Feature } from '#kit/feature.ts';
import { administration } from './administration/feature.ts';
import { bounces } from './bounces/feature.ts';
import { citations } from './citations/feature.ts';
import { feeds } from './feeds/feature.ts';
import { following } from './following/feature.ts';
import { imports } from './imports/feature.ts';
import { journals } from './journals/feature.ts';
import { mcp } from './mcp/feature.ts';
import { messages } from './messages/feature.ts';
import { passkeys } from './passkeys/feature.ts';
import { proposals } from './proposals/feature.ts';
import { sharing } from './sharing/feature.ts';
import { signOn } from './signOn/feature.ts';
import { tokens } from './tokens/feature.ts';
import { zotero } from './zotero/feature.ts';

/** Every feature of the server, in the order in which it is asked and listed. Each is a folder and a line here. */
export const features: readonly Feature[] = [
  administration,
  bounces,
  citations,
  signOn,
  tokens,
  feeds,
  following,
  imports,
  journals,
  mcp,
  messages,
  passkeys,
  proposals,
  sharing,
  zotero,
];
