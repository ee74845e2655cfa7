import path from 'node:path';
import { defineConfig } from '@playwright/test';
import config from '../playwright.config.ts';

const root = path.join(import.meta.dirname, '..');

/** `npm run screenshots`: a picture of every screen in every state, for people to look at. */
export default defineConfig({
  ...config,
  testDir: '.',
  outputDir: path.join(root, 'test-results', 'e2e'),
  testMatch: 'screenshots.ts',
  fullyParallel: true,
  timeout: 180_000,
  projects: config.projects!.filter(({ name }) => name === 'stage').map(({ use }) => ({ use: use! })),
  // The demo is not needed.
  webServer: [config.webServer!]
    .flat()
    .slice(1)
    .map((server) => ({ ...server, cwd: root })),
});
