import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defineConfig, devices, type PlaywrightTestConfig } from '@playwright/test';
import {
  cookiesDeclined,
  databaseServer,
  demo,
  demoPort,
  hasPlans,
  laboratory,
  laboratoryHasPlans,
  laboratoryPort,
  stage,
  stagePort,
  withoutBilling,
  withoutBillingPort,
} from './e2e/servers/addresses.ts';
import { chromiumFlags, installedChromium } from './scripts/chromium.ts';

const ownFolder = () => mkdtempSync(path.join(tmpdir(), 'litwatch-e2e-'));
const server = {
  timeout: 180_000,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  stdout: 'ignore',
  stderr: 'pipe',
} as const;

/** The product's own demo command, with the bundled sample library, on a database of its own. */
const demoCommand = `node --import tsx ${databaseServer ? 'e2e/servers/product.ts' : 'src/app/main.ts'} --demo`;
/** `billing` is empty where the default decides: on, by the card sandbox. */
const surroundings = (port: number, billing: '' | 'off') => ({
  ...{ PORT: String(port), BILLING: billing, LOG_LEVEL: 'warn' },
  ...{ DATA_DIR: ownFolder(), DATABASE_URL: databaseServer },
});
const edition = hasPlans ? '' : 'off';

const servers: Extract<PlaywrightTestConfig['webServer'], unknown[]> = [
  { ...server, command: demoCommand, url: `${demo}/readyz`, env: surroundings(demoPort, edition) },
  // The demo of a server that sells nothing, and that asks for the length of a password alone.
  {
    ...server,
    command: demoCommand,
    url: `${withoutBilling}/readyz`,
    env: { ...surroundings(withoutBillingPort, 'off'), PASSWORD_RULE: 'length' },
  },
  // A laboratory's server: for invited people only, with the house's sign-in.
  {
    ...server,
    command: 'node --import tsx e2e/laboratory/main.ts',
    url: `${laboratory}/readyz`,
    env: surroundings(laboratoryPort, laboratoryHasPlans ? '' : 'off'),
  },
  // The same product, with a door by which tests arrange what takes weeks or another's failure.
  {
    ...server,
    command: 'node --import tsx e2e/stage/main.ts',
    url: `${stage}/readyz`,
    env: surroundings(stagePort, edition),
  },
];

const ownServer = ['demo', 'withoutBilling', 'laboratory'].map((name) => `journeys/${name}.spec.ts`);
const outage = 'journeys/outage.spec.ts';
/** Of another edition or on PostgreSQL there are journeys, and no screens. */
const isUsual = hasPlans && !databaseServer;
const onStage = { baseURL: stage, storageState: cookiesDeclined };

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
      args: chromiumFlags,
    },
  },
  projects: [
    // Its tests are the longest, and start first: one that starts last would leave the other workers idle.
    { name: 'screens', testMatch: isUsual ? 'screens/**/*.spec.ts' : [], use: onStage },
    { name: 'demo', testMatch: 'journeys/demo.spec.ts', use: { baseURL: demo } },
    {
      name: 'without billing',
      testMatch: 'journeys/withoutBilling.spec.ts',
      use: { baseURL: withoutBilling },
    },
    { name: 'laboratory', testMatch: 'journeys/laboratory.spec.ts', use: { baseURL: laboratory } },
    {
      name: 'stage',
      testMatch: 'journeys/**/*.spec.ts',
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
  webServer: servers,
});
