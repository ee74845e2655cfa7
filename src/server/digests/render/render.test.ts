import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { PaperInput } from '#shared/papers/paper.ts';
import { plain } from '#shared/values/plainText.ts';
import { at, site } from '#test/mail/samples.ts';
import type { DigestMail } from './paperView.ts';
import { renderDigest } from './render.ts';
import { sampleDigest } from './sample.ts';

const sample = sampleDigest(site, new Date(at));
const [first] = sample.papers as [PaperInput];

/** Both parts of a digest that differs from the sample, with plain spaces. */
async function partsOf(change: Partial<DigestMail>) {
  const { html, text } = await renderDigest({ ...sample, ...change });
  return [html, text].map((part) => part.replaceAll('\u00a0', ' '));
}

describe('every digest', () => {
  // A script in a process of its own invents and composes the digests, and reads
  // them back with another MIME parser. `npm run fuzz` makes more of them.
  test('fits its limits, and reads back complete, with the same papers in HTML and text', {
    timeout: 600_000,
  }, async () => {
    const runs = Math.ceil(Number(process.env.FUZZ_INPUTS ?? 3000) / 6);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['test/mail/everyDigestFits.ts', String(runs)],
      { env: { ...process.env, NODE_ENV: 'production' } },
    );
    expect(stdout).toMatch(/largest html: (100000|[6-9]\d{4}) bytes/);
  });
});

