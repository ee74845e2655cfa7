import { imports } from '#features/imports/feature.ts';
import { feature } from '#kit/feature.ts';
import { exportedProposal, proposalApi } from './contract.ts';
import { proposalPages } from './pages.ts';
import { exportedProposals, routes } from './server/proposals.ts';
import { topicProposals } from './tables.ts';

export const proposals = feature({
  name: 'proposals',
  needs: [imports],
  contract: { proposal: proposalApi },
  pages: proposalPages,
  tables: [topicProposals],
  routes,
  exported: { proposals: { shape: exportedProposal.array(), read: exportedProposals } },
});
