import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildIndex, indexPaper } from '#test/inlineIndex.ts';
import { translationOf } from './foreign.ts';
import { readWords } from './reading.ts';

describe('German compound', () => {
  it('is split only into known parts', () => {
    expect(translationOf('Darmmikrobiom')).toBe('gut microbiome');
    expect(translationOf('Herzkrankheit')).toBe('heart disease');
    expect(translationOf('Schlaganfallbehandlung')).toBe('stroke treatment');
    expect(translationOf('Knieschmerzen')).toBe('knee pain');
    expect(translationOf('Mathematikunterricht')).toBe('mathematics teaching');
  });

  it('is given up quickly if it repeats one part and ends wrong', () => {
    const before = performance.now();
    expect(translationOf(`${'herz'.repeat(24)}q`)).toBeNull();
    expect(translationOf(`${'herz'.repeat(70)}q`)).toBeNull();
    expect(performance.now() - before).toBeLessThan(1000);
  });
});

/** One topic a line: as typed, as read, and what papers have for its sake. */
const cases = readFileSync(path.join(import.meta.dirname, 'foreign.test.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((row) => row.split('\t') as [typed: string, english: string, words?: string]);

describe('topic in another language', async () => {
  const words = cases.flatMap(([, , words]) => words || []).join(', ');
  const { reader } = await buildIndex(
    Array.from({ length: 6 }, (_, id) => indexPaper({ id, title: `${words} ${id}` })),
  );

  it.each(cases)('is read in English order: %s', (typed, english) => {
    expect(readWords(reader, typed).text).toBe(english);
  });
});
