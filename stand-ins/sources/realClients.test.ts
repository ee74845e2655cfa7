import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { XMLParser } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startFixture } from './fixture.ts';

// Debian's Python, even if another is first in the path, because Biopython is installed for it.
const python = '/usr/bin/python3';
const hasBiopython = spawnSync(python, ['-c', 'import Bio.Entrez']).status === 0;
if (!hasBiopython) console.info('no python3-biopython here: its questions are left out');

let sources: Awaited<ReturnType<typeof startFixture>>;
beforeAll(async () => {
  sources = await startFixture(40, { pageSize: { arxivOai: 15 } });
  sources.change('990000001', { links: [{ type: 'UpdateOf', id: '990000002' }] });
});
afterAll(() => sources.close());

describe.skipIf(!hasBiopython)('Biopython', () => {
  it('searches, posts, fetches, summarizes, links and spells', async () => {
    const script = path.join(import.meta.dirname, 'biopython.py');
    const { stdout } = await promisify(execFile)(python, [script, sources.url]);
    const said = JSON.parse(stdout);
    expect(said.count).toBe(40);
    expect(said.ids).toHaveLength(3);
    expect(said.fetched).toEqual(said.ids.slice(0, 2));
    expect(said.posted).toEqual(said.ids);
    expect(said.hasMany).toBe(true);
    expect(said.summaries).toEqual(said.ids);
    expect(said.linked.map(([first]: string[]) => first)).toEqual(said.ids.slice(0, 2));
    expect(said.spelled).toEqual(['tidez', '']);
  }, 60_000);
});

describe('OAI harvester that posts', () => {
  it('gets every record over resumption tokens', async () => {
    const parser = new XMLParser({ ignoreAttributes: false });
    const identifiers: string[] = [];
    let fields: Record<string, string> = { verb: 'ListRecords', metadataPrefix: 'arXiv' };
    for (let pages = 0; pages < 9; pages++) {
      const reply = await sources.post('/arxiv/oai', fields);
      const { ListRecords } = parser.parse(await reply.text())['OAI-PMH'];
      for (const { header } of [ListRecords.record].flat()) identifiers.push(header.identifier);
      const token = ListRecords.resumptionToken?.['#text'];
      if (!token) break;
      fields = { verb: 'ListRecords', resumptionToken: String(token) };
    }
    expect(identifiers).toHaveLength(40);
    expect(new Set(identifiers).size).toBe(40);
    const both = await sources.post('/arxiv/oai?verb=Identify', {});
    expect(await both.text()).toContain('<protocolVersion>2.0</protocolVersion>');
  });
});
