import { type App, feature } from '#kit/feature.ts';
import { serve, serveReader } from '#platform/http/route.ts';
import { limited } from '#platform/rateLimits.ts';
import { withLibrary } from '#shared/papers/libraryLink.ts';
import { deskApi } from '#shared/shelf/paperState.ts';
import { shelfApi } from '#shared/shelf/shelf.ts';
import { annotate, changeMany, restoreMany, setPaperState, setStateByLink } from './answers.ts';
import { answeredPage, shelfSummary } from './list.ts';
import { countUnread, moveShelf, type ReaderPaperInput, readDesk, unreadPage } from './papers.ts';

/** The desk and the shelf. */
export const shelf = feature({
  name: 'shelf',
  routes: [
    serveReader(deskApi.read, async (app, { reader }) => forReader(reader, await readDesk(app, reader.id))),
    serveReader(deskApi.papers, async (app, { reader, query }) => {
      const { state, ...rest } = query;
      if (state !== 'new') return forReader(reader, await answeredPage(app, reader.id, { ...rest, state }));
      const { unread: total } = await countUnread(app, reader.id, null);
      return forReader(reader, { ...(await unreadPage(app, reader.id, query)), total });
    }),
    serveReader(deskApi.setState, (app, { reader, params, body: { termId, state } }) =>
      answering(app, reader, () => setPaperState(app, reader, { paperId: params.id, termId, state })),
    ),
    serve(deskApi.setByLink, (app, { params, body, network }) =>
      setStateByLink(app, { token: params.token, state: body.state, network }),
    ),
    serveReader(shelfApi.list, async (app, { reader, query }) =>
      forReader(reader, await answeredPage(app, reader.id, query)),
    ),
    serveReader(shelfApi.summary, (app, { reader, query }) => shelfSummary(app, reader.id, query)),
    serveReader(shelfApi.annotate, (app, { reader, params, body }) =>
      answering(app, reader, () => annotate(app, reader, { paperId: params.id, ...body })),
    ),
    serveReader(shelfApi.change, (app, { reader, body }) =>
      answering(app, reader, async () => ({ former: await changeMany(app, reader, body) })),
    ),
    serveReader(shelfApi.restore, async (app, { reader, body }) => {
      await answering(app, reader, () => restoreMany(app, reader, body.papers));
      return { message: 'Undone.' };
    }),
  ],
  onPapersMerged: moveShelf,
});

/** Adds each paper's address at the reader's library, if the reader has set one. */
const forReader = <List extends { papers: ReaderPaperInput[] }>(
  { libraryLink }: { libraryLink: string | null },
  list: List,
): List => ({
  ...list,
  papers: list.papers.map((one) => ({ ...one, paper: withLibrary(libraryLink, one.paper) })),
});

const answering = <T>(app: App, { id }: { id: string }, act: () => Promise<T>): Promise<T> =>
  limited(app, ['paper-state', { account: id }], act);
