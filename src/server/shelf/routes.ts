import { exportShelf, streamOf } from '#features/citations/server/shelf.ts';
import { importApi } from '#features/imports/contract.ts';
import { deleteImport, listImports, readImport, startImport } from '#features/imports/server/imports.ts';
import { proposalApi } from '#features/proposals/contract.ts';
import {
  acceptProposal,
  changeProposal,
  propose,
  readProposals,
  shownProposals,
} from '#features/proposals/server/proposals.ts';
import type { App } from '#kit/feature.ts';
import { type Route, serve, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { withLibrary } from '#shared/papers/libraryLink.ts';
import { deskApi } from '#shared/shelf/paperState.ts';
import { type ShelfFormat, shelfApi, shelfFormats } from '#shared/shelf/shelf.ts';
import { presentTopic } from '#topics/present.ts';
import { annotate, changeMany, restoreMany, setPaperState, setStateByLink } from './answers.ts';
import { countUnread, readDesk, unreadPage } from './desk.ts';
import { answeredPage, shelfSummary } from './list.ts';
import type { ReaderPaperInput } from './papers.ts';

/** Adds each paper's address at the reader's library, if the reader has set one. */
const forReader = <List extends { papers: ReaderPaperInput[] }>(
  { libraryLink }: { libraryLink: string | null },
  list: List,
): List => ({
  ...list,
  papers: list.papers.map((one) => ({ ...one, paper: withLibrary(libraryLink, one.paper) })),
});

/** The desk, the shelf, imports, and topics proposed from papers. */
export const shelfRoutes: Route<App>[] = [
  serveReader(deskApi.read, async (app, { reader }) => forReader(reader, await readDesk(app, reader.id))),
  serveReader(deskApi.papers, async (app, { reader, query }) => {
    const { state, ...rest } = query;
    if (state !== 'new') return forReader(reader, await answeredPage(app, reader.id, { ...rest, state }));
    const { unread: total } = await countUnread(app, reader.id, null);
    return forReader(reader, { ...(await unreadPage(app, reader.id, query)), total });
  }),
  serveReader(deskApi.setState, async (app, { reader, params, body: { termId, state } }) => {
    await limit(app, 'paper-state', { account: reader.id });
    return setPaperState(app, reader, { paperId: params.id, termId, state });
  }),
  serve(deskApi.setByLink, (app, { params, body, network }) =>
    setStateByLink(app, { token: params.token, state: body.state, network }),
  ),
  serveReader(shelfApi.list, async (app, { reader, query }) =>
    forReader(reader, await answeredPage(app, reader.id, query)),
  ),
  serveReader(shelfApi.summary, (app, { reader, query }) => shelfSummary(app, reader.id, query)),
  serveReader(shelfApi.annotate, async (app, { reader, params, body }) => {
    await limit(app, 'paper-state', { account: reader.id });
    return annotate(app, reader, { paperId: params.id, ...body });
  }),
  serveReader(shelfApi.change, async (app, { reader, body }) => {
    await limit(app, 'paper-state', { account: reader.id });
    return { former: await changeMany(app, reader, body) };
  }),
  serveReader(shelfApi.restore, async (app, { reader, body }) => {
    await limit(app, 'paper-state', { account: reader.id });
    await restoreMany(app, reader, body.papers);
    return { message: 'Undone.' };
  }),
  serveReader(shelfApi.export, async (app, { reader, params, query: { ids, ...query }, http }) => {
    await limit(app, 'shelf-export', { account: reader.id });
    const format = params.file.slice(params.file.indexOf('.') + 1) as ShelfFormat;
    const chosen = { ...query, ids: ids?.split(',') };
    const pieces = exportShelf(app, reader.id, { format, chosen });
    return http.body(streamOf(pieces), 200, {
      'Content-Type': `${shelfFormats[format].type}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="litwatch-shelf.${format}"`,
      'X-Robots-Tag': 'noindex',
    });
  }),
  serveReader(importApi.start, async (app, { reader, body }) => {
    await limit(app, 'import', { account: reader.id });
    return startImport(app, reader.id, body);
  }),
  serveReader(importApi.newest, (app, { reader }) => listImports(app, reader.id)),
  serveReader(importApi.read, (app, { reader, params }) => readImport(app, reader.id, params.id)),
  serveReader(importApi.remove, async (app, { reader, params, body }) => {
    await deleteImport(app, reader.id, { id: params.id, papers: body.papers });
    return { message: body.papers ? 'The import and its papers were removed.' : 'The import was removed.' };
  }),
  serveReader(proposalApi.propose, async (app, { reader, body }) => {
    await limit(app, 'proposals', { account: reader.id });
    return { proposals: await propose(app, reader.id, body) };
  }),
  serveReader(proposalApi.read, async (app, { reader }) => ({
    proposals: await readProposals(app, reader.id),
  })),
  serveReader(proposalApi.change, async (app, { reader, params, body, network }) => {
    await limit(app, 'understanding', { network });
    return { proposals: await changeProposal(app, reader.id, params.topic, body) };
  }),
  serveReader(proposalApi.accept, async (app, { reader, params, body, network }) => {
    await limit(app, 'search', { account: reader.id, network });
    const topic = await acceptProposal(app, reader, { id: params.topic, termId: body.termId });
    return {
      message: body.termId
        ? `“${topic.term}” learns from these papers, starting with the next digest.`
        : `You follow “${topic.term}.” The first digest will be emailed to you when it is done.`,
      searchTerm: await presentTopic(app, topic),
      proposals: await shownProposals(app, reader.id),
    };
  }),
];
