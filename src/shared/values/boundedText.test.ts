import { boundedText } from './boundedText.ts';
import { email, topic } from './fields.ts';
import { splitTrimmed, trim, trimEnd } from './trim.ts';

const marks = `e${'\u0301\u0323'.repeat(100_000)}`;

/** CPU time since then, which does not grow while a busy machine makes us wait. */
const cpuMs = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

describe('bounded text', () => {
  it('keeps words of every script as they are', () => {
    for (const text of ['naïve', 'Ngữ pháp', 'नमस्ते', 'שָׁלוֹם', '👩🏽‍🔬', 'Z̸a̷l̵g̶o̴'])
      expect(boundedText(text, 100)).toBe(text);
  });

  it('loses combining marks beyond 30 in a row, lone surrogates, and excess length', () => {
    expect(boundedText(marks, 1000)).toHaveLength(31);
    expect(boundedText('a\ud800b', 10)).toBe('a\ufffdb');
    expect(boundedText('abcdef', 3)).toBe('abc');
  });

  it('is refused or cut before normalizing 200,000 combining marks takes seconds', () => {
    const before = process.cpuUsage();
    expect(email.safeParse(`${marks}@example.org`).success).toBe(false);
    expect(topic.safeParse(marks).success).toBe(false);
    boundedText(marks, 1_000_000).normalize('NFKC');
    expect(cpuMs(before)).toBeLessThan(1000);
  });
});

describe('trimming and splitting', () => {
  it('matches the results of regular expressions, in linear time', () => {
    expect(trimEnd('read. , ', /[\s,.]/)).toBe('read');
    expect(trim('"quoted" ', /["\s]/)).toBe('quoted');
    expect(splitTrimmed('a , b,c', ',')).toEqual(['a', 'b', 'c']);
    const run = ' '.repeat(200_000);
    const before = process.cpuUsage();
    trimEnd(`a${run}b`, /\s/);
    splitTrimmed(`a${run}b`, ',');
    expect(cpuMs(before)).toBeLessThan(500);
  });
});
