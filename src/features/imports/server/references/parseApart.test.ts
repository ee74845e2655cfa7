import { growing } from '#bench/hostile/growth.ts';
import { parseApart } from './parse.ts';

const ada = { userId: 'ada', network: '192.0.2.0/24' };

describe('text of references that grows', () => {
  // The last is as long as an import can be: read here, it would hold up this process for half a second.
  it.each([
    ...['BibTeX: strings of strings', 'BibTeX: one string for all', 'BibTeX: braces in braces'],
    ...['CSL-JSON: arrays in arrays', 'Zotero RDF: elements in elements', 'EndNote XML: entities'],
    'five megabytes of empty items',
  ])(
    'is read or refused while the process goes on answering: %s',
    async (name) => {
      const text = growing[name] ?? `[${'{},'.repeat(1_700_000)}{}]`;
      const longest = await longestPause(() =>
        parseApart(text, ada).then(
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
    const late = parseApart(long, ada, { ms: 1 });
    await expect(parseApart('10.1000/1', ada)).rejects.toMatchObject({ code: 'conflict' });
    await expect(late).rejects.toMatchObject({ code: 'invalid' });
    const large = parseApart(`TY  - JOUR\nN1  - ${'moss '.repeat(500_000)}\nER  - \n`, ada, { megabytes: 8 });
    await expect(large).rejects.toThrow('expand to too much');
    expect(await parseApart('10.1000/1', ada)).toMatchObject({ format: 'list' });
  });

  it('takes turns with those of other networks, however many accounts one has', async () => {
    const order: string[] = [];
    const ask = (userId: string, network: string) =>
      parseApart('10.1000/1', { userId, network }).then(() => order.push(userId));
    const many = ['one', 'two', 'three', 'four'].map((userId) => ask(userId, '192.0.2.0/24'));
    await Promise.all([...many, ask('other', '198.51.100.0/24')]);
    expect(order).toEqual(['one', 'other', 'two', 'three', 'four']);
  });
});

/** The longest work of this thread between two ticks of a timer, in milliseconds of its processor: a busy machine adds nothing. */
async function longestPause(work: () => Promise<unknown>): Promise<number> {
  const worked = () => process.threadCpuUsage().user / 1000;
  let last = worked();
  let longest = 0;
  const timer = setInterval(() => {
    const now = worked();
    longest = Math.max(longest, now - last);
    last = now;
  }, 5);
  await work();
  clearInterval(timer);
  return longest;
}
