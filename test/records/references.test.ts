import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import ris from '@customcommander/ris';
import { parse as parseBibtex } from 'biblatex-csl-converter';
import { corpusRecords } from '#bench/data/corpusRecords.ts';
import { root } from '#bench/data/folders.ts';
import { writeBibtex } from '#features/citations/server/bibtex.ts';
import { type Citation, type CitedPaper, citationsOf } from '#features/citations/server/citation.ts';
import { writeCsl } from '#features/citations/server/csl.ts';
import { writeRis } from '#features/citations/server/ris.ts';
import { readOai } from '#sources/arxiv/reply.ts';
import { readDetails } from '#sources/biorxiv/reply.ts';
import { readArticles } from '#sources/pubmed/replies.ts';
import type { SourceRecord } from '#sources/record/source.ts';

// References of real records, read back by programs independent of the writers. Debian's programs (pandoc,
// python3-bibtexparser) are used if they are installed.

const wire = path.join(root, '..', 'shared', 'wire');
const most = 2000;

const isThere = existsSync(wire);
const records = isThere ? [...recordedOnTheWire(), ...(corpusRecords() ?? [])].slice(0, most) : [];
const citations = citationsOf(records.map(cited));

describe.skipIf(!isThere)('export of real records (needs ../shared)', { timeout: 300_000 }, () => {
  it('keeps every field in a RIS reader', () => {
    const read = ris.read(writeRis(citations).replaceAll('\r\n', '\n'))!;
    const lost = lossesOf((citation, at) => {
      const entry = read[at] as unknown as Record<string, unknown[]>;
      const people = (entry.AU ?? []) as { last_name?: string; first_name?: string }[];
      return {
        title: entry.TI?.[0] === citation.title,
        families: isSame(
          people.map(({ last_name }) => last_name ?? ''),
          familiesOf(citation),
        ),
        doi: (entry.DO?.[0] ?? null) === citation.doi,
        volume: (entry.VL?.[0] ?? null) === citation.volume,
        issue: (entry.IS?.[0] ?? null) === citation.issue,
        pages: (entry.SP?.[0] ?? null) === (citation.pages?.[0] ?? null),
      };
    });
    report('@customcommander/ris', read.length, lost);
    expect(read).toHaveLength(citations.length);
    expect(lost).toEqual({});
  });

  it('keeps every field in a BibTeX reader', async () => {
    const { entries, errors, warnings } = parseBibtex(await writeBibtex(citations), { processUnknown: true });
    const read = Object.values(entries);
    const unknown = warnings
      .filter(({ type }) => type === 'unknown_field')
      .map(({ field_name }) => field_name);
    const lost = lossesOf((citation, at) => {
      const { fields } = read[at]!;
      const people = (fields.author ?? []) as { family?: unknown; literal?: unknown; prefix?: unknown }[];
      return {
        families: isSame(
          people.map(({ family, literal, prefix }) =>
            [textOf(prefix), textOf(family ?? literal)].filter(Boolean).join(' '),
          ),
          familiesOf(citation),
        ),
        doi: (fields.doi ?? null) === citation.doi,
        volume: !citation.volume || textOf(fields.volume) === citation.volume,
      };
    });
    report(
      'biblatex-csl-converter',
      read.length,
      lost,
      `unknown fields: ${[...new Set(unknown)].join(', ') || 'none'}`,
    );
    expect(errors).toEqual([]);
    expect(read).toHaveLength(citations.length);
    expect(lost).toEqual({});
  });

  it.skipIf(!has('pandoc', ['--version']))(
    'keeps every field in pandoc, as CSL-JSON and as BibTeX',
    async () => {
      const csl = pandoc('csljson', writeCsl(citations));
      const bibtex = pandoc('bibtex', await writeBibtex(citations));
      for (const [format, read] of [
        ['csljson', csl],
        ['bibtex', bibtex],
      ] as const) {
        const byId = new Map(read.map((item) => [item.id, item]));
        const lost = lossesOf((citation) => {
          const item = byId.get(citation.key);
          const people = item?.author ?? [];
          return {
            entry: item !== undefined,
            families: isSameFamilies(people, familiesOf(citation)),
            doi: (item?.DOI ?? null) === citation.doi,
            volume: (item?.volume ?? null) === citation.volume,
            pages: letters(item?.page ?? '') === letters(citation.pages?.join('-') ?? ''),
          };
        });
        report(`pandoc -f ${format}`, read.length, lost);
        expect(lost).toEqual({});
      }
    },
  );

  it.skipIf(!has('/usr/bin/python3', ['-c', 'import bibtexparser']))(
    'keeps every field in bibtexparser',
    async () => {
      const script =
        'import sys,json,bibtexparser;print(json.dumps(bibtexparser.bparser.BibTexParser(common_strings=True,ignore_nonstandard_types=False).parse(sys.stdin.read()).entries))';
      const { stdout } = run('/usr/bin/python3', ['-c', script], await writeBibtex(citations));
      const read: Record<string, string>[] = JSON.parse(stdout);
      const byKey = new Map(read.map((entry) => [entry.ID, entry]));
      const lost = lossesOf((citation) => {
        const entry = byKey.get(citation.key);
        return {
          entry: entry !== undefined,
          // An `and` inside braces belongs to a group's name.
          people:
            (entry?.author ? entry.author.replace(/\{[^{}]*\}/g, 'x').split(/\sand\s/).length : 0) ===
            citation.authors.length,
          doi: (entry?.doi ?? null) === (citation.doi?.replace(/[{}\\]/g, encodeURIComponent) ?? null),
        };
      });
      report('bibtexparser', read.length, lost);
      expect(lost).toEqual({});
    },
  );

  it('gives the family name as the source does, wherever the source splits names', () => {
    const people = records.flatMap((record, at) =>
      (record.bibliography?.names ?? []).map((name, nth) => ({ name, cited: citations[at]!.authors[nth] })),
    );
    const wrong = people.filter(
      ({ name, cited }) => (name.family ?? name.literal) !== (cited?.family ?? cited?.literal),
    );
    console.log(`references: ${people.length} names in parts, ${wrong.length} with another family name`);
    expect(people.length).toBeGreaterThan(1000);
    expect(wrong.filter(({ name }) => name.family && (name as { given?: string }).given)).toEqual([]);
  });
});

