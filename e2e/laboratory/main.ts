// A laboratory's own server: invitations only, no payments, sign-in with the house's account. The product runs as
// a process of its own, because its first visitor needs the code that it prints; the control server tells it.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { startOidc } from '#stand-ins/oidc/server.ts';

const port = Number(process.env.PORT);
const oidc = await startOidc();
const product = spawn(process.execPath, ['--import', 'tsx', 'src/server/app/main.ts', '--demo', '--setup'], {
  env: { ...process.env, ...oidc.environment, SIGNUP: 'invite', BILLING: 'off' },
  stdio: ['ignore', 'pipe', 'inherit'],
});

let setupCode: string | null = null;
createInterface({ input: product.stdout }).on('line', (line) => {
  setupCode = /with the code (\S+)$/.exec(line)?.[1] ?? setupCode;
});

const control = new Hono();
control.get('/setup-code', (http) => http.json({ code: setupCode }));
const controlServer = serve({ fetch: control.fetch, port: port + 1, hostname: '127.0.0.1' });

product.once('exit', (code) => {
  controlServer.close();
  oidc.close().finally(() => process.exit(code ?? 0));
});
process.once('SIGTERM', () => product.kill('SIGTERM'));
