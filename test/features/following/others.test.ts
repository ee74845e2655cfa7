import { finishRun } from '#digests/run/finish.ts';
import { leaseTopic } from '#digests/run/lease.ts';
import type { NamedPaper } from '#features/following/contract.ts';
import { citingSentence, readCitations, readOrcids } from '#features/following/server/people.ts';
import { citingPapers } from '#features/following/tables.ts';
import { users } from '#platform/db/schema.ts';
import { limits } from '#platform/rateLimits.ts';
import { heartPaper } from '#test/weeks.ts';
import { article, day, issn, type Journey, startJourney } from './setup.ts';

let trip: Journey;
const withJourney = () => {
  beforeEach(async () => {
    trip = await startJourney();
  });
  afterEach(() => trip.close());
};

const never = new AbortController().signal;
const orcid = '0000-0009-5555-0145';
const paperBy = (number: number, authors: string[]) => heartPaper('pubmed', number, { authors });
const seen = async (termId: string) =>
  (await trip.digestsOf(termId)).flatMap(({ papersData }) =>
    papersData.map(({ title, why }) => [title, why!.belongs!.label, why!.belongs!.says]),
  );

/** What the reader said of a paper. */
const open = [false, false];
const theirs = [true, false];
const refused = [false, true];

describe('followed person', () => {
  withJourney();
  it('is told apart from a namesake by two papers, and what is unsure says so', async () => {
    const people = ['Ferreyra, T.', 'Ostrell, J.'];
    trip.sources.add([
      paperBy(1, ['Holt, Rosa', ...people]),
      paperBy(2, ['Holt R', ...people]),
      paperBy(3, ['Holt R', 'Nobody, X.']),
      paperBy(4, ['Holt, Ruth', ...people]),
    ]);
    await trip.read();
    const reader = await trip.reader('person@example.org');
    const { body } = await reader.get('/api/people?q=Rosa+Holt');
    expect(body.person).toEqual({ family: 'Holt', given: 'Rosa', orcid: null });
    const titles = (numbers: number[]) => numbers.map((number) => heartPaper('pubmed', number).title).sort();
    expect(body.papers.map(({ title }: { title: string }) => title).sort()).toEqual(titles([1, 2, 3]));
    const numbered = (papers: NamedPaper[], number: number) =>
      papers.find(({ title }) => title === heartPaper('pubmed', number).title)!;
    const id = (number: number) => numbered(body.papers, number).id;
    const few = await reader.post('/api/people', { ...body.person, answers: { [id(1)]: true } });
    expect([few.status, few.body.message]).toEqual([400, expect.stringMatching(/two papers/)]);
    const answers = { [id(1)]: true, [id(2)]: true };
    const followed = await reader.post('/api/people', { ...body.person, answers });
    const { termId } = await trip.started(reader, followed.body.topicId);
    const labels = new Map((await seen(termId)).map(([title, label]) => [title, label]));
    const told = [1, 2, 3].map((number) => labels.get(heartPaper('pubmed', number).title));
    expect([told, labels.size]).toEqual([['By this person', 'By this person', 'Unsure'], 3]);

    const fifth = paperBy(5, ['Holt R', 'Ferreyra T', 'Ostrell J']);
    trip.sources.add([fifth, paperBy(6, ['Holt R', 'Another A'])]);
    await trip.week();
    await trip.week();
    const news = (await seen(termId)).slice(3);
    expect(news).toEqual([
      [heartPaper('pubmed', 5).title, 'By this person', '2 coauthors of other papers by this person'],
      [heartPaper('pubmed', 6).title, 'Unsure', 'the name alone'],
    ]);
    const mail = trip.mailsTo('person@example.org').at(-1)!.text.replace(/\s+/g, ' ');
    expect(mail).toContain('Why: the name alone.');

    // Answers go on: what is said to be another's is another's, and can be taken back.
    const at = `/api/search-terms/${termId}/person`;
    const listed = async () => {
      const { papers } = (await reader.get(at)).body;
      const asked = [3, 5, 6].map((number) => numbered(papers, number));
      return asked.map(({ isTheirs, isRefused }) => [isTheirs, isRefused]);
    };
    const answer = (answers: Record<string, boolean>) => reader.put(at, { answers });
    expect(await listed()).toEqual([open, theirs, open]);
    const six = numbered((await reader.get(at)).body.papers, 6).id;
    expect((await answer({ [id(3)]: false, [six]: true })).status).toBe(200);
    expect(await listed()).toEqual([refused, theirs, theirs]);
    expect((await answer({ [id(1)]: false, [six]: false })).status).toBe(400);
    const stranger = await trip.reader('stranger@example.org');
    for (const asked of [stranger.get(at), stranger.put(at, { answers: {} })])
      expect((await asked).status).toBe(404);
    trip.sources.add([paperBy(7, ['Holt R', 'Nobody X', 'Another A'])]);
    await trip.week();
    expect((await seen(termId)).slice(5)).toEqual([
      [heartPaper('pubmed', 7).title, 'Unsure', 'the name, and a coauthor alike'],
    ]);
  });

  it('is found by ORCID alone, with the name of its papers', async () => {
    const by = { given: 'Rosa', family: 'Holt', ORCID: `https://orcid.org/${orcid}` };
    trip.crossref.register(article(1, { author: [{ given: 'Ann', family: 'Ng' }, by] }));
    const reader = await trip.reader('alone@example.org');
    const ask = (text: string) => reader.get(`/api/people?q=${encodeURIComponent(text)}`);
    for (const asked of [orcid, by.ORCID])
      expect((await ask(asked)).body, asked).toMatchObject({
        person: { family: 'Holt', given: 'Rosa', orcid },
        papers: [{ title: article(1).title![0], isTheirs: true }],
      });
    const nobody = { person: null, papers: [] };
    for (const asked of ['0000-0000-0000-0001', `${'moss '.repeat(30)}Holt`, 'Holt,  , R', 'Holt, \u2003'])
      expect((await ask(asked)).body, asked).toEqual(nobody);
    const slip = await ask('R. Holt 0000-0009-5555-0143');
    expect([slip.status, slip.body.message]).toEqual([400, expect.stringMatching(/is no ORCID iD: a digit/)]);
    trip.crossref.misbehave(400);
    const failed = await ask('0000-0000-0000-0028');
    expect([failed.status, failed.body.message]).toEqual([503, expect.stringMatching(/try again later/)]);
  });

  it('comes by ORCID from the registry, and another ORCID of the name is another person', async () => {
    const by = (ORCID: string) => [{ given: 'Rosa', family: 'Holt', ORCID: `https://orcid.org/${ORCID}` }];
    const reader = await trip.reader('orcid@example.org');
    const { body } = await reader.get(`/api/people?q=${encodeURIComponent(`R Holt ${orcid}`)}`);
    const followed = await reader.post('/api/people', { ...body.person, answers: {} });
    const { termId } = await trip.started(reader, followed.body.topicId);
    const other = article(2, { author: by('0000-0000-0000-0001') });
    trip.crossref.register(article(1, { author: by(orcid) }), other);
    await readOrcids(trip.app, never);
    await trip.week();
    expect(await seen(termId)).toEqual([[article(1).title![0], 'By this person', `by ORCID ${orcid}`]]);
  });
});

