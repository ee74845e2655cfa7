import { accounts } from '#accounts/noun.ts';
import { admin } from '#admin/noun.ts';
import { ai } from '#ai/noun.ts';
import { billing } from '#billing/noun.ts';
import { corpus } from '#corpus/noun.ts';
import { digests } from '#digests/noun.ts';
import { enrichment } from '#enrichment/noun.ts';
import type { Feature } from '#kit/feature.ts';
import { mail } from '#mail/noun.ts';
import { privacy } from '#privacy/noun.ts';
import { shelf } from '#shelf/noun.ts';
import { topics } from '#topics/noun.ts';

/** The rooms of the core, from the bottom up: the order in which they are asked. */
export const core: readonly Feature[] = [
  corpus,
  ai,
  enrichment,
  mail,
  accounts,
  topics,
  billing,
  digests,
  shelf,
  privacy,
  admin,
];
