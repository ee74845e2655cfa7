import { readFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { after, type Open, offline, pressed, shown, to } from '#e2e/support/actions.ts';

/** The built script of a module. */
function scriptOf(module: string): string {
  const manifest = JSON.parse(readFileSync('dist/web/.vite/manifest.json', 'utf8'));
  return manifest[module].file;
}

/** Pages that need no account, and the notices over them. */
export const publicScreens = {
  landing: to('/'),
  'cookie banner': after(
    (page) => page.addInitScript(() => localStorage.removeItem('cookieConsent')),
    to('/'),
    shown('region', 'Cookies'),
  ),
  'cookie preferences': after(to('/'), pressed('Cookie Settings'), shown('dialog')),
  terms: to('/terms'),
  privacy: to('/privacy'),
  'unknown page': to('/no/such/page'),
  'page script missing': async (page) => {
    // The error that the page logs is expected here.
    await page.addInitScript(() => {
      console.error = () => undefined;
    });
    await page.goto('/login');
    await page.route(`**/${scriptOf('src/web/pages/auth/SignupPage.tsx')}`, (route) => route.abort());
    await page.getByRole('link', { name: 'Sign up' }).click();
    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
  },
  'sign in, offline': async (page) => {
    await page.goto('/auth?tab=login');
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible();
    await offline(page);
  },
} satisfies Record<string, Open>;
