// A laboratory's own server: invitations only, with single sign-on. The product runs in its own process, because its first
// visitor needs the code that it prints; the control server returns it.
import { createInterface } from 'node:readline';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { startOidc } from '#stand-ins/oidc/server.ts';
import { startProduct } from '../servers/product.ts';

const port = Number(process.env.PORT);
const oidc = await startOidc();
const product = await startProduct(['--demo', '--setup'], { ...oidc.environment, SIGNUP: 'invite' });

let setupCode: string | null = null;
createInterface({ input: product.process.stdout }).on('line', (line) => {
  setupCode = /with the code (\S+)$/.exec(line)?.[1] ?? setupCode;
});

const control = new Hono();
control.get('/setup-code', (http) => http.json({ code: setupCode }));
const controlServer = serve({ fetch: control.fetch, port: port + 1, hostname: '127.0.0.1' });

const code = await product.ended;
controlServer.close();
await oidc.close();
process.exit(code);
