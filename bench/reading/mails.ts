import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { DigestMail } from '#digests/render/paperView.ts';
import { renderDigest } from '#digests/render/render.ts';
import { briefOf } from '#shared/digests/brief.ts';
import { linesOf as linesIn } from '../data/lines.ts';
import { mailer } from './mailed.ts';

/**
 * Digests over the real records as their mails read, without a model. `mails TOPIC…` prints them, for an editor; `mails`
 * makes those of `mailTopics.txt` and counts what a script can, and the marks that a reader gave their sentences
 * (`mailMarks.tsv`); `mails --unmarked` prints the sentences without a mark, to be added there.
 */
export default async function run(args: string[]): Promise<void> {
  const digestOf = await mailer();
  if (!digestOf) return console.log('mails: skipped, the real records are missing (../shared/corpus)');
  const named = args.filter((arg) => !arg.startsWith('--'));
  const topics = named.length ? named : linesOf('mailTopics.txt');
  const all: Told[] = [];
  const counts = new Map<string, number>();
  for (const term of topics) {
    const mail = await digestOf(term);
    const { subject, text } = await renderDigest(mail);
    if (named.length) console.log(`Subject: ${subject}\n\n${withoutLinks(text)}\n${'='.repeat(80)}\n`);
    all.push(...toldIn(mail));
    count(mail, text, counts);
  }
  if (args.includes('--unmarked')) return printUnmarked(all);
  if (named.length) return;
  for (const [what, number] of counts) console.log(`${what}: ${number}`);
  printMarks(all, topics);
}

/** A sentence of a digest, with its paper. */
interface Told {
  term: string;
  part: 'takeaway' | 'brief';
  paper: string;
  /** Of its words, so that a mark holds as long as they do. */
  hash: string;
  text: string;
}

function toldIn({ term, papers, summary }: DigestMail): Told[] {
  const told = (part: Told['part'], at: number, text: string): Told => {
    const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8);
    return { term, part, paper: papers[at]!.id!, hash, text };
  };
  return [
    ...summary
      .filter(({ line }) => line !== 'group')
      .map(({ text, paper }) => told('brief', paper - 1, text)),
    ...papers.flatMap(({ takeaway }, at) => (takeaway ? [told('takeaway', at, takeaway)] : [])),
  ];
}

/** Adds what a script can count, by rules that share nothing with the product's. */
function count(mail: DigestMail, text: string, counts: Map<string, number>): void {
  const add = (what: string, number: number) => counts.set(what, (counts.get(what) ?? 0) + number);
  const told = toldIn(mail);
  const abstracts = new Map(mail.papers.map(({ id, abstract }) => [id, abstract ?? '']));
  const unexplained = ({ text, paper }: Told) =>
    (text.match(/\b[A-Z]{2,6}\b/g) ?? []).filter(
      (short) => abstracts.get(paper)!.includes(`(${short})`) && !text.includes(`(${short})`),
    );
  const isWord = (one: string) => /[\p{L}\p{N}]/u.test(one) && !one.startsWith('http');
  const words = text.split(/\s+/).filter(isWord).length;
  const parts = briefOf(mail.summary, mail.papers);
  const absent = parts.flatMap(({ sentences }) =>
    sentences.flatMap(({ text }) => /^Nothing on “(.+)”\.$/.exec(text)?.[1]?.split('” or “') ?? []),
  );
  add('digests', 1);
  add('sentences', told.length);
  add('abbreviations that only the abstract explains', told.flatMap(unexplained).length);
  const broken = /\([A-Z]{2,}[\w+]*-[a-z]{3,}|\)[-+][a-z]/;
  add('expansions before a hyphen', told.filter(({ text }) => broken.test(text)).length);
  add(
    'openings that point at another sentence',
    told.filter(({ text }) =>
      /^(?:These|Those|Such|It|They|This (?!study|review|paper|work|trial))\b/.test(text),
    ).length,
  );
  const takeaways = new Set(told.flatMap(({ part, text }) => (part === 'takeaway' ? [text] : [])));
  add('repeats', told.filter(({ part, text }) => part === 'brief' && takeaways.has(text)).length);
  add(
    'ideas said to be absent that are there',
    absent.filter((name) =>
      mail.papers.some(({ title, abstract }) =>
        `${title} ${abstract}`.toLowerCase().includes(name.toLowerCase()),
      ),
    ).length,
  );
  add('digests with groups', parts.some(({ label }) => label === 'Groups') ? 1 : 0);
  add('digests with something missing', parts.some(({ label }) => label === 'Missing') ? 1 : 0);
  counts.set('words of the longest mail', Math.max(counts.get('words of the longest mail') ?? 0, words));
}

/** Where lots of topics begin. The first were read while the rules were written, each further lot after its marks. */
const lots = [
  { name: 'read while writing the rules', from: 0 },
  { name: 'second lot', from: 116 },
  { name: 'third lot', from: 136 },
  { name: 'last lot', from: 160 },
  { name: 'fresh lot', from: 176 },
  { name: 'twenty-four further', from: 192 },
];

const marks = ['informs', 'off', 'garbled', 'untrue', 'empty'] as const;

/** The marks by topic and hash. */
const readMarks = (): Map<string, string> =>
  new Map(
    linesOf('mailMarks.tsv').map((line) => {
      const [term, , hash, mark] = line.split('\t');
      return [`${term} ${hash}`, mark!];
    }),
  );

function printMarks(all: readonly Told[], topics: readonly string[]): void {
  const known = readMarks();
  for (const [at, lot] of lots.entries()) {
    const terms = new Set(topics.slice(lot.from, lots[at + 1]?.from));
    for (const part of ['takeaway', 'brief'] as const) {
      const own = all.filter((one) => one.part === part && terms.has(one.term));
      const marked = own.flatMap(({ term, hash }) => known.get(`${term} ${hash}`) ?? []);
      const shares = marks.map(
        (mark) =>
          `${mark} ${((100 * marked.filter((one) => one === mark).length) / marked.length).toFixed(1)} %`,
      );
      const perDigest = (own.length / terms.size).toFixed(1);
      console.log(
        `${part}, ${lot.name}: ${perDigest} a digest, ${marked.length} of ${own.length} marked; ${shares.join(', ')}`,
      );
    }
  }
}

function printUnmarked(all: readonly Told[]): void {
  const known = readMarks();
  for (const { term, part, paper, hash, text } of all)
    if (!known.has(`${term} ${hash}`)) console.log([term, paper, hash, part, text].join('\t'));
}

const linesOf = (name: string): string[] => {
  const file = path.join(import.meta.dirname, name);
  return existsSync(file) ? linesIn(file) : [];
};

const withoutLinks = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^(?:Keep|More like this|Not for me|PDF|https?):/.test(line))
    .join('\n')
    .split('\nOpen on the dashboard')[0]!;
