import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const start = (...args: string[]) =>
  spawn(process.execPath, ['stand-ins/main.ts', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });

describe('npm run stand-ins', { timeout: 30_000 }, () => {
  test.each([
    [
      'sources',
      /^Sources stand-in at (http:\/\/127\.0\.0\.1:\d+) \(PUBMED_URL=\S+ ARXIV_API_URL=\S+ ARXIV_OAI_URL=\S+ BIORXIV_API_URL=\S+ EUROPEPMC_URL=\S+\)$/,
    ],
    ['smtp', /^SMTP stand-in at (smtp:\/\/127\.0\.0\.1:\d+) /],
    ['stripe', /^Stripe stand-in at (http:\/\/127\.0\.0\.1:\d+) /],
    ['openalex', /^OpenAlex stand-in at (http:\/\/127\.0\.0\.1:\d+) /],
    ['llm', /^LLM stand-in at (http:\/\/127\.0\.0\.1:\d+\/v1) /],
  ])('%s says where it is in one line and stops on SIGTERM', async (name, line) => {
    const process = start(name);
    const [said] = await once(createInterface(process.stdout), 'line');
    expect(said).toMatch(line);
    process.kill('SIGTERM');
    expect(await once(process, 'exit')).toEqual([0, null]);
  });

  test.each([
    [[], /^Usage/],
    [['toaster'], /^Usage/],
    [['sources', '--corpus', 'nowhere.jsonl'], /there is no file nowhere\.jsonl/],
    [['sources', '--days', 'many'], /--days/],
    [['sources', '--colour', 'red'], /--colour/],
  ])('%j is refused with a sentence', async (args, sentence) => {
    const process = start(...args);
    let said = '';
    process.stderr.on('data', (part) => {
      said += part;
    });
    const [code] = await once(process, 'close');
    expect([code, sentence.test(said)], said).toEqual([1, true]);
  });
});
