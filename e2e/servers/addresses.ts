/** Addresses of the servers of the browser tests; `E2E_PORT` moves them when the ports are taken. */
export const demoPort = Number(process.env.E2E_PORT ?? 4173);
/** The servers' edition: with plans for sale, or with every feature for everybody (`E2E_BILLING=off`). */
export const hasPlans = process.env.E2E_BILLING !== 'off';
/** The laboratory's server has plans only if a run asks for that edition by name. */
export const laboratoryHasPlans = process.env.E2E_BILLING === 'on';
/** A PostgreSQL server with one database per server; without it, the servers use the embedded engine. */
export const databaseServer = process.env.E2E_DATABASE_URL ?? '';

export const stagePort = demoPort + 1;

/** Started behind the stage's control server. */
export const withoutBillingPort = demoPort + 3;

/** Its control server is on the next port. */
export const laboratoryPort = demoPort + 4;

export const demo = `http://localhost:${demoPort}`;
export const stage = `http://localhost:${stagePort}`;
export const withoutBilling = `http://localhost:${withoutBillingPort}`;
export const laboratory = `http://localhost:${laboratoryPort}`;
/** The control server of `e2e/laboratory/main.ts`. */
export const laboratoryControl = `http://127.0.0.1:${laboratoryPort + 1}`;
/** The control server of `e2e/stage/main.ts`. */
export const stageControl = `http://127.0.0.1:${stagePort + 1}`;
