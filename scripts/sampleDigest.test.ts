import { readFileSync } from 'node:fs';

const textIn = (file: string): string =>
  /^```text\n(.*?)^```$/ms.exec(readFileSync(file, 'utf8').split('## A digest').at(-1)!)![1]!;

it('quotes the sample digest line for line in the README', () => {
  const whole = readFileSync('docs/sample-digest.md', 'utf8').split('\n');
  let at = 0;
  for (const line of textIn('README.md').split('\n')) {
    if (!line || line === '…') continue;
    const found = whole.indexOf(line, at);
    expect(found, line).toBeGreaterThanOrEqual(at);
    at = found + 1;
  }
});
