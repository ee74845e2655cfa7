import { defineConfig, devices } from '@playwright/test';
import {
  databaseServer,
  demo,
  hasPlans,
  laboratory,
  serverOf,
  stage,
  withoutBilling,
} from './e2e/servers/servers.ts';
import { chromiumFlags, installedChromium } from './scripts/chromium.ts';

const ownServer = ['demo', 'withoutBilling', 'laboratory'].map((name) => `journeys/${name}.spec.ts`);
const outage = 'journeys/outage.spec.ts';
/** Of another edition or on PostgreSQL there are journeys, and no screens. */
const isUsual = hasPlans && !databaseServer;
const onStage = { baseURL: stage };

export default defineConfig({
  testDir: 'e2e',
  retries: process.env.CI ? 2 : 0,
  outputDir: 'test-results/e2e',
  fullyParallel: false,
  // A page waits for its server and its transitions as long as it calculates.
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: installedChromium(),
      // Pages of one test share a process, which has compiled their scripts.
      args: [...chromiumFlags, '--process-per-site'],
    },
  },
  projects: [
    // Its tests are the longest, and start first: one that starts last would leave the other workers idle.
    { name: 'screens', testDir: 'e2e/screens', testMatch: isUsual ? '**/*.spec.ts' : [], use: onStage },
    { name: 'demo', testMatch: 'journeys/demo.spec.ts', use: { baseURL: demo } },
    {
      name: 'without billing',
      testMatch: 'journeys/withoutBilling.spec.ts',
      use: { baseURL: withoutBilling },
    },
    { name: 'laboratory', testMatch: 'journeys/laboratory.spec.ts', use: { baseURL: laboratory } },
    {
      name: 'stage',
      testDir: 'e2e/journeys',
      testIgnore: [...ownServer, outage],
      use: onStage,
      // Of another edition, the journeys about plans only where there are some.
      ...(hasPlans ? {} : { testIgnore: [...ownServer, 'journeys/payment/**'], grepInvert: /@plans/ }),
    },
    {
      // Behind the others, because it stops the stage's database for everybody. Embedded, where that is one connection.
      name: 'outage',
      testMatch: databaseServer ? [] : outage,
      dependencies: ['screens', 'stage'],
      use: onStage,
    },
  ],
  // The other servers start with the files that need them (`support/ownServer.ts`).
  webServer: {
    ...serverOf('stage'),
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    stderr: 'pipe',
  },
});
