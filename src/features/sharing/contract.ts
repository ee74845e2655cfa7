import { z } from 'zod';
import { endpoint } from '#shared/contract/endpoint.ts';
import { escapeHtml } from '#shared/site/rendered.ts';
import { moment } from '#shared/values/fields.ts';

/** A public page of a digest, or of the papers with one tag. Anyone who has its address can read it. */
export const share = z.object({
  id: z.uuid(),
  /** Either the digest or the tag is null. */
  digestId: z.uuid().nullable(),
  tag: z.string().nullable(),
  url: z.url(),
  createdAt: moment,
});

export const shareApi = {
  list: endpoint('GET /api/shares', 'session', {
    summary: 'The public pages that the reader made, newest first.',
    response: z.object({ shares: z.array(share) }),
  }),
  create: endpoint('POST /api/shares', 'session', {
    summary:
      'Make a public page of one of the reader’s digests, or of the shelf’s papers with a tag. It names nobody, no search engine lists it, and it can be ended. What is shared already keeps its address.',
    body: z
      .object({ digestId: z.string().max(64).optional(), tag: z.string().trim().min(1).max(60).optional() })
      .refine(({ digestId, tag }) => (digestId === undefined) !== (tag === undefined), {
        message: 'Please name either a digest or a tag.',
      }),
    response: share,
  }),
  remove: endpoint('DELETE /api/shares/:id', 'session', {
    summary: 'End a public page; its address never works again.',
  }),
  page: endpoint('GET /shared/:token', 'anyone', {
    costs: 'link',
    summary: 'A public page, by its unguessable address.',
    selfAuthenticated: true,
    params: z.object({ token: z.string().max(200) }),
    produces: 'text/html',
  }),
} as const;

/** Where the build puts the frame of a shared digest. It is not a complete document. */
export const sharedFrame = 'shared/frame.html';

/** The placeholders in that frame. */
export const sharedBlanks = {
  title: '%SHARED_TITLE%',
  lead: '%SHARED_LEAD%',
  body: '%SHARED_BODY%',
  /** The query of the landing page, with the topic. */
  follow: '%SHARED_FOLLOW%',
  /** The label of the way there: only a digest has a topic. */
  invitation: '%SHARED_INVITATION%',
};

/** Fills in a shared page; `body` is HTML, the others are text. */
export const fillShared = (frame: string, given: typeof sharedBlanks): string =>
  // In one pass, because what is filled in may contain such a placeholder itself.
  frame.replace(/%SHARED_([A-Z]+)%/g, (_, blank: string) => {
    const name = blank.toLowerCase() as keyof typeof sharedBlanks;
    return name === 'body' ? given.body : escapeHtml(given[name]);
  });

/** The frame without styles, for a server whose pages are not built. */
export const bareSharedFrame = `<!doctype html><html lang="en"><head><meta charset="utf-8" />
<meta name="robots" content="noindex, nofollow" /><title>${sharedBlanks.title}</title></head>
<body><h1>${sharedBlanks.title}</h1><p>${sharedBlanks.lead}</p>${sharedBlanks.body}</body></html>`;
