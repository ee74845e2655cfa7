import cases from './parse.test.json' with { type: 'json' };
import { parseReferences } from './parse.ts';

const read = async (text: string) =>
  (await parseReferences(text)).entries.flatMap((entry) => ('reference' in entry ? entry.reference : []));
/** Identifiers, title, authors, year, tags and note, or the first words of an entry that was not read. */
const whole = async (text: string) =>
  (await parseReferences(text)).entries.map((entry) => {
    if (!('reference' in entry)) return `unread: ${entry.label}`;
    const { identifiers, title, authors, year, tags, note } = entry.reference;
    const named = identifiers.map(({ kind, value }) => `${kind} ${value}`).join(', ');
    return [named, title, authors.join('; '), year, tags.join(', '), note].join(' | ').replace(/[ |]+$/, '');
  });

describe('list of references', () => {
  it('is read to its end in BibTeX that opens thousands of braces', async () => {
    const bib = `@article{a, title = {Moss}}\n@article{b, title = {${'{\\'.repeat(30_000)}`;
    expect((await read(bib))[0]).toMatchObject({ title: 'Moss' });
  });

  it.each([
    ['BibTeX', '@misc{a,}\n'],
    ['RIS', 'TY  - JOUR\n'],
    ['NBIB', 'PMID- 1\n'],
    ['a list', 'Moss\n'],
    ['a table', 'Title,DOI\n'],
  ])('is refused at the first reference too many, in %s', (_, line) =>
    expect(read(line.repeat(100_000))).rejects.toThrow('at most 1,000 references; this has more'),
  );

  it.each(['   ', '[]', '{"a": [', '<xml><records><record>', '@article{', 'TY  - JOUR\nER  - \n'])(
    'is refused in a sentence when nothing in %j can be read',
    (text) => expect(read(text)).rejects.toMatchObject({ code: 'invalid' }),
  );

  it('is refused beyond a thousand references', () =>
    expect(read('41606514\n'.repeat(1001))).rejects.toMatchObject({ code: 'invalid' }));

  it.each(cases.read as [string, string, string[]][])('counts and reads %s', async (_, text, expected) =>
    expect(await whole(text)).toEqual(expected),
  );

  it.each([
    ['1. \nMoss on roofs.\nBerg B.\nUI: 32123456\n', /Ovid/],
    ['AU: Berg B\nTI: Moss on roofs\nSO: J Bryol', /unknown format/],
    ['<!-- x -->\n<html><body>Access denied</body></html>', /web page/],
    ['<!DOCTYPE html>\n<title>Sign in</title>\n\nTY  - JOUR\nTI  - Moss\nER  - ', /web page/],
    ['<pre>Access denied @ the door</pre>', /web page/],
    ['\u001f‹\b\u0000moss', /not text/],
    ['<!DOCTYPE html><html><body>Moss</body></html>', /web page/],
    ['%PDF-1.7 x', /not text/],
    ['{\\rtf1 Moss}', /not text/],
    ['M\u0000o\u0000s\u0000s\u0000', /not text/],
    ['---\nreferences:\n- id: okafor\n  title: Moss on slate\n  DOI: 10.9999/moss.1\n', /YAML/],
    ['cff-version: 1.2.0\ntitle: Moss on slate\ndoi: 10.9999/moss.1', /YAML/],
    ['title = Moss\nauthor = Berg\nyear = 2020', /unknown format/],
    ['<1>\nUnique Identifier\n  41000001\nTitle\n  Moss.\n\n<2>\nTitle\n  Ferns.', /Ovid/],
    ['---\nreferences:\n- id: okafor\n  title: Moss on roofs\n  DOI: 10.5555/a\n...', /YAML/],
    ['okafor2020:\n  type: article\n  title: Moss on roofs\n  date: 2020', /YAML/],
    ['Date,Amount,Account\n2020-01-02,12.5,Savings\n2020-01-03,7.2,Savings', /unknown format/],
    ['Name\tAge\tCity\nAda\t40\tLagos\nBo\t41\tBergen', /unknown format/],
    ['[{"itemType":"attachment","title":"PDF"}]', /could be read/],
    ['{"name":"moss","dependencies":{"fern":"1"}}', /could be read/],
    ['<div><a href="/login">Sign in</a></div>', /web page/],
  ])('is refused in a sentence when it is none of its formats: %j', (text, sentence) =>
    expect(read(text)).rejects.toMatchObject({ code: 'invalid', message: expect.stringMatching(sentence) }),
  );

  it('grows into no more than a reference holds, however a file multiplies itself', async () => {
    const value = (n: number) => (n ? `s${n - 1} # `.repeat(10).slice(0, -3) : '"moss"');
    const strings = Array.from({ length: 9 }, (_, n) => `@string{s${n} = ${value(n)}}`);
    const [bomb] = await read(
      `${strings.join('\n')}\n@misc{a, title = s8, author = s8 # s8, note = s8, doi = s8}`,
    );
    expect(JSON.stringify(bomb).length).toBeLessThan(10_000);
    const many = `@misc{a, title = {Moss}, note = ${Array(2000).fill('s8').join('#')}}`;
    await expect(read(`${strings.join('\n')}\n${many}`)).rejects.toThrow(/abbreviations/);
    const [long] = await read(
      JSON.stringify({
        title: 'x'.repeat(1e6),
        author: Array(1e5).fill({ family: 'y'.repeat(500) }),
        note: 'PMID: 1\n'.repeat(1e5),
        annote: 'z'.repeat(1e6),
      }),
    );
    expect(JSON.stringify(long).length).toBeLessThan(15_000);
  });
});
