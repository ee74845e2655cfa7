import { defineConfig } from '@playwright/test';
import config from './playwright.config.ts';

/** `npm run screenshots`: a picture of every screen in every state, for people to look at. */
export default defineConfig({
  ...config,
  testMatch: 'screens/screenshots.ts',
  fullyParallel: true,
  timeout: 180_000,
  projects: config.projects!.filter(({ name }) => name === 'stage').map(({ use }) => ({ use: use! })),
});
