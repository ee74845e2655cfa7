import type { Context } from 'hono';
import { dropSearchToken, redeemSearchToken, searchTokenHolder } from '#accounts/credentials/searchGrant.ts';
import { type App, feature } from '#kit/feature.ts';
import { type Call, serve, serveReader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { limit, limited } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { unsubscribeApi } from '#shared/mail/unsubscribe.ts';
import { feedbackApi } from '#shared/topics/feedback.ts';
import { learningApi } from '#shared/topics/learning.ts';
import { searchTermApi } from '#shared/topics/searchTerm.ts';
import { trendsApi } from '#shared/topics/trends.ts';
import { understandingApi } from '#shared/topics/understanding.ts';
import { addTopic, editTopic, removeTopic, restoreTopic } from './edit.ts';
import { changeExpansion } from './expansion/edit.ts';
import { judge, linkedPaper, readFeedbackToken } from './feedback/judge.ts';
import { forgetJudgements, judgedPapers, learningOf, moveVerdicts, setRule } from './feedback/judgements.ts';
import {
  aboutLink,
  pauseByLink,
  readUnsubscribeToken,
  setActive,
  undoUnsubscribe,
  unsubscribe,
} from './pause.ts';
import { presentTopic, presentTopics } from './present.ts';
import { changeSettings } from './settings.ts';
import { topicOf, topicsOf } from './topic/topic.ts';
import { keptUnder, topicTrends } from './trends.ts';
import { readTopicNow } from './understanding.ts';

/** Topics: list, changes, settings, understanding, statistics, feedback, and the links in mails that stop digests. */
export const topics = feature({
  name: 'topics',
  routes: [
    serveReader(searchTermApi.list, async (app, { params, reader }) => {
      if (params.id !== reader.id) throw new AppError('not_found', 'These search terms do not exist.');
      return presentTopics(app, await topicsOf(app, reader.id));
    }),
    serve(searchTermApi.immediateSearch, immediateSearch),
    serveReader(searchTermApi.edit, (app, { params, body, reader, network }) =>
      limited(app, ['search', { account: reader.id, network }], async () =>
        presentTopic(app, await editTopic(app, reader, params.id, body.term)),
      ),
    ),
    serveReader(searchTermApi.changeExpansion, async (app, { params, body, reader }) =>
      presentTopic(app, await changeExpansion(app, reader, params.id, body.expansion)),
    ),
    serveReader(searchTermApi.changeSettings, async (app, { params, body, reader }) =>
      presentTopic(app, await changeSettings(app, reader, params.id, body)),
    ),
    serveReader(searchTermApi.setActive, async (app, { params, body, reader }) =>
      presentTopic(app, await setActive(app, reader, params.id, body)),
    ),
    serveReader(searchTermApi.remove, async (app, { params, reader }) => {
      const { term } = await removeTopic(app, reader, params.id);
      return { message: `“${term}” was deleted.` };
    }),
    serveReader(searchTermApi.restore, async (app, { params, reader }) =>
      presentTopic(app, await restoreTopic(app, reader, params.id)),
    ),
    serveReader(trendsApi.read, async (app, { params, reader, network }) => {
      await limit(app, 'understanding', { network });
      return topicTrends(app, reader, params.id);
    }),
    serveReader(trendsApi.kept, async (app, { params, body, reader, network }) => {
      await limit(app, 'understanding', { network });
      return keptUnder(app, reader, params.id, body.filters);
    }),
    serve(unsubscribeApi.about, async (app, { params }) => ({ term: await aboutLink(app, params.token) })),
    serve(unsubscribeApi.read, async (app, { params: { token }, query, http }) => {
      if (isOwnFetch(http)) return unsubscribe(app, token, { all: query.all === '1' });
      const of = readUnsubscribeToken(app, token);
      const all = of && !of.termId ? { all: '1' } : {};
      const ask = new URLSearchParams({ token, ...query, ask: '1', ...all });
      return http.redirect(`/unsubscribe?${ask}`, 303);
    }),
    serve(unsubscribeApi.oneClick, (app, { params: { token }, query }) =>
      unsubscribe(app, token, { all: query.all === '1' }),
    ),
    serve(unsubscribeApi.undo, (app, { params: { token }, query }) =>
      undoUnsubscribe(app, token, { all: query.all === '1' }),
    ),
    serve(unsubscribeApi.pause, (app, { params: { token }, body }) =>
      pauseByLink(app, token, body.resumeOn ?? null),
    ),
    serve(understandingApi.understand, async (app, { body, network }) => {
      await limit(app, 'understanding', { network });
      return (await readTopicNow(app, body.topic)).reading;
    }),
    serveReader(feedbackApi.list, async (app, { params, reader }) => {
      const { id } = await topicOf(app, reader.id, params.id);
      return (await judgedPapers(app, [id])).get(id)!;
    }),
    serveReader(feedbackApi.say, async (app, { params, body: { paperId, verdict }, reader }) => {
      const term = await topicOf(app, reader.id, params.id);
      await limit(app, 'feedback', { account: reader.id });
      await judge(app, { termId: term.id, paperId: numberOf(paperId) }, verdict);
      return { verdict };
    }),
    serveReader(feedbackApi.reset, async (app, { params, reader }) => {
      const { id, term } = await topicOf(app, reader.id, params.id);
      await forgetJudgements(app, id);
      return { message: `Your feedback on “${term}” has been deleted.` };
    }),
    serveReader(learningApi.read, async (app, { params, reader }) =>
      learningOf(app, await topicOf(app, reader.id, params.id)),
    ),
    serveReader(learningApi.rule, async (app, { params, body, reader }) => {
      const term = await topicOf(app, reader.id, params.id);
      await limit(app, 'feedback', { account: reader.id });
      return learningOf(app, await setRule(app, term, body));
    }),
    serve(feedbackApi.readLink, async (app, { params }) => {
      const mailed = readFeedbackToken(app, params.token);
      if (mailed) return linkedPaper(app, mailed);
      throw new AppError('not_found', 'This link is incomplete. Please open it from your digest again.');
    }),
  ],
  jobs: async () => (await import('./jobs.ts')).jobs,
  onPapersMerged: moveVerdicts,
});

/**
 * The reader comes from the session, or from the one-time cookie that verification set; an `email` in the body must be
 * that same address. Limits count by account and network, so deleting and adding again does not reset them.
 */
async function immediateSearch(
  app: App,
  { body, reader, network, http }: Call<typeof searchTermApi.immediateSearch>,
) {
  const who = reader ?? (await searchTokenHolder(app, http));
  if (!who) throw signInFirst();
  if (body.email && body.email !== who.email)
    throw new AppError('forbidden', 'You can search for your own address only.');
  const { topic, added } = await limited(app, ['search', { account: who.id, network }], () =>
    reader
      ? addTopic(app, reader.id, body.searchTerm)
      : transaction(app, async (app) => {
          // A simultaneous call may have spent it.
          if (!(await redeemSearchToken(app, http))) throw signInFirst();
          return addTopic(app, who.id, body.searchTerm);
        }),
  );
  if (!reader) dropSearchToken(app, http);
  return {
    message: added
      ? 'Your search has been queued. The digest will be emailed to you when it is done.'
      : 'You already follow this topic.',
    searchTerm: await presentTopic(app, topic),
  };
}

const signInFirst = () => new AppError('unauthenticated', 'Please sign in to search.');

/**
 * Whether the unsubscribe page's own script makes the call. Scanners, link previews, prefetching browsers and people
 * who open the address itself do not, and change nothing. Pages cannot set these headers themselves
 * (Fetch Metadata, https://www.w3.org/TR/fetch-metadata/), and a client that sends none is not a page.
 */
const isOwnFetch = ({ req }: Context): boolean =>
  req.header('sec-fetch-site') === 'same-origin' &&
  req.header('sec-fetch-mode') !== 'navigate' &&
  ['empty', undefined].includes(req.header('sec-fetch-dest')) &&
  !/prefetch|prerender|preview/i.test(`${req.header('sec-purpose')} ${req.header('purpose')}`);

/** 0 is no paper's id, so text that is not an id is answered with "not found". */
const numberOf = (paperId: string): number => (/^\d{1,14}$/.test(paperId) ? Number(paperId) : 0);
