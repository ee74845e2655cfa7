import type { Context } from 'hono';
import { type Reader, type Route, serve, serveReader } from '#platform/http/route.ts';
import { AppError } from '#shared/contract/errors.ts';
import { type ReferenceFormat, referenceFormats, referencesApi } from '#shared/papers/references.ts';
import type { CitationsApp } from './app.ts';
import { writeBibtex } from './bibtex.ts';
import { type Reference, referencesOf } from './citation.ts';
import { writeCsl } from './csl.ts';
import { referredPapers } from './digestPapers.ts';
import { readReferencesToken } from './link.ts';
import { writeRis } from './ris.ts';

const own = (format: ReferenceFormat) => async (app: CitationsApp, call: OwnCall) =>
  answer(app, call, format, { id: call.params.id, userId: call.reader.id });

export const referencesRoutes: Route<CitationsApp>[] = [
  serveReader(referencesApi.ris, own('ris')),
  serveReader(referencesApi.bibtex, own('bib')),
  serveReader(referencesApi.csl, own('json')),
  serve(referencesApi.byLink, async (app, { params, query, http }) => {
    const [, token = '', format] = /^([\w-]+)\.(ris|bib|json)$/.exec(params.file) ?? [];
    const id = readReferencesToken(app, token);
    if (!id || !format) throw new AppError('not_found', 'This link to references is not valid.');
    return answer(app, { query, http }, format as ReferenceFormat, { id });
  }),
];

interface Asked {
  query: { paper?: number };
  http: Context;
}
type OwnCall = Asked & { params: { id: string }; reader: Reader };

const writers: Record<ReferenceFormat, (references: Reference[]) => string | Promise<string>> = {
  ris: writeRis,
  bib: writeBibtex,
  json: writeCsl,
};

/** A download: the browser hands it to the reference manager that has claimed its type. */
async function answer(
  app: CitationsApp,
  { query: { paper }, http }: Asked,
  format: ReferenceFormat,
  digest: { id: string; userId?: string },
): Promise<Response> {
  // Keys are given for the whole digest: one paper has the same key alone and among the others.
  const references = referencesOf(await referredPapers(app, digest));
  const wanted = paper === undefined ? references : references.slice(paper - 1, paper);
  if (paper !== undefined && !wanted.length)
    throw new AppError('not_found', 'This digest has no paper of that number.');
  return http.body(await writers[format](wanted), 200, {
    'Content-Type': `${referenceFormats[format].type}; charset=utf-8`,
    'Content-Disposition': `attachment; filename="litwatch${paper === undefined ? '' : `-${paper}`}.${format}"`,
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex',
  });
}
