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
  laboratoryPort,
  stage,
  stagePort,
  withoutBilling,
  withoutBillingPort,
} from './e2e/servers/addresses.ts';
import { installedChromium } from './scripts/chromium.ts';

const ownFolder = () => mkdtempSync(path.join(tmpdir(), 'litwatch-e2e-'));
const server = {
  timeout: 180_000,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
  stdout: 'ignore',
  stderr: 'pipe',
} as const;

const servers: Extract<PlaywrightTestConfig['webServer'], unknown[]> = [
  // The product's own demo command, with the bundled sample library, on a database of its own.
  {
    ...server,
    command: 'node --import tsx src/server/app/main.ts --demo',
    url: `${demo}/readyz`,
    env: { PORT: String(demoPort), DATA_DIR: ownFolder(), LOG_LEVEL: 'warn' },
  },
  // The demo of a server that sells nothing.
  {
    ...server,
    command: 'node --import tsx src/server/app/main.ts --demo',
    url: `${withoutBilling}/readyz`,
    env: {
      PORT: String(withoutBillingPort),
      DATA_DIR: ownFolder(),
      LOG_LEVEL: 'warn',
      BILLING: 'off',
    },
  },
  // A laboratory's server: for invited people only, with the house's sign-in.
  {
    ...server,
    command: 'node --import tsx e2e/laboratory/main.ts',
    url: `${laboratory}/readyz`,
    env: { PORT: String(laboratoryPort), DATA_DIR: ownFolder(), LOG_LEVEL: 'warn' },
  },
  // The same product, with a door by which tests arrange what takes weeks or another's failure.
  {
    ...server,
    command: 'node --import tsx e2e/stage/main.ts',
    url: `${stage}/readyz`,
    env: {
      PORT: String(stagePort),
      DATA_DIR: ownFolder(),
      LOG_LEVEL: 'warn',
      BILLING: hasPlans ? 'on' : 'off',
      DATABASE_URL: databaseServer,
    },
  },
];

const ownServer = ['demo', 'withoutBilling', 'laboratory'].map((name) => `journeys/${name}.spec.ts`);
const onStage = {
  name: 'stage',
  testIgnore: ownServer,
  use: { baseURL: stage, storageState: cookiesDeclined },
};
/** The journeys again, on a stage of the other edition or on PostgreSQL; those about plans only where there are some. */
const onOtherStage = {
  ...onStage,
  name: `stage ${hasPlans ? 'with plans' : 'without billing'}${databaseServer ? ' on PostgreSQL' : ''}`,
  testMatch: 'journeys/**/*.spec.ts',
  ...(hasPlans ? {} : { testIgnore: [...ownServer, 'journeys/payment/**'], grepInvert: /@plans/ }),
};
const isUsual = hasPlans && !databaseServer;

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
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: isUsual
    ? [
        { name: 'demo', testMatch: 'journeys/demo.spec.ts', use: { baseURL: demo } },
        {
          name: 'without billing',
          testMatch: 'journeys/withoutBilling.spec.ts',
          use: { baseURL: withoutBilling },
        },
        { name: 'laboratory', testMatch: 'journeys/laboratory.spec.ts', use: { baseURL: laboratory } },
        onStage,
      ]
    : [onOtherStage],
  webServer: isUsual ? servers : servers.slice(-1),
});
