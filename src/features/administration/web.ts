import { lazy } from 'react';
import { shown } from '#kit/web.tsx';
import { administrationPages } from './pages.ts';

export const administration = shown({
  name: 'administration',
  pages: administrationPages,
  screens: {
    '/admin': lazy(async () => ({ default: (await import('./web/AdminPage.tsx')).AdminPage })),
    '/invite': lazy(async () => ({ default: (await import('./web/InvitePage.tsx')).InvitePage })),
  },
  accountMenu: lazy(async () => ({ default: (await import('./web/Entrance.tsx')).Entrance })),
});
