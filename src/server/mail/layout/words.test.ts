import fc from 'fast-check';
import { plain } from '#shared/values/plainText.ts';
import { forAll } from '#test/forAll.ts';
import { html } from './html.ts';
import { quoted, shorten, shortenCharacters, webAddress, weightOf } from './words.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom('🧬', '👩🏽‍🔬', 'é', 'e\u0301', ' ', '&', '<', '"', 'ا', '抗', '\ud83d', '\n'), {
      maxLength: 80,
    })
    .map((parts) => parts.join('')),
);

test.each([
  ['H<sub>2</sub>O and <i>E. coli</i>', 'H2O and E. coli'],
  ['<mml:math xmlns:mml="x"><mml:mi>α</mml:mi></mml:math>-synuclein', 'α-synuclein'],
  ['<jats:p>One.</jats:p><jats:p>Two.</jats:p>', 'One. Two.'],
  ['p < 0.05 and x > 3', 'p < 0.05 and x > 3'],
  ['a <unknown> tag', 'a <unknown> tag'],
  ['two\r\nlines\tand  spaces ', 'two lines and spaces'],
  ['zero\u200bwidth \u202eturned\u202c', 'zerowidth turned'],
  ['a lone \ud800 half', 'a lone \ufffd half'],
  ['👩🏽‍🔬', '👩🏽‍🔬'],
])('plain(%j) is %j', (text, expected) => expect(plain(text)).toBe(expected));

test('plain text is one line, and `plain` leaves it unchanged', () =>
  forAll(anyText, (text) => {
    const line = plain(text);
    expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]|^\s|\s$/u);
    expect(line.isWellFormed()).toBe(true);
  }));

describe('shortening', () => {
  test('weighs text as it is escaped', () =>
    forAll(anyText, (text) => {
      const whole = text.toWellFormed();
      expect(weightOf(whole)).toBe(Buffer.byteLength(html`${whole}`.toString()));
    }));

  test('stays within its limit and splits no character', () =>
    forAll(anyText, fc.integer({ min: 3, max: 200 }), (text, bytes) => {
      const line = plain(text);
      const short = shorten(line, bytes);
      expect(weightOf(short)).toBeLessThanOrEqual(bytes);
      const title = shortenCharacters(line, bytes);
      expect(title.length).toBeLessThanOrEqual(bytes);
      expect(title.isWellFormed()).toBe(true);
      expect(short.isWellFormed()).toBe(true);
      if (weightOf(line) <= bytes) expect(short).toBe(line);
      else expect(line.startsWith(short.slice(0, -1))).toBe(true);
    }));

  test('cuts at a word, and never inside an emoji', () => {
    expect(shortenCharacters('a rather long title of a paper', 20)).toBe('a rather long title…');
    expect(shortenCharacters('👩🏽‍🔬👩🏽‍🔬👩🏽‍🔬', 10)).toBe('👩🏽‍🔬…');
  });
});

test.each([
  ['https://example.org/a?b=c&d', 'https://example.org/a?b=c&d'],
  [' HTTP://example.org ', 'http://example.org/'],
  ['javascript:alert(1)', null],
  ['data:text/html,x', null],
  ['//example.org', null],
  ['https://', null],
  ['', null],
  [null, null],
])('webAddress(%j) is %j', (address, expected) => expect(webAddress(address)).toBe(expected));

test('right-to-left text is isolated', () => {
  expect(quoted('سرطان')).toBe('“\u2068سرطان\u2069”');
  expect(quoted('cancer')).toBe('“cancer”');
});
