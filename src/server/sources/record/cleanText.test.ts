import { corpusRecords } from '#bench/data/corpusRecords.ts';
import cases from './cleanText.test.json' with { type: 'json' };
import { cleanAbstract, cleanTitle } from './cleanText.ts';

describe('title', () => {
  it.each(cases.titles)('reads %j as %j', (raw, clean) => expect(cleanTitle(raw)).toBe(clean));
});

describe('abstract', () => {
  it('gets its labels back if a source stuck them to the text', () => {
    expect(cleanAbstract('BackgroundMoss grows. MethodsWe asked 40 cooks.ResultsHalf said so.')).toBe(
      'Background: Moss grows.\nMethods: We asked 40 cooks.\nResults: Half said so.',
    );
    expect(cleanAbstract('<h4>Background</h4>Moss grows.<h4>Results</h4>It did, in 40 places.')).toBe(
      'Background: Moss grows.\nResults: It did, in 40 places.',
    );
  });

  it.each(cases.labels)('gets back labels of several words, also before a figure: %j', (raw, clean) =>
    expect(cleanAbstract(raw)).toBe(clean),
  );

  it.each(cases.lines)('gets its lines back from marks and small letters: %j', (raw, clean) =>
    expect(cleanAbstract(raw)).toBe(clean),
  );

  it('loses only the copyright lines at its end', () => {
    const text = 'Moss grew on every roof that was looked at, in all forty of the streets.';
    expect(cleanAbstract(`${text} © 2019 The Authors. All rights reserved.`)).toBe(text);
    expect(cleanAbstract(`${text} J Am Geriatr Soc 67:2568-2573, 2019.`)).toBe(text);
    expect(cleanAbstract(`${text} We protect the copyright of moss.`)).toBe(
      `${text} We protect the copyright of moss.`,
    );
  });

  it('stays unchanged if there is nothing to clean', () => {
    const text = 'First paragraph, with 3 < 4 and a [1] reference.\nSecond paragraph: 5 > 4.';
    expect(cleanAbstract(text)).toBe(text);
  });
});

/** Patterns that must never appear in a title or an abstract. */
const never: Record<string, RegExp> = {
  markup: /<\/?(?:i|b|u|em|strong|sub|sup|h\d|p|br|title)>/i,
  'a TeX command': /\\[A-Za-z]+/,
  'TeX mathematics': /\$[^$\s\d][^$]*[\\^{}][^$]*\$/,
  'a sign in brackets': /\[~\]|\[&\w+;\]/,
  'an entity': /&(?:[lg]e|[lg]t|amp|#\w+);/,
  'a spelled sign': /\{(?:beta|\+\/-|Delta|degrees|gamma|superscript[^}]*)\}/,
  'a glued label':
    /(?:^|[.?!)] ?)(?:(?:Materials?|Patients|Subjects) (?:and|&) [Mm]ethods|(?:Background|Methods|Discussion) (?:and|&) [A-Za-z][a-z]{3,}|Study [Ss]election|Background|Introduction|Objectives?|Methods?|Results?|Conclusions?|Interpretation|Discussion)(?=[A-Z][a-z]|[A-Z] |[A-Z]{2}|\d)/,
  'a copyright line': /(?:© ?\d{4}|all rights reserved)[^.]{0,80}\.?$/i,
};

const records = corpusRecords();

describe.skipIf(!records)('real records', () => {
  const texts = (records ?? []).flatMap(({ title, abstract }) => [
    cleanTitle(title),
    ...(abstract ? [cleanAbstract(abstract)] : []),
  ]);

  it.each(Object.entries(never))('never show %s', (_, pattern) =>
    expect(texts.filter((text) => pattern.test(text)).map((text) => text.slice(0, 300))).toEqual([]),
  );

  it('never become empty', () => expect(texts.filter((text) => !text.trim())).toEqual([]));
});
