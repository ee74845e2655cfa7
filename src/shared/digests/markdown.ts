import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';

export const markdownApi = {
  read: endpoint('GET /api/digests/:id/digest.md', 'session', {
    costs: 'reading',
    allowApiToken: true,
    summary: 'One of the reader’s digests as Markdown with front matter, for Obsidian and other notes.',
    params: z.object({ id: z.string().max(64) }),
    produces: 'text/markdown',
  }),
} as const;

/** Path of a digest's Markdown for a signed-in reader. */
export const markdownPath = (digestId: string): string => `/api/digests/${digestId}/digest.md`;
