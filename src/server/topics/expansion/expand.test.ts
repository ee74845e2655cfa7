import fc from 'fast-check';
import { abbreviationsIn } from '#engine/text/abbreviations.ts';
import type { Expansion } from '#shared/topics/searchTerm.ts';
import { forAll } from '#test/forAll.ts';
import cases from './expand.test.json' with { type: 'json' };
import { fromTranslation } from './expand.ts';
import { chosen, cleanPhrase, namesIn } from './phrases.ts';

describe('abbreviationsIn', () => {
  it.each(cases.definitions as [string, string | null, string | null][])(
    'finds the definition in: %s',
    (text, long, short) =>
      expect(abbreviationsIn(text)).toEqual(
        long && short ? [{ long, short }] : expect.not.arrayContaining([{ long, short }]),
      ),
  );

  it('ends for any text', () =>
    forAll(fc.string({ unit: 'grapheme' }), fc.string(), (a, b) => {
      for (const { long } of abbreviationsIn(`${a} (${b}) ${a}`)) expect(`${a} ${b}`).toContain(long);
    }));
});

test.each(cases.translations as [string, string[]][])(
  'fromTranslation reads the headings of %s',
  (translation, phrases) => expect(fromTranslation(translation).map(({ phrase }) => phrase)).toEqual(phrases),
);

describe('phrases', () => {
  const one = (phrase: string, weight: number, kind: Expansion['kind'] = 'synonym'): Expansion => ({
    phrase,
    weight,
    kind,
    from: 'model',
  });
  it('are few and unique, exclude the topic and excluded words, and are ordered by weight', () => {
    const many = Array.from({ length: 12 }, (_, at) => one(`phrase number ${'abcdefghijkl'[at]}x`, 0.3));
    const list = chosen('"heart failure" but not in mice', [
      ...[one('Heart Failures', 0.9), one('heart of mice', 0.9)],
      ...[one('Cardiac-failure', 0.4), one('cardiac failure', 0.5), ...many],
    ]);
    expect(list[0]).toMatchObject({ phrase: 'cardiac failure', weight: 0.5 });
    expect(list).toHaveLength(8);
    expect(list.map(({ phrase }) => phrase)).not.toContain('heart of mice');
  });
  it.each([
    ['  “cardiac  failure” ', 'cardiac failure'],
    ['x', null],
    ['12', null],
    ['see https://evil.example', null],
    ['one two three four five six seven', null],
    ['-excluded', 'excluded'],
    ['a<script>b', 'a script b'],
  ])('are cleaned: %s', (raw, clean) => expect(cleanPhrase(raw)).toBe(clean));
});

describe('reading by a model', () => {
  const read = (topic: string, aspects: { said: string; names: string[] }[], corrected = topic) =>
    namesIn(topic, { corrected, aspects }).map(({ of, phrase }) => `${of}: ${phrase}`);
  it('has names of what was said, and a part without any by itself', () => {
    const aspects = [
      { said: 'heart failure', names: ['HFpEF', 'Heart Failure', 'see https://evil.example'] },
      { said: 'mice', names: [] },
    ];
    expect(read('Heart failure in mice', aspects)).toEqual(['heart failure: HFpEF', 'mice: mice']);
  });
  it('has no name so wide that it would match half of all papers', () =>
    expect(read('heart failure', [{ said: 'heart failure', names: ['disease', 'cardiac failure'] }])).toEqual(
      ['heart failure: cardiac failure'],
    ));
  it('names a corrected spelling, but nothing that was not said', () => {
    const aspects = [
      { said: 'diabetes', names: ['sugar disease'] },
      { said: 'obesity', names: ['overweight'] },
    ];
    expect(read('diabtes', aspects, 'diabetes')).toEqual(['diabetes: sugar disease']);
  });
  it('is left out if it drops most of the topic', () =>
    expect(read('sleep and dementia risk of nurses', [{ said: 'sleep', names: ['insomnia'] }])).toEqual([]));
  it('has at most eight names a part', () => {
    const names = Array.from(
      { length: 40 },
      (_, at) => `moss kind ${'abcdefghij'[at % 10]}${'klmn'[at % 4]}`,
    );
    expect(read('moss', [{ said: 'moss', names }])).toHaveLength(8);
  });
});