describe('digest mail', () => {
  test('names the topic and the number of papers in its subject', async () => {
    expect((await renderDigest(sample)).subject).toBe('2 new papers: soil microbiome and drought');
    const one = { ...sample, papers: sample.papers.slice(0, 1) };
    expect((await renderDigest(one)).subject).toBe('1 new paper: soil microbiome and drought');
    const long = await renderDigest({ ...sample, term: 'a very long topic '.repeat(12) });
    expect(long.subject).toMatch(/^2 new papers: a very long topic a very .*…$/);
  });

  test.each([
    [
      'counts no tasks',
      ['computational study', 'animal study'],
      'One animal study and one computational study.',
    ],
    ['is silent where all designs are one', ['computational study', 'computational study'], null],
  ])('%s as strength of the evidence', async (_, designs, said) => {
    const n = { value: 6, unit: 'tasks', quote: 'six tasks' };
    const designed = (name: (typeof designs)[number]) => ({ design: { name, quote: 'we propose' }, n });
    const papers = designs.map((name) => ({
      ...first,
      publicationTypes: ['Preprint'],
      facts: designed(name),
    }));
    const { text } = await renderDigest({ ...sample, papers });
    const line = /^GROUPS\n(.*)/m.exec(text.replaceAll('\u00a0', ' '))?.[1] ?? null;
    expect(line).toBe(said);
  });

  test('states a finding in its subject if one is short enough', async () => {
    const subjectWith = async (text: string, more: object = {}) =>
      (
        await renderDigest({
          ...sample,
          papers: sample.papers.map((paper) => ({ ...paper, takeaway: null, ...more })),
          summary: [{ paper: 1, text, quote: text }],
        })
      ).subject;
    expect(await subjectWith('We found that inoculated plots retained 18% more biomass (p < 0.01).')).toBe(
      'Inoculated plots retained 18% more biomass · soil microbiome and drought',
    );
    expect(
      await subjectWith(
        'By contrast, inoculated plots (IP) retained 18% more biomass (p < 0.01), suggesting that fungi help.',
      ),
    ).toBe('Inoculated plots retained 18% more biomass · soil microbiome and drought');
    const usual = '2 new papers: soil microbiome and drought';
    expect(await subjectWith('These plots retained 18% more biomass under drought.')).toBe(usual);
    expect(await subjectWith('These results suggest that inoculated plots retain more biomass.')).toBe(usual);
    expect(await subjectWith('Inoculated plots were watered every Monday.')).toBe(usual);
    const sound = 'Inoculated plots retained 18% more biomass.';
    expect(await subjectWith(sound, { retracted: true })).toBe(usual);
    const summary = [{ paper: 1, text: sound, quote: sound }];
    const long = await renderDigest({ ...sample, term: 'a very long topic '.repeat(12), summary });
    expect(long.subject).toMatch(/^Inoculated plots retained 18% more biomass · a very long topic.*…$/);
    expect(long.subject.length).toBeLessThanOrEqual(78);
  });

  test('states the same facts in HTML and text', async () => {
    const { html, text } = await renderDigest(sample);
    for (const fact of [
      'soil microbiome and drought',
      '2 new papers · 1 earlier paper with news · 26 April to 3 May · PubMed, arXiv · bioRxiv did not answer',
      'inoculated plots retained 18% more biomass',
      'Summary: sentences taken from the abstracts.',
      'Ada Example, Bruno Sample, Chen Invented and 3 more',
      'Late arrival: listed after its digest had been sent',
      'Revised since you last saw it',
      '31,204 records read, 2 in this digest.',
      'turned off in your preferences.',
      'https://example.org/papers/inoculum',
      'https://litwatch.example/unsubscribe?token=sample',
      'Why: mentions “soil microbiome”; close to your topic: “rhizosphere”.',
      'These papers are invented samples',
    ]) {
      expect(html.replaceAll('\u00a0', ' ')).toContain(fact);
      expect(text).toContain(fact);
    }
    expect(text).toContain('Strong match · 2 of 2 aspects · 91% relevant');
    expect(text).toContain('Good match · 1 of 2 aspects · 72% relevant');
    expect(text).toContain('\nNothing on “microbiome”.');
    expect(html).toContain('91% relevant');
  });

  test.each([
    [
      'Effect of moss on the heat of roofs in old towns. A report from the Cool Roofs Study.',
      'roofs in old towns…',
    ],
    [
      'Effect of moss on the heat: the COOL trial design. Optimal Trial of Moss on Roofs',
      'COOL trial design…',
    ],
    ['Moss on roofs. The first results of forty cool and warm towns.', 'roofs. The first results'],
    ['Growth of moss on the warm roofs of old St. John Street', 'old St. John Street'],
    ['Effect of moss on the heat of roofs in towns vs. Tiles of the north', 'towns vs. Tiles of'],
  ])('ends a title at its first sentence: %s', async (title, end) => {
    for (const part of await partsOf({ papers: [{ ...first, title }] })) expect(part).toContain(end);
  });

  test('tells groups in one paragraph, without links, and what is missing', async () => {
    const across = [
      { ...sample.summary[0]!, text: 'root fungi', quote: '', line: 'group' as const, papers: [1, 3] },
      { ...sample.summary[0]!, text: 'Moss had no effect.', line: 'missing' as const },
    ];
    const { html, text, subject } = await renderDigest({
      ...sample,
      summary: [...sample.summary, ...across],
    });
    expect(text).toContain('GROUPS\nRoot fungi: [1] [3].');
    expect(text).toContain('MISSING\nMoss had no effect. [1]');
    expect(html).toMatch(/>Groups<\/h2><p [^>]*>Root fungi:<span [^>]*> \[1\] \[3\]\.<\/span>/);
    expect(subject).not.toContain('Moss');
  });

  test('states the facts of a paper and the strength of the evidence', async () => {
    const design = { name: 'randomized trial', quote: 'randomly assigned' } as const;
    const facts = { design, n: { value: 1040, unit: 'plots', quote: '1,040 plots' } };
    const cohort = { design: { name: 'cohort', quote: 'cohort' } };
    const one = { ...first, journal: 'Cell', publishedOn: '2026-04-28', version: null };
    const preprint = { source: 'biorxiv', kind: 'preprint', journal: null } as const;
    const papers = [
      { ...one, facts },
      { ...one, ...preprint, facts },
      { ...one, facts: cohort },
      { ...one, facts },
    ];
    for (const part of await partsOf({ papers }))
      for (const said of [
        'Randomized trial · n = 1,040 plots · Cell · 28 Apr 2026',
        'Randomized trial · n = 1,040 plots · bioRxiv preprint · 28 Apr 2026',
        'Cohort · Cell · 28 Apr 2026',
        'Randomized trial · n = 1,040 · Cell · ',
        'Three randomized trials and one cohort',
      ])
        expect(part).toContain(said);
    expect((await renderDigest(sample)).text).not.toContain('GROUPS');
  });

  const lacking = {
    ...{ matched: [], expanded: [], because: null },
    aspects: [
      { name: 'smoking cessation', words: [], missing: null },
      { name: 'pregnancy', words: [], missing: 'pregnancy' },
    ],
  };
  const quoted = { paper: 3, text: 'One model covers 212 soils.', quote: 'trained on 212 soils' };
  const oneSize = { publicationTypes: [], facts: { n: { value: 40, unit: 'plots', quote: '40 plots' } } };
  const bare = { takeaway: null, abstract: 'Roofs are hot. Moss is a plant.' };
  const pause = 'https://litwatch.example/unsubscribe?token=sample&ask=1&pause=1';

  test.each<[string, Partial<DigestMail>, string[], string[]?]>([
    [
      'says in fixed words that there is no summary',
      { summary: [] },
      [
        'AI summary not available for this digest. AI summaries are only available for searches conducted after the latest system update.',
      ],
      ['Summary:'],
    ],
    [
      'reports a failed source as failed, never as one without papers',
      {},
      ['did not answer. bioRxiv was not available (503). Anything missed will be in'],
      ['bioRxiv: 0', 'MISSING', 'looked back'],
    ],
    [
      'explains how far the first search looked back, and why',
      { digestType: 'immediate', windowDays: 30 },
      [
        '2 new papers · 1 earlier paper with news · 3 April to 3 May',
        'Litwatch looked back 30 days because the last 7 days held too few papers close to this topic',
      ],
    ],
    ['explains nothing of one week', { digestType: 'immediate', windowDays: 7 }, [], ['looked back']],
    [
      'names the ideas of the topic that no paper mentions',
      { papers: sample.papers.map((paper) => ({ ...paper, why: lacking })) },
      ['Nothing on “pregnancy”.'],
    ],
    [
      'says in words that a paper was retracted',
      { papers: [{ ...first, retracted: true }] },
      ['RETRACTED', 'retracted or withdrawn'],
    ],
    [
      'quotes the abstract behind a sentence written by a model',
      { summary: [quoted], writtenBy: 'written by a-model' },
      ['Summary: written by a-model.', 'Quote: “trained on 212 soils”'],
    ],
    [
      'writes the sample size with a small n if no word precedes it',
      { papers: [{ ...first, ...oneSize }] },
      ['n = 40 plots · '],
    ],
    [
      'shows no sentence for a paper of which none informs, and never the beginning of its abstract',
      { papers: [{ ...first, ...bare }], summary: [] },
      [],
      ['Roofs are hot'],
    ],
    [
      'shows days in the reader’s time zone',
      { periodEnd: new Date('2026-05-03T23:30:00Z'), timeZone: 'Asia/Tokyo' },
      ['26 April to 4 May'],
    ],
    ['links to a page that asks before it pauses', {}, [pause]],
  ])('%s both in HTML and as text', async (_, change, said, unsaid = []) => {
    for (const part of await partsOf(change)) {
      for (const words of said) expect(part.replaceAll('&amp;', '&')).toContain(words);
      for (const words of unsaid) expect(part).not.toContain(words);
    }
  });

  test('orders papers, button, what was searched and the reader’s settings the same in both parts', async () => {
    const { html, text } = await renderDigest(sample);
    const order = [
      'What is new',
      first.title,
      'Open on the dashboard',
      'What was searched, 26 April to 3 May',
      'Preferences',
      'Pause this topic',
      'Unsubscribe from this topic',
    ];
    for (const part of [html.slice(html.indexOf('<body')), text]) {
      const places = order.map((words) => Math.max(part.indexOf(words), part.indexOf(words.toUpperCase())));
      expect(places.every((place) => place > 0)).toBe(true);
      expect(places).toEqual([...places].sort((one, other) => one - other));
      expect(part.replaceAll('\u00a0', ' ')).toContain('Next digest: Sun 10 May 2026, 7:00 AM (UTC).');
    }
  });

  test('names each source first in its row, in a table in HTML and a line in text', async () => {
    const { html, text } = await renderDigest(sample);
    expect(html).toMatch(/<th [^>]*scope="row"[^>]*>PubMed<\/th><td [^>]*>31,204 records read/);
    expect(text).toMatch(/^PubMed: 31,204 records read, 2 in this digest\.$/m);
  });

  test('links to feedback on each paper if there is room', async () => {
    const { html, text } = await renderDigest(sample);
    for (const verdict of ['keep', 'done', 'less']) {
      const link = `https://litwatch.example/feedback?token=sample&verdict=${verdict}`;
      expect(html.split(`href="${link.replace('&', '&amp;')}"`)).toHaveLength(sample.papers.length + 1);
      expect(text.split(`: ${link}\n`)).toHaveLength(sample.papers.length + 1);
    }
  });

  test('shows three papers in full and the others in two lines, within 650 words for ten', async () => {
    const papers = Array.from({ length: 10 }, (_, at) => ({ ...first, title: `Moss ${at + 1}` }));
    const feedback = papers.map(() => 'https://litwatch.example/feedback?token=sample');
    const { text } = await renderDigest({ ...sample, papers, links: { ...sample.links, feedback } });
    const entry = (number: number) =>
      new RegExp(`^\\[${number}\\] Moss ${number}\n(?:.+\n)*`, 'm').exec(text)![0];
    expect(entry(3)).toContain('Keep: ');
    const lines = entry(4).split('\n').slice(1, 3);
    expect(lines).toEqual(['Randomized trial · J Invented Agronomy · Strong match', first.url]);
    expect(text.split(/\s+/).filter((word) => !word.includes('://')).length).toBeLessThan(650);
  });
});

test('leaves papers beyond its limit to the dashboard, and says so', async () => {
  const papers = Array.from({ length: 130 }, () => first);
  const { html, text } = await renderDigest({ ...sample, papers });
  expect(text).toContain('\n[100] ');
  expect(text).not.toContain('\n[101] ');
  for (const part of [html, text]) expect(plain(part)).toContain('30 more papers on the dashboard.');
});
