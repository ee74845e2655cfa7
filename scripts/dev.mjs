// `npm run dev`: the server, restarted on every change, behind Vite. Open http://localhost:5173.
// Arguments are passed to the server: `npm run dev -- --demo`.
import { spawn } from 'node:child_process';

const web = 'http://localhost:5173';
const env = { ...process.env, PORT: process.env.PORT ?? '3000', BASE_URL: process.env.BASE_URL ?? web };

const running = [
  spawn('node', ['--watch', '--watch-preserve-output', 'src/app/main.ts', ...process.argv.slice(2)], {
    stdio: 'inherit',
    env,
  }),
  spawn('vite', ['--port', '5173', '--strictPort'], { stdio: 'inherit', env }),
];

for (const child of running)
  child.on('exit', (code) => {
    for (const other of running) other.kill('SIGTERM');
    process.exitCode ??= code ?? 0;
  });
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of running) child.kill(signal);
  });
