/** Addresses of the servers of the browser tests; `E2E_PORT` moves them when the ports are taken. */
export const demoPort = Number(process.env.E2E_PORT ?? 4173);
export const stagePort = demoPort + 1;

/** Behind the control server of the stage. */
export const withoutBillingPort = demoPort + 3;

export const demo = `http://localhost:${demoPort}`;
export const stage = `http://localhost:${stagePort}`;
export const withoutBilling = `http://localhost:${withoutBillingPort}`;
/** The control server of `e2e/stage/main.ts`. */
export const stageControl = `http://127.0.0.1:${stagePort + 1}`;

/** Storage of a browser whose reader has declined cookies: no banner covers the page. */
export const cookiesDeclined = {
  cookies: [],
  origins: [
    {
      origin: stage,
      localStorage: [
        { name: 'cookieConsent', value: 'declined' },
        { name: 'analyticsConsent', value: 'false' },
      ],
    },
  ],
};
