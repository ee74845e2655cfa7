import { feature } from '#kit/feature.ts';
import { administrationApi, invitationApi } from './contract.ts';
import { administrationPages } from './pages.ts';
import { forgetAddress, openInvitation, removeOldInvitations, takeInvitation } from './server/invitations.ts';
import { routes } from './server/routes.ts';
import { invitations } from './tables.ts';

export const administration = feature({
  name: 'administration',
  contract: { administration: administrationApi, invitation: invitationApi },
  pages: administrationPages,
  tables: [invitations],
  routes,
  jobs: async () => ({ tidy: removeOldInvitations }),
  admits: { open: openInvitation, take: takeInvitation },
  onReaderRemoved: forgetAddress,
});
