import { shown } from '#kit/web.tsx';
import { administrationPages } from './pages.ts';

export const administration = shown({
  name: 'administration',
  pages: administrationPages,
  screens: {
    '/admin': async () => (await import('./web/AdminPage.tsx')).AdminPage,
    '/invite': async () => (await import('./web/InvitePage.tsx')).InvitePage,
  },
  accountMenu: async () => (await import('./web/Entrance.tsx')).Entrance,
});
