import { spawn } from 'node:child_process';
import { checkInstallation } from '#app/check.ts';

/** The result of a finished command: exit code, output, and duration. */
export type Ended = { code: unknown; lines: string[]; seconds: number };

/** Starts the server with only these settings, and waits for its end. */
export const start = (environment: Record<string, string>, options: string[] = []): Promise<Ended> =>
  run([...options, 'src/app/main.ts'], environment);

/** Runs Node with these arguments and settings, and waits for its end. */
export async function run(command: string[], environment: Record<string, string>): Promise<Ended> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, command, {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', PORT: '0', LOG_LEVEL: 'silent', ...environment },
  });
  let printed = '';
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const code = await new Promise((resolve) => child.once('exit', resolve));
  return { code, lines: printed.trim().split('\n'), seconds: (performance.now() - startedAt) / 1000 };
}

/** The exit code and the lines of `--check` with these settings. */
export async function check(environment: Record<string, string>) {
  const lines: string[] = [];
  const print = (line: string) => lines.push(line);
  const code = await checkInstallation(print, () => new Date(), environment);
  return { code, lines };
}

/** Expects a command to be refused in this one line. */
export function expectRefusal({ code, lines }: Ended, line: RegExp): void {
  expect({ code, lines }).toEqual({ code: 1, lines: [expect.stringMatching(line)] });
}
