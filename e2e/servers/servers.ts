import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Addresses of the servers of the browser tests; `E2E_PORT` moves them when the ports are taken. */
const demoPort = Number(process.env.E2E_PORT ?? 4173);
/** The servers' edition: with plans for sale, or with every feature for everybody (`E2E_BILLING=off`). */
export const hasPlans = process.env.E2E_BILLING !== 'off';
/** The laboratory's server has plans only if a run asks for that edition by name. */
const laboratoryHasPlans = process.env.E2E_BILLING === 'on';
/** A PostgreSQL server with one database per server; without it, the servers use the embedded engine. */
export const databaseServer = process.env.E2E_DATABASE_URL ?? '';

const stagePort = demoPort + 1;

/** Started behind the stage's control server. */
const withoutBillingPort = demoPort + 3;

/** Its control server is on the next port. */
const laboratoryPort = demoPort + 4;

export const demo = `http://localhost:${demoPort}`;
export const stage = `http://localhost:${stagePort}`;
export const withoutBilling = `http://localhost:${withoutBillingPort}`;
export const laboratory = `http://localhost:${laboratoryPort}`;
/** The control server of `e2e/laboratory/main.ts`. */
export const laboratoryControl = `http://127.0.0.1:${laboratoryPort + 1}`;
/** The control server of `e2e/stage/main.ts`. */
export const stageControl = `http://127.0.0.1:${stagePort + 1}`;

/** The product's own demo command, with the bundled sample library, on a database of its own. */
const demoCommand = `node ${databaseServer ? 'e2e/servers/product.ts' : 'src/app/main.ts'} --demo`;
/** `BILLING` is empty where the default decides: on, by the card sandbox. */
const settings = (port: number, hasBilling: boolean, more = {}): Record<string, string> => ({
  ...{
    PORT: String(port),
    BILLING: hasBilling ? '' : 'off',
    LOG_LEVEL: 'warn',
    DATABASE_URL: databaseServer,
  },
  ...more,
});

const servers = {
  demo: { command: demoCommand, url: demo, env: settings(demoPort, hasPlans) },
  /** The demo of a server that sells nothing, and that asks for the length of a password alone. */
  withoutBilling: {
    command: demoCommand,
    url: withoutBilling,
    env: settings(withoutBillingPort, false, { PASSWORD_RULE: 'length' }),
  },
  /** A laboratory's server: for invited people only, with the house's sign-in. */
  laboratory: {
    command: 'node e2e/laboratory/main.ts',
    url: laboratory,
    env: settings(laboratoryPort, laboratoryHasPlans),
  },
  /** The same product, with a door by which tests arrange what takes weeks or another's failure. */
  stage: { command: 'node e2e/stage/main.ts', url: stage, env: settings(stagePort, hasPlans) },
};

export type ServerName = keyof typeof servers;

/** How a server is started, with a new folder for its data, and the address that answers once it is ready. */
export function serverOf(name: ServerName) {
  const { command, url, env } = servers[name];
  const folder = mkdtempSync(path.join(tmpdir(), 'litwatch-e2e-'));
  return { command, url: `${url}/readyz`, env: { ...env, DATA_DIR: folder } };
}
