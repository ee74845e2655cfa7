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

type Fields = Record<string, boolean>;

/** Programs that read the references, each with what of a citation it kept. */
const readers: [
  name: string,
  isThere: boolean,
  read: () => Promise<(citation: Citation, at: number) => Fields>,
][] = [
  ['@customcommander/ris', true, readByRis],
  ['biblatex-csl-converter', true, readByBiblatex],
  ['pandoc, as CSL-JSON', has('pandoc', ['--version']), async () => byPandoc('csljson', writeCsl(citations))],
  [
    'pandoc, as BibTeX',
    has('pandoc', ['--version']),
    async () => byPandoc('bibtex', await writeBibtex(citations)),
  ],
  ['bibtexparser', has('/usr/bin/python3', ['-c', 'import bibtexparser']), readByBibtexparser],
];

describe.skipIf(!isThere)('export of real records (needs ../shared)', { timeout: 300_000 }, () => {
  for (const [reader, isHere, read] of readers)
    it.runIf(isHere)(`keeps every field in ${reader}`, async () => {
      const lost = lossesOf(await read());
      const words = Object.entries(lost).map(
        ([field, keys]) => `${field} ${keys.length} (${keys.slice(0, 3).join(', ')})`,
      );
      console.log(`references: ${reader}: ${citations.length} read, lost: ${words.join('; ') || 'nothing'}`);
      expect(lost).toEqual({});
    });

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

async function readByRis() {
  const read = ris.read(writeRis(citations).replaceAll('\r\n', '\n'))! as unknown as Record<
    string,
    unknown[]
  >[];
  expect(read).toHaveLength(citations.length);
  return (citation: Citation, at: number): Fields => {
    const { TI, DO, VL, IS, SP, AU = [] } = read[at]!;
    const people = AU as { last_name?: string }[];
    const of = (values: unknown[] | undefined) => values?.[0] ?? null;
    return {
      title: TI?.[0] === citation.title,
      families: isSame(
        people.map(({ last_name }) => last_name ?? ''),
        familiesOf(citation),
      ),
      doi: of(DO) === citation.doi,
      volume: of(VL) === citation.volume,
      issue: of(IS) === citation.issue,
      pages: of(SP) === (citation.pages?.[0] ?? null),
    };
  };
}

async function readByBiblatex() {
  const { entries, errors } = parseBibtex(await writeBibtex(citations), { processUnknown: true });
  const read = Object.values(entries);
  expect(errors).toEqual([]);
  expect(read).toHaveLength(citations.length);
  return (citation: Citation, at: number): Fields => {
    const { fields } = read[at]!;
    const people = (fields.author ?? []) as { family?: unknown; literal?: unknown; prefix?: unknown }[];
    const families = people.map(({ family, literal, prefix }) =>
      [textOf(prefix), textOf(family ?? literal)].filter(Boolean).join(' '),
    );
    return {
      families: isSame(families, familiesOf(citation)),
      doi: (fields.doi ?? null) === citation.doi,
      volume: !citation.volume || textOf(fields.volume) === citation.volume,
    };
  };
}

function byPandoc(from: string, text: string) {
  const { stdout, stderr, status } = run('pandoc', ['-f', from, '-t', 'csljson'], text);
  if (status !== 0) throw new Error(stderr);
  const byId = new Map((JSON.parse(stdout) as CslItem[]).map((item) => [item.id, item]));
  return (citation: Citation): Fields => {
    const item = byId.get(citation.key);
    return {
      entry: item !== undefined,
      families: isSameFamilies(item?.author ?? [], familiesOf(citation)),
      doi: (item?.DOI ?? null) === citation.doi,
      volume: (item?.volume ?? null) === citation.volume,
      pages: letters(item?.page ?? '') === letters(citation.pages?.join('-') ?? ''),
    };
  };
}

async function readByBibtexparser() {
  const script =
    'import sys,json,bibtexparser;print(json.dumps(bibtexparser.bparser.BibTexParser(common_strings=True,ignore_nonstandard_types=False).parse(sys.stdin.read()).entries))';
  const { stdout } = run('/usr/bin/python3', ['-c', script], await writeBibtex(citations));
  const byKey = new Map((JSON.parse(stdout) as Record<string, string>[]).map((entry) => [entry.ID, entry]));
  return (citation: Citation): Fields => {
    const entry = byKey.get(citation.key);
    // An `and` inside braces belongs to a group's name.
    const people = entry?.author?.replace(/\{[^{}]*\}/g, 'x').split(/\sand\s/).length ?? 0;
    return {
      entry: entry !== undefined,
      people: people === citation.authors.length,
      doi: (entry?.doi ?? null) === (citation.doi?.replace(/[{}\\]/g, encodeURIComponent) ?? null),
    };
  };
}

/** Records as their services sent them, with everything that a citation needs. */
function recordedOnTheWire(): SourceRecord[] {
  const files = (folder: string, pattern: RegExp) =>
    readdirSync(path.join(wire, folder))
      .filter((name) => pattern.test(name))
      .map((name) => readFileSync(path.join(wire, folder, name)));
  const read = (folder: string, pattern: RegExp, reader: (body: string) => { records: SourceRecord[] }) =>
    files(folder, pattern).flatMap((body) => {
      const text = body[0] === 0x1f ? gunzipSync(body) : body;
      // Some recordings are error replies.
      try {
        return reader(text.toString()).records;
      } catch {
        return [];
      }
    });
  const all = [
    ...read('pubmed', /\.xml(?:\.gz)?$/, readArticles),
    ...read('arxiv', /^oai-arXivRaw|^oai-hepcrawl-arxiv/, readOai),
    ...read('biorxiv', /^details-biorxiv/, (body) => readDetails(body, 'biorxiv')),
    ...read('biorxiv', /^details-medrxiv/, (body) => readDetails(body, 'medrxiv')),
  ];
  return [...new Map(all.map((record) => [`${record.source} ${record.sourceId}`, record])).values()];
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

function run(command: string, parameters: string[], input = '') {
  return spawnSync(command, parameters, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
}

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
