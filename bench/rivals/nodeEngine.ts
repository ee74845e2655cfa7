import { DatabaseSync } from 'node:sqlite';
import { create, insertMultiple, search } from '@orama/orama';
import MiniSearch from 'minisearch';
import type { Answered, Told } from './engine.ts';

type Papers = Extract<Told, { papers: unknown }>['papers'];
type Search = (words: string) => unknown;

/** Engines for Node: any of the words, ten papers, and title above abstract if they can weight fields. */
const engines: Record<string, (papers: Papers) => Search | Promise<Search>> = {
  minisearch(papers) {
    const mini = new MiniSearch({ fields: ['title', 'abstract'], searchOptions: { boost: { title: 2 } } });
    mini.addAll(papers);
    return (words) => mini.search(words).slice(0, 10);
  },

  async orama(papers) {
    const orama = create({ schema: { title: 'string', abstract: 'string' } as const });
    await insertMultiple(
      orama,
      papers.map((paper) => ({ ...paper, id: String(paper.id) })),
      2000,
    );
    return (term) => search(orama, { term, limit: 10, threshold: 1, boost: { title: 2 } });
  },

  fts5(papers) {
    const database = new DatabaseSync(':memory:');
    database.exec(`create virtual table papers using fts5(title, abstract, tokenize = 'porter unicode61')`);
    const insert = database.prepare('insert into papers (rowid, title, abstract) values (?, ?, ?)');
    database.exec('begin');
    for (const { id, title, abstract } of papers) insert.run(id, title, abstract);
    database.exec(`commit; insert into papers (papers) values ('optimize')`);
    const find = database.prepare(
      'select rowid from papers where papers match ? order by bm25(papers, 2.0, 1.0) limit 10',
    );
    return (words) => find.all(anyOf(words));
  },
};

const anyOf = (words: string): string =>
  (words.match(/[\p{L}\p{N}]+/gu) ?? ['research']).map((word) => `"${word}"`).join(' OR ');

let answer: Search | undefined;

process.on('message', async (told: Told) => {
  if ('papers' in told) answer = await engines[process.argv[2]!]!(told.papers);
  process.send!('papers' in told ? 'ready' : await askDuring(told.questions, told.seconds));
});

async function askDuring(questions: readonly string[], seconds: number): Promise<Answered> {
  await askFor(questions, seconds / 2);
  const before = process.cpuUsage();
  const startedAt = performance.now();
  const asked = await askFor(questions, seconds);
  const { user, system } = process.cpuUsage(before);
  return { asked, seconds: (performance.now() - startedAt) / 1000, processor: (user + system) / 1e6 };
}

async function askFor(questions: readonly string[], seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let asked = 0;
  while (performance.now() < until) await answer!(questions[asked++ % questions.length]!);
  return asked;
}