/** Records as their services sent them, with everything that a citation needs. */
function recordedOnTheWire(): SourceRecord[] {
  const files = (folder: string, pattern: RegExp) =>
    readdirSync(path.join(wire, folder))
      .filter((name) => pattern.test(name))
      .map((name) => readFileSync(path.join(wire, folder, name)));
  const all = [
    ...files('pubmed', /\.xml$/).flatMap((body) => tried(() => readArticles(body.toString()).records)),
    ...files('pubmed', /\.xml\.gz$/).flatMap((body) =>
      tried(() => readArticles(gunzipSync(body).toString()).records),
    ),
    ...files('arxiv', /^oai-arXivRaw|^oai-hepcrawl-arxiv/).flatMap((body) =>
      tried(() => readOai(body.toString()).records),
    ),
    ...files('biorxiv', /^details-biorxiv/).flatMap((body) =>
      tried(() => readDetails(body.toString(), 'biorxiv').records),
    ),
    ...files('biorxiv', /^details-medrxiv/).flatMap((body) =>
      tried(() => readDetails(body.toString(), 'medrxiv').records),
    ),
  ];
  return [...new Map(all.map((record) => [`${record.source} ${record.sourceId}`, record])).values()];
}

/** Some recordings are error replies. */
function tried(read: () => SourceRecord[]): SourceRecord[] {
  try {
    return read();
  } catch {
    return [];
  }
}

function cited(record: SourceRecord): CitedPaper {
  const { availableOn, ...shown } = record;
  return {
    paper: { ...shown, relevanceScore: 0, publishedOn: availableOn },
    work: { ...record, bibliography: record.bibliography ?? null } as unknown as CitedPaper['work'],
  };
}

const familiesOf = ({ authors }: Citation): string[] =>
  authors.map(({ family, literal, ...rest }) =>
    [(rest as { particle?: string }).particle, family ?? literal].filter(Boolean).join(' '),
  );

/** Readers differ in white space, quotes and braces; letters and digits must all be there. */
const letters = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();

/** In BibTeX, pandoc takes any lower-case word for a particle, even in given names: `Tiwari, A. k.` */
const isSameFamilies = (people: readonly Record<string, string>[], families: readonly string[]): boolean =>
  people.length === families.length &&
  people.every((name, at) => {
    const particles = [name['non-dropping-particle'], name['dropping-particle'], undefined];
    return particles.some((particle) =>
      isSame([[particle, name.family ?? name.literal].filter(Boolean).join(' ')], [families[at]!]),
    );
  });

const isSame = (one: string[], other: string[]): boolean =>
  one.length === other.length && one.every((text, at) => letters(text) === letters(other[at]!));

const textOf = (nodes: unknown): string =>
  typeof nodes === 'string'
    ? nodes
    : ((nodes ?? []) as { text?: string }[]).map(({ text = '' }) => text).join('');

/** By field, the keys of the citations that lost it. */
function lossesOf(compare: (citation: Citation, at: number) => Record<string, boolean>) {
  const lost: Record<string, string[]> = {};
  for (const [at, citation] of citations.entries())
    for (const [field, isWhole] of Object.entries(compare(citation, at)))
      if (!isWhole) lost[field] = [...(lost[field] ?? []), citation.key];
  return lost;
}

const report = (reader: string, read: number, lost: Record<string, string[]>, more = '') =>
  console.log(
    `references: ${reader}: ${read} of ${citations.length} read, lost: ${
      Object.entries(lost)
        .map(([field, keys]) => `${field} ${keys.length} (${keys.slice(0, 3).join(', ')})`)
        .join('; ') || 'nothing'
    } ${more}`,
  );

const run = (command: string, parameters: string[], input = '') =>
  spawnSync(command, parameters, { input, encoding: 'utf8', maxBuffer: 1 << 28 });

function has(command: string, parameters: string[]): boolean {
  const found = run(command, parameters).status === 0;
  if (!found)
    console.log(`references: ${command} ${parameters[1] ?? ''} is not installed; its test is skipped`);
  return found;
}

interface CslItem {
  id: string;
  author?: Record<string, string>[];
  DOI?: string;
  volume?: string;
  page?: string;
}

function pandoc(from: string, text: string): CslItem[] {
  const { stdout, stderr, status } = run('pandoc', ['-f', from, '-t', 'csljson'], text);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}
