import { type Route, serve, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { feedbackApi } from '#shared/topics/feedback.ts';
import { learningApi } from '#shared/topics/learning.ts';
import type { TopicsApp } from '../app.ts';
import { topicOf } from '../topic/topic.ts';
import { judge, linkedPaper } from './judge.ts';
import { forgetJudgements, judgedPapers } from './judgements.ts';
import { learningOf, setRule, weekOf } from './learning.ts';
import { type Mailed, readFeedbackToken } from './link.ts';

/** Judgements of papers, from the dashboard and by the links of digest mails. */
export const feedbackRoutes: Route<TopicsApp>[] = [
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
  serveReader(learningApi.week, async (app, { params, reader }) =>
    weekOf(app, await topicOf(app, reader.id, params.id)),
  ),
  serve(feedbackApi.readLink, (app, { params }) => linkedPaper(app, mailedBy(app, params.token))),
  serve(feedbackApi.sayByLink, async (app, { params, body, network }) => {
    const mailed = mailedBy(app, params.token);
    await limit(app, 'feedback', { account: mailed.termId, network });
    await judge(app, mailed, body.verdict);
    return linkedPaper(app, mailed);
  }),
];

/** 0 is no paper's id, so text that is not an id is answered with "not found". */
const numberOf = (paperId: string): number => (/^\d{1,14}$/.test(paperId) ? Number(paperId) : 0);

function mailedBy(app: TopicsApp, token: string): Mailed {
  const mailed = readFeedbackToken(app, token);
  if (!mailed)
    throw new AppError('not_found', 'This link is incomplete. Please open it from your digest again.');
  return mailed;
}
