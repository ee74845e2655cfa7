/** Where the two servers of the browser tests stand; `E2E_PORT` moves them when the ports are taken. */
export const demoPort = Number(process.env.E2E_PORT ?? 4173);
export const stagePort = demoPort + 1;

export const demo = `http://localhost:${demoPort}`;
export const stage = `http://localhost:${stagePort}`;
/** By which a test arranges things at the stage. */
export const stageDoor = `http://127.0.0.1:${stagePort + 1}`;

/** A browser whose reader has answered the cookie question: no banner over the page. */
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
