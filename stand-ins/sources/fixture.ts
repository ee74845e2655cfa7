import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type CorpusRecordInput, type SourceName, sourceNames } from './records/corpus.ts';
import { startSources } from './server.ts';

export const now = () => new Date('2026-03-05T10:30:00Z');

const id: Record<SourceName, (at: number) => string> = {
  pubmed: (at: number) => `9900${String(at).padStart(5, '0')}`,
  arxiv: (at: number) => `9901.${String(at).padStart(5, '0')}v${1 + (at % 3)}`,
  biorxiv: (at: number) => `10.5555/fixture.b${at}v${1 + (at % 2)}`,
  medrxiv: (at: number) => `10.5555/fixture.m${at}`,
  europepmc: (at: number) => `10.5555/fixture.e${at}/v1`,
};

/** This many similar records per source, a day apart. */
const records = (perSource: number): CorpusRecordInput[] =>
  sourceNames.flatMap((source) =>
    Array.from({ length: perSource }, (_, at) => ({
      source,
      id: id[source](at),
      doi: at % 2 ? `10.5555/fixture.article.${source}.${at}` : null,
      title: `Paper ${at} on <tides> & moons`,
      abstract: at % 5 ? `BACKGROUND: Tides rise. RESULTS: Moon ${at} pulled 1·5 m at p<0.05.` : null,
      authors: ['Almgren, Tove', 'Diego Ferreiro', 'Okafor N', 'COAST Study Group'],
      journal_or_category:
        source === 'arxiv' ? 'astro-ph.EP' : source === 'pubmed' ? 'Sample Tides' : 'Ecology',
      published: at % 7 ? `2020-01-${String(1 + (at % 28)).padStart(2, '0')}` : null,
    })),
  );

/** Starts the stand-in with `perSource` records per source, read from a file as any corpus. */
export async function startFixture(perSource: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'sources-fixture-'));
  const lines = records(perSource).map((record) => JSON.stringify(record));
  writeFileSync(path.join(folder, 'records.jsonl'), lines.join('\n'));
  const sources = await startSources({ corpus: [folder], now });
  return {
    ...sources,
    get: async (address: string) => (await fetch(sources.url + address)).text(),
    /** Asks PubMed by a form. */
    post: async (program: string, fields: string) => {
      const asked = { method: 'POST', body: new URLSearchParams(fields) };
      return (await fetch(`${sources.url}/${program}.fcgi`, asked)).text();
    },
    async close() {
      await sources.close();
      rmSync(folder, { recursive: true });
    },
  };
}
