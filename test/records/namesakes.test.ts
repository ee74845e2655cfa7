import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  coauthorsOf,
  isAlike,
  type Named,
  nameIn,
  standingOf,
} from '#features/following/server/namesakes.ts';

const rosa = { family: 'Adeyemi-Holt', given: 'Rosa', orcid: null };
const name = (text: string): Named => nameIn(text);

describe('names', () => {
  it.each([
    ['Adeyemi-Holt R', true],
    ['Adeyemi Holt, R. M.', false],
    ['Adeyemi-Holt, Rosa M.', true],
    ['Adéyemi-Holt RM', true],
    ['Adeyemi-Holt, Ruth', false],
    ['Holt, Rosa', false],
  ])('compares %s: %s', (text, alike) => expect(isAlike(rosa, name(text))).toBe(alike));
});

describe('a paper of the name', () => {
  const orcid = '0000-0009-5555-0143';
  const known = {
    answers: new Map([
      [1, true],
      [2, false],
    ]),
    orcids: new Set([orcid]),
    coauthors: new Set(['ferreyra t', 'ostrell jana', 'wang y', 'li j']),
  };
  const own = name('Adeyemi-Holt R');
  it.each([
    ['answered yes', 1, [own], 'theirs', /you said so/],
    ['answered no', 2, [own], 'other', /^$/],
    ['with the ORCID', 3, [{ ...own, orcid }], 'theirs', /by ORCID/],
    ['with another ORCID', 3, [{ ...own, orcid: '0000-0000-0000-0001' }], 'other', /^$/],
    [
      'with two coauthors alike',
      3,
      [own, name('Ferreyra T'), name('Ostrell, Jana')],
      'theirs',
      /2 coauthors/,
    ],
    ['with one coauthor alike', 3, [own, name('Ferreyra T')], 'unsure', /a coauthor alike/],
    ['with two coauthors of common names', 3, [own, name('Wang Y'), name('Li J')], 'unsure', /a coauthor/],
    [
      'with two people of the name',
      3,
      [own, name('Adeyemi-Holt RB'), name('Ferreyra T'), name('Ostrell, Jana')],
      'unsure',
      /a coauthor/,
    ],
    ['alone', 3, [own, name('Nobody X')], 'unsure', /the name alone/],
    ['without the name', 3, [name('Ferreyra T')], 'other', /^$/],
  ])('is judged %s', (_, id, names, is, says) => {
    const standing = standingOf(rosa, { id, names }, known);
    expect(standing).toEqual({ is, says: expect.stringMatching(says) });
  });
});

const folder = path.resolve(import.meta.dirname, '../../../shared/corpus');
let files: string[] = [];
try {
  files = readdirSync(folder).filter((file) =>
    /^(pubmed|mixed|medrxiv-20|biorxiv-(cov|sam)).*gz$/.test(file),
  );
} catch {
  console.info(`no collected records at ${folder}: the test of namesakes is skipped`);
}

// Who wrote what is not known there. Papers of a name that no chain of two common coauthors joins may be of two people.
describe.skipIf(!files.length)('the 40 commonest names of collected records', () => {
  it('never takes a paper for surely theirs that shares fewer than two coauthors, or has another first name', () => {
    const papers = files
      .flatMap((file) =>
        gunzipSync(readFileSync(path.join(folder, file)))
          .toString()
          .trim()
          .split('\n'),
      )
      .map((line, id) => ({
        id,
        names: (JSON.parse(line).authors as string[]).map((one): Named => nameIn(one)),
      }));
    const byName = new Map<string, typeof papers>();
    for (const paper of papers)
      for (const { family, given } of paper.names)
        if (family && given)
          byName.set(`${family}|${given[0]}`, [...(byName.get(`${family}|${given[0]}`) ?? []), paper]);
    const commonest = [...byName].sort((a, b) => b[1].length - a[1].length).slice(0, 40);
    let [sure, all] = [0, 0];
    for (const [key, own] of commonest) {
      const [family = '', given = ''] = key.split('|');
      const person = { family, given, orcid: null };
      const [first, second] = own as [(typeof own)[number], (typeof own)[number]];
      const seeds = [first, second];
      const coauthors = new Set(seeds.flatMap(({ names }) => coauthorsOf(person, names)));
      const answers = new Map(seeds.map(({ id }) => [id, true]));
      for (const paper of own.slice(2)) {
        const { is } = standingOf(person, paper, { answers, orcids: new Set(), coauthors });
        const shared = coauthorsOf(person, paper.names).filter((one) => coauthors.has(one));
        all++;
        if (is === 'theirs') sure++;
        if (is === 'theirs' && !answers.has(paper.id)) expect(shared.length, key).toBeGreaterThanOrEqual(2);
        if (shared.length === 0 && !answers.has(paper.id)) expect(is, key).not.toBe('theirs');
      }
    }
    console.info(
      `${commonest.length} names, ${all} papers beside two of each: ${sure} sure, the others unsure or of others`,
    );
    expect(all).toBeGreaterThan(1000);
    expect(sure / all).toBeLessThan(0.1);
  });
});
