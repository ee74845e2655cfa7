import { parseApart, parseReferences } from '#features/imports/server/references/parse.ts';
import { openApart } from '#platform/runtime/apart.ts';
import { longestTurn } from '#test/features/fuzz/longestTurn.ts';

// The second measure: what a file of references grows into. Each text has about a megabyte and multiplies in its own way: by
// references to references, by repetition, by nesting, and by one value that many share.

const size = 1_000_000;
/** Megabytes that may be made of a megabyte, and milliseconds of processor time that nobody else is served meanwhile. */
const most = { megabytes: 50, pause: 200 };

const filled = (part: string, length = size): string => part.repeat(Math.ceil(length / part.length));
const nested = (open: string, close: string): string =>
  `${filled(open, size / 2)}moss${close.repeat(Math.ceil(size / 2 / open.length))}`;
const strings = (levels: number): string =>
  [
    '@string{s0 = {moss}}',
    ...Array.from({ length: levels }, (_, n) => `@string{s${n + 1} = ${`s${n} # `.repeat(9)}s${n}}`),
  ].join('\n');

export const growing: Record<string, string> = {
  'BibTeX: strings of strings': `${strings(8)}\n@article{a, title = s8}`,
  'BibTeX: one string for all': `@string{s = {${filled('moss ', size / 2)}}}\n${'@article{b, title = s, note = s # s # s}\n'.repeat(900)}`,
  'BibTeX: entries that refer': `${Array.from({ length: 900 }, (_, n) => `@article{k${n}, crossref = {k${n + 1}}, xdata = {k${n + 2}}, title = {${filled('moss ', 900)}}}`).join('\n')}`,
  'BibTeX: braces in braces': `@article{a, title = ${'{'.repeat(size / 2)}moss${'}'.repeat(size / 2)}}`,
  'BibTeX: names': `@article{a, title = {Moss}, author = {${filled('Ada Okafor and ')}Bo}}`,
  'BibTeX: commands': `@article{a, title = {${filled("\\textit{\\'{e}}")}}}`,
  'TeX: groups in unknown commands': `@article{a, title = {${nested('\\moss{', '}')}}}`,
  'TeX: unknown commands, many groups': `@article{a, title = {${filled('\\moss{a}{b}[c]{d}')}}}`,
  'TeX: forty groups, a command in each': `@article{a, title = {${filled(`${'{\\moss{a}'.repeat(40)}${'}'.repeat(40)}`)}}}`,
  'TeX: fractions in fractions': `@article{a, title = {$${nested('\\frac{1}{', '}')}$}}`,
  'TeX: scripts in scripts': `@article{a, title = {$x${nested('^{x_{y}', '}')}$}}`,
  'TeX: macros of macros': `@article{a, title = {${Array.from({ length: 9 }, (_, n) => `\\newcommand{\\m${'abcdefghi'[n]}}{${`\\m${'abcdefghij'[n + 1]}`.repeat(10)}}`).join('')}${filled('\\ma ')}}}`,
  'TeX: groups that do not close': `@article{a, title = "${filled('\\emph{\\moss[')}"}`,
  'TeX: a string of commands for all': `@string{s = {${filled('\\moss{\\emph{a}}', size / 2)}}}\n${'@article{b, title = s # s}\n'.repeat(900)}`,
  'RIS: names': `TY  - JOUR\nTI  - Moss\n${filled('AU  - Okafor, Ada\n')}ER  - \n`,
  'RIS: references': filled('TY  - JOUR\nTI  - Moss\nER  - \n'),
  'ENW: names': `%0 Book\n%T Moss\n${filled('%A Okafor, Ada\n')}`,
  'CSV: quotes': `Title,DOI\n${filled('""')}`,
  'CSV: rows': `Title,DOI\n${filled('"Moss\n","10.1000/1"\n')}`,
  'list: lines that go on': filled('1. Moss on the roofs\nof old northern towns, 2020\n10.1000/1\n'),
  'ENW: references': filled('%0 Book\n%T Moss\n'),
  'ENW: links': `%0 Book\n%T Moss\n${filled('%U https://doi.org/10.1000/1\n')}`,
  'RIS: links': `TY  - JOUR\nTI  - Moss\n${filled('UR  - https://doi.org/10.1000/1\n')}ER  - \n`,
  'CSL-JSON: arrays in arrays': `[{"title": "Moss", "author": ${'['.repeat(size / 2)}${']'.repeat(size / 2)}}]`,
  'CSL-JSON: empty names': `[{"title": "Moss", "author": [${filled('{},')}{}]}]`,
  'CSL-JSON: empty items': `[${filled('{},')}{}]`,
  'CSL-JSON: escapes': `[{"title": "${filled('\\u0301')}"}]`,
  'Zotero RDF: elements in elements': `<rdf:RDF>${filled('<bib:Article>')}`,
  'Zotero RDF: one note for all': `<rdf:RDF>${'<bib:Article><dc:title>Moss</dc:title><dcterms:isReferencedBy rdf:resource="#n"/></bib:Article>'.repeat(900)}<bib:Memo rdf:about="#n"><rdf:value>${filled('moss ')}</rdf:value></bib:Memo></rdf:RDF>`,
  'Zotero RDF: attributes': `<rdf:RDF><bib:Article ${filled('a="" ')}><dc:title>Moss</dc:title></bib:Article></rdf:RDF>`,
  'EndNote XML: styles': `<xml><records><record><titles><title>${filled('<style>m</style>')}</title></titles></record></records></xml>`,
  'EndNote XML: entities': `<!DOCTYPE x [${Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('')}]><xml><record><title>&e9;</title></record></xml>`,
  'NBIB: headings': `PMID- 1\nTI  - Moss\n${filled('MH  - Moss\n')}`,
  'list: identifiers in a line': filled('10.1000/1 '),
  'list: empty lines': filled('a\n'),
};

/** Runs in a process of its own. */
export async function measured(text: string): Promise<{ out: number; megabytes: number }> {
  await parseReferences('10.1000/1');
  const before = process.resourceUsage().maxRSS;
  const parsed = await parseReferences(text).catch((error: Error) => error.message);
  return { out: JSON.stringify(parsed).length, megabytes: (process.resourceUsage().maxRSS - before) / 1024 };
}

/**
 * Prints for each text what it grows into, the memory that took, and how long the process that was given it was held up. Fails
 * for a text that is kept and makes too much, and for a pause.
 */
export async function printGrowth(): Promise<void> {
  console.log(
    `\n${'text of 1 MB'.padEnd(36)}${['out', 'memory', 'pause'].map((one) => one.padStart(12)).join('')}`,
  );
  for (const [name, text] of Object.entries(growing)) {
    const alone = openApart({ ms: 20_000, megabytes: 2000 });
    const made = await alone({ module: new URL(import.meta.url), run: measured }, text).catch(() => null);
    const { result: isKept, milliseconds: pause } = await longestTurn(() =>
      parseApart(text, { userId: 'ada', network: '' }).then(Boolean, () => false),
    );
    console.log(
      `${name.padEnd(36)}${(made ? `${(made.out / 1e6).toFixed(1)} MB` : '–').padStart(12)}${(made ? `${made.megabytes.toFixed()} MB` : 'given up').padStart(12)}${`${pause.toFixed()} ms`.padStart(12)}`,
    );
    const isMuch = !made || Math.max(made.out / 1e6, made.megabytes) > most.megabytes;
    if (pause > most.pause || (isKept && isMuch)) process.exitCode = 1;
  }
}
