import { readDetails, type Server } from '#sources/biorxiv/reply.ts';
import { missing, recorded } from './recorded.ts';

const details = (server: Server, name: string) => readDetails(recorded('biorxiv', name), server);

describe.skipIf(missing)('recorded /details of bioRxiv and medRxiv', () => {
  it('reads a page of versions, with totals given as text', () => {
    const page = details('biorxiv', 'details-biorxiv-2024-page0.json');
    expect(page).toMatchObject({ rows: 100, total: 60_568, malformed: 0 });
    expect(new Set(page.records.map(({ sourceId }) => sourceId)).size).toBe(79);
    expect(new Set(page.records.map(({ sourceId, version }) => `${sourceId} v${version}`)).size).toBe(100);
    expect(page.records.filter(({ state }) => state === 'withdrawn')).toHaveLength(2);
    expect(page.records.filter(({ identifiers }) => identifiers.length > 1)).toHaveLength(54);
  });

  it('reads medRxiv, and separates headings from the words stuck to them', () => {
    const page = details('medrxiv', 'details-medrxiv-2024-page0.json');
    expect(page).toMatchObject({ rows: 100, total: 15_523, malformed: 0 });
    const abstracts = page.records.map(({ abstract }) => abstract ?? '');
    const label = /^(?:BACKGROUND|INTRODUCTION|OBJECTIVES?|AIMS?|PURPOSE): [A-Z]/m;
    expect(abstracts.filter((text) => label.test(text)).length).toBeGreaterThan(40);
    const unbroken = /^(?:Background|Methods|Results|Conclusions?)[A-Z]/m;
    expect(abstracts.filter((text) => unbroken.test(text))).toEqual([]);
  });

  it('removes remains of the flattened article', () => {
    for (const [server, name] of [
      ['biorxiv', 'details-biorxiv-2024-page0.json'],
      ['medrxiv', 'details-medrxiv-2024-page0.json'],
    ] as const)
      for (const { title, abstract } of details(server, name).records)
        expect(`${title} ${abstract}`).not.toMatch(
          /[OCM]_(?:LI|FIG|ST_ABS|SCPLOW)|\{(?:beta|degrees|\+\/-)\}|FIGDIR/,
        );
  });

  it('reads the new DOI prefix and funders as a list', () => {
    const page = details('biorxiv', 'details-biorxiv-2026-07-trimmed.json');
    expect(page.records.map(({ doi }) => doi?.slice(0, 9))).toEqual(['10.64898/', '10.64898/', '10.64898/']);
    expect(page.records[0]?.authors).toEqual(['T. Ghafari', 'A. J. Quinn', 'O. Jensen']);
    expect(page.records[2]?.version).toBe(3);
  });

  it('reads only "no posts found" as no papers', () => {
    const { items } = JSON.parse(recorded('biorxiv', 'quoted-messages.json')) as {
      items: { body?: unknown }[];
    };
    const bodies = items.filter(({ body }) => body).map(({ body }) => JSON.stringify(body));
    expect(readDetails(bodies[0]!, 'biorxiv')).toMatchObject({ rows: 0, total: 0 });
    expect(() => readDetails(bodies[1]!, 'biorxiv')).toThrow(
      expect.objectContaining({ kind: 'refused', detail: 'Server not recognized' }),
    );
    const one = JSON.parse(recorded('biorxiv', 'quoted-details-2026-08-one-record.json')) as {
      body: unknown;
    };
    expect(readDetails(JSON.stringify(one.body), 'biorxiv')).toMatchObject({ rows: 1, total: 109 });
  });
});
