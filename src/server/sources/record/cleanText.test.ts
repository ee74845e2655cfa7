import { corpusRecords } from '#bench/data/corpusRecords.ts';
import { cleanAbstract, cleanTitle } from './cleanText.ts';

describe('title', () => {
  it.each([
    ['Growth of $H^{2}$ and $\\alpha$-SNOW', 'Growth of H² and α-SNOW'],
    ['\\textbf{SNOW}: up to $2.2\\times$ faster', 'SNOW: up to 2.2× faster'],
    ['Half of $\\frac{1}{2}$, and $k_{max}$', 'Half of 1/2, and k_max'],
    ['From $5 million to $9 million', 'From $5 million to $9 million'],
    ['Effect of {beta}-blockers, [~]50% and &ge;3', 'Effect of β-blockers, ~50% and ≥3'],
    ['CD8<sup>+</sup> cells in <i>E. coli</i>', 'CD8+ cells in E. coli'],
    ['{gamma}-{Delta}T {nonsense} {1H} {superscript 2} {+/-}', 'γ-ΔT {nonsense} {1H} ² ±'],
    ['A plain title (n = 3)', 'A plain title (n = 3)'],
    ['N<P and K>Ca, 0<p and q>1, if a<b then c>d', 'N<P and K>Ca, 0<p and q>1, if a<b then c>d'],
    ['<sub class="x">2</sub> <xref ref-type=\'bibr\' rid=b1>and</xref> p<i and s>u', '2 and p<i and s>u'],
    ['A<math><mtr><mtd>1</mtd><mtd>0</mtd></mtr></math>', 'A 1 0'],
    ['Prices from \\$5 to \\$10', 'Prices from $5 to $10'],
  ])('reads %j as %j', (raw, clean) => expect(cleanTitle(raw)).toBe(clean));
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

  it.each([
    [
      'Moss grows. Material and Methods2584 cooks were asked.',
      'Moss grows.\nMaterial and Methods: 2584 cooks were asked.',
    ],
    [
      'Background & AimsMoss grows. Methods and ResultsWe asked.',
      'Background & Aims: Moss grows.\nMethods and Results: We asked.',
    ],
    [
      'Moss grows. Study SelectionAll studies of moss. Discussion and conclusionOur moss grew.',
      'Moss grows.\nStudy Selection: All studies of moss.\nDiscussion and conclusion: Our moss grew.',
    ],
  ])('gets back labels of several words, also before a figure: %j', (raw, clean) =>
    expect(cleanAbstract(raw)).toBe(clean),
  );

  it.each([
    [
      'backgroundMoss grows. methodsDuring May. conclusionIf so.',
      'background: Moss grows.\nmethods: During May.\nconclusion: If so.',
    ],
    ['O_ST_ABSAimsC_ST_ABSMoss. C_LIO_LIIt grows. C_LIO_LIIt ends. C_LI', 'AIMS: Moss.\nIt grows.\nIt ends.'],
    ['O_LSTKnownC_LST and AO_SCPLOWBC_SCPLOW', 'Known and AB'],
    ['Use SCLC_TR, B_LI and p<b and c>d.', 'Use SCLC_TR, B_LI and p<b and c>d.'],
  ])('gets its lines back from marks and small letters: %j', (raw, clean) =>
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
