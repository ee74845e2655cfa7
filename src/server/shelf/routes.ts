import { type Route, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { deskApi } from '#shared/shelf/paperState.ts';
import type { ShelfApp } from './app.ts';
import { readDesk } from './desk.ts';
import { setPaperState } from './setState.ts';
import { answeredPage } from './shelfPage.ts';
import { countUnread, unreadPage } from './unread.ts';

/** The desk, and what readers did with their papers. */
export const shelfRoutes: Route<ShelfApp>[] = [
  serveReader(deskApi.read, (app, { reader }) => readDesk(app, reader.id)),
  serveReader(deskApi.papers, async (app, { reader, query }) => {
    if (query.state !== 'new') return answeredPage(app, reader.id, query);
    const { unread: total } = await countUnread(app, reader.id, null);
    return { ...(await unreadPage(app, reader.id, query)), total };
  }),
  serveReader(deskApi.setState, async (app, { reader, params, body: { termId, state } }) => {
    await limit(app, 'paper-state', { account: reader.id });
    return setPaperState(app, reader, { paperId: params.id, termId, state });
  }),
];