describe('followed citations', () => {
  withJourney();
  const cited = heartPaper('pubmed', 1);
  const both = [cited.doi!.toUpperCase(), cited.doi!].map((DOI, at) => ({ key: `${at}`, DOI }));
  const citing = (number: number, listed = true) => article(number, { reference: listed ? both : [] });
  const startCiting = async (kept: boolean) => {
    trip.sources.add([cited]);
    await trip.read();
    const reader = await trip.follower('cited@example.org', 'heart failure');
    await trip.app.db.update(users).set({ isUnlimited: true });
    const [digest] = await trip.digestsOf(reader.termId);
    const paperId = digest!.papersData.find(({ title }) => title === cited.title)!.id;
    const state = { termId: reader.termId, state: 'kept' };
    if (kept) expect((await reader.put(`/api/papers/${paperId}/state`, state)).status).toBe(200);
    const { body } = await reader.post('/api/citations', kept ? {} : { doi: `https://doi.org/${cited.doi}` });
    return trip.started(reader, body.topicId);
  };

  it('are told once each, also when the reference list comes a week later, by Europe PMC and by followed journals', async () => {
    // Europe PMC lists only preprints here; the registry has their lists.
    const preprint = heartPaper('europepmc', 7);
    trip.sources.add([preprint]);
    trip.sources.cite(preprint.id.replace(/\/v\d+$/, ''), [cited.id]);
    const doi = preprint.doi!;
    const registered = { DOI: doi, type: 'posted-content', title: [preprint.title] };
    trip.crossref.register(article(7, { ...registered, reference: [] }));
    const { termId } = await startCiting(false);
    expect(await seen(termId)).toEqual([]);
    trip.crossref.register(article(7, { ...registered, reference: [{ key: 'a', DOI: cited.doi! }] }));
    trip.pass(8 * day);
    // A run looks now, and ends days after the citation was noted.
    const lease = await leaseTopic(trip.app, termId);
    await readCitations(trip.app, never);
    await readCitations(trip.app, never);
    trip.pass(4 * day);
    await finishRun(trip.app, lease!, null, null);
    await trip.week();
    await trip.week();
    expect(await seen(termId)).toEqual([
      [preprint.title, 'Cites a paper of yours', `cites “${cited.title}” in its references`],
    ]);

    const other = await trip.reader('journal@example.org');
    trip.crossref.register(citing(2), citing(3, false));
    await trip.started(other, (await other.post('/api/journals', { issns: [issn] })).body.topics[0]);
    expect(await trip.app.db.$count(citingPapers)).toBe(2);
  });

  it('take no more calls for a long shelf, and the day’s calls are limited', async () => {
    const { termId } = await startCiting(true);
    expect((await trip.digestsOf(termId)).length).toBe(0);
    trip.pass(8 * day);
    trip.sources.calls.reset();
    await readCitations(trip.app, never);
    await readCitations(trip.app, never);
    expect(trip.sources.calls.counts.europepmc).toBe(1);
    trip.app.limits = { following: { account: [[1, 86_400]] } };
    trip.pass(8 * day);
    await readCitations(trip.app, never);
    trip.pass(8 * day);
    await expect(readCitations(trip.app, never)).rejects.toThrow(/Too many/);
    expect(limits.updates.account[0]![0]).toBe(60);
  });

  it('are asked for by a DOI, and by nothing else', async () => {
    const reader = await trip.reader('doi@example.org');
    const taken = async (doi: string) => (await reader.post('/api/citations', { doi })).status;
    expect([await taken('10.1000/182'), await taken('no DOI')]).toEqual([200, 400]);
  });
});

test.each([
  ['Trials are few. Holt et al. loaded joints.', ['Holt, Rosa'], 'Holt et al. loaded joints.'],
  ['We follow Holt and Ng (2024) in water.', ['Rosa Holt'], 'We follow Holt and Ng (2024) in water.'],
  ['Joints fail (Holt, 2024).', ['Holt R'], 'Joints fail (Holt, 2024).'],
  ['Holt Street has a bridge, and Reinholt et al. loaded it.', ['Holt R'], undefined],
  ['Holt et al. loaded joints.', [], undefined],
])('the sentence of a citation is found in: %s', (abstract, authors, sentence) =>
  expect(citingSentence(abstract, authors)).toBe(sentence),
);
