import { parseApart } from './parseApart.ts';

/** Each string is ten times the one before. */
const multiplied = (levels: number): string =>
  [
    '@string{s0 = {moss}}',
    ...Array.from({ length: levels }, (_, n) => `@string{s${n + 1} = ${`s${n} # `.repeat(9)}s${n}}`),
    `@article{a, title = s${levels}}`,
  ].join('\n');

describe('text of references that grows', () => {
  it.each([
    ['strings made of strings', multiplied(8)],
    [
      'a string in each of many entries',
      `${multiplied(4)}\n${'@article{b, title = s4, note = s4}\n'.repeat(900)}`,
    ],
    ['brackets inside each other', `@article{a, title = ${'{'.repeat(300_000)}moss${'}'.repeat(300_000)}}`],
    ['nesting in CSL-JSON', `[{"title": "Moss", "author": ${'['.repeat(200_000)}${']'.repeat(200_000)}}]`],
    ['nesting in XML', `<xml>${'<record><title>'.repeat(60_000)}moss`],
    [
      'entities in XML',
      `<!DOCTYPE r [<!ENTITY a "moss"><!ENTITY b "&a;&a;&a;&a;">]><rdf:RDF><bib:Article><dc:title>&b;</dc:title></bib:Article></rdf:RDF>`,
    ],
  ])(
    'is read or refused while the process goes on answering: %s',
    async (_, text) => {
      const longest = await longestPause(() =>
        parseApart(text, 'ada').then(
          (parsed) => expect(JSON.stringify(parsed).length).toBeLessThan(8_000_000),
          (error) => expect(error).toMatchObject({ name: 'AppError', code: 'invalid' }),
        ),
      );
      expect(longest).toBeLessThan(200);
    },
    30_000,
  );

  it('is refused beyond its time or its memory, one text of a reader at a time, and the next is read', async () => {
    const long = '@article{a, title = {Moss on roofs}}\n'.repeat(900);
    const late = parseApart(long, 'ada', { ms: 1 });
    await expect(parseApart('10.1000/1', 'ada')).rejects.toMatchObject({ code: 'conflict' });
    await expect(late).rejects.toMatchObject({ code: 'invalid' });
    await expect(parseApart(`TY  - JOUR\n${long.repeat(60)}`, 'ada', { megabytes: 8 })).rejects.toMatchObject(
      {
        code: 'invalid',
      },
    );
    expect(await parseApart('10.1000/1', 'ada')).toMatchObject({ format: 'list' });
  });
});

/** The longest time in milliseconds that a timer had to wait meanwhile. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  let last = performance.now();
  let longest = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 5);
  await work();
  clearInterval(timer);
  return longest;
}
