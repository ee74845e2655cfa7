import { feature } from '#kit/feature.ts';
import { administrationApi, invitationApi } from './contract.ts';
import { administrationPages } from './pages.ts';
import {
  forgetAddress,
  invitationRoutes,
  openInvitation,
  readerRoutes,
  removeOldInvitations,
  serverRoutes,
  takeInvitation,
} from './server/readers.ts';
import { invitations } from './tables.ts';

export const administration = feature({
  name: 'administration',
  contract: { administration: administrationApi, invitation: invitationApi },
  pages: administrationPages,
  tables: [invitations],
  // Every call that changes something is in the audit log.
  routes: [...serverRoutes, ...readerRoutes, ...invitationRoutes],
  jobs: async () => ({ tidy: removeOldInvitations }),
  admits: { open: openInvitation, take: takeInvitation },
  onReaderRemoved: forgetAddress,
});
