import { z } from 'zod';
import { byId, done, endpoint } from '#shared/contract/endpoint.ts';

const orcid = z.string().regex(/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/, 'Please enter an ORCID of sixteen digits.');
const name = z.string().trim().min(1).max(100);
export const personShape = z.object({ family: name, given: name, orcid: orcid.nullable() });
const paper = z.object({
  id: z.string(),
  title: z.string(),
  /** `Open Cohorts · 2024-03-01 · by ORCID 0000-…` */
  where: z.string(),
  /** False for a paper of the name that is unsure. */
  isTheirs: z.boolean(),
  /** True for one that the reader said is by somebody else. */
  isRefused: z.boolean(),
});
export type NamedPaper = z.infer<typeof paper>;
const found = z.object({ person: personShape.nullable(), papers: z.array(paper) });
export const answersAtMost = 400;
const answers = z
  .record(z.string().regex(/^\d{1,15}$/), z.boolean())
  .refine(
    (all) => Object.keys(all).length <= answersAtMost,
    `At most ${answersAtMost} answers are possible.`,
  );
const followed = done.extend({ topicId: z.uuid() });

export const followingApi = {
  find: endpoint('GET /api/people', 'session', {
    summary: 'Papers of the last year by a person, by name, ORCID or both, and how sure that is.',
    costs: 'ranking',
    query: z.object({ q: z.string().trim().min(1).max(200) }),
    response: found,
  }),
  follow: endpoint('POST /api/people', 'session', {
    summary: 'Follow a person as a search term: with an ORCID, or with two papers or more that are theirs.',
    body: personShape.extend({ answers }),
    response: followed,
  }),
  person: endpoint('GET /api/search-terms/:id/person', 'session', {
    summary: 'The person that a search term follows, with the papers of the name.',
    costs: 'ranking',
    params: byId,
    response: found.extend({ person: personShape }),
  }),
  answer: endpoint('PUT /api/search-terms/:id/person', 'session', {
    summary: 'Say which papers are by the person that a search term follows. Other answers stay.',
    params: byId,
    body: z.object({ answers }),
  }),
  cite: endpoint('POST /api/citations', 'session', {
    summary:
      'Follow what cites a paper, by its DOI, or without one what cites any paper that the reader keeps.',
    body: z.object({ doi: z.string().trim().max(300).optional() }),
    response: followed,
  }),
} as const;

export const followingExport = z.array(
  z.looseObject({ topic: z.string(), answers: z.record(z.string(), z.boolean()) }),
);
