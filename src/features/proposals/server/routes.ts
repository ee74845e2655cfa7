import type { App } from '#kit/feature.ts';
import { type Route, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { presentTopic } from '#topics/present.ts';
import { proposalApi } from '../contract.ts';
import { acceptProposal, changeProposal, propose, readProposals, shownProposals } from './proposals.ts';

export const routes: Route<App>[] = [
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
