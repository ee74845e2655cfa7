import fc from 'fast-check';
import { boundedText } from '#shared/values/boundedText.ts';
import { forAll } from '#test/forAll.ts';
import { line, paragraphs, readable } from './text.ts';
import { parseXml } from './xml.ts';

describe('line', () => {
  it.each([
    ['', ''],
    [' ', ''],
    ['Moss on roofs', 'Moss on roofs'],
    [' Moss  on\troofs\n', 'Moss on roofs'],
    ['Moss\u00a0on\u2009roofs\u200b', 'Moss on roofs'],
    ['Mu\u0308ller \u2013 10 \u00b5m', 'M\u00fcller \u2013 10 \u00b5m'],
    ['Moss\0 on \u202eroofs\ud800', 'Moss on roofs\ufffd'],
  ])('reads %j as %j', (text, read) => expect(line(text)).toBe(read));

  // What it skips for most texts is each step that would change nothing.
  it('gives the same as all its steps, whatever the text', () => {
    const part = fc.oneof(
      fc.constantFrom(...' |  |\t|\u00a0|\u2028|\u0301|\u00ad|\u202e|\0|e|Moss|\u00e9'.split('|')),
      fc.string({ unit: 'binary', maxLength: 5 }),
    );
    forAll(fc.array(part, { maxLength: 20 }), (parts) => {
      const text = parts.join('');
      const steps = boundedText(text, 200_000)
        .replace(/[\p{Cc}\u00ad\u200b\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/gu, ' ')
        .replace(/\s+/g, ' ')
        .trim()
        .normalize('NFC');
      expect(line(text)).toBe(steps);
    });
  });
});

describe('paragraphs', () => {
  it('is one paragraph a line, without empty lines', () =>
    expect(paragraphs('Moss \r\n\n  on\u2028roofs\n')).toBe('Moss\non\nroofs'));
});

describe('readable', () => {
  it.each([
    [
      '<t>A <m:math><m:mtable><m:mtr><m:mtd>1</m:mtd><m:mtd>0</m:mtd></m:mtr><m:mtr><m:mtd>2</m:mtd></m:mtr></m:mtable></m:math></t>',
      'A 1 0 2',
    ],
    ['<t>one<list><list-item>two</list-item><list-item>three</list-item></list></t>', 'one two three'],
    [
      '<t><b>Patient: 16</b><b>Diagnosis: moss</b> of <b>s</b>late</t>',
      'Patient: 16 Diagnosis: moss of slate',
    ],
    ['<t>CO<sub>2</sub>, 10<sup>-3</sup>, N&lt;P and K&gt;Ca</t>', 'CO2, 10^-3, N<P and K>Ca'],
  ])('keeps apart what stands apart in %s', (xml, text) => expect(readable(parseXml(xml))).toBe(text));

  it('reads a megabyte of exponents in time', () => {
    const element = parseXml(`<p>${'m 2<sup>3</sup>'.repeat(70_000)}</p>`);
    const started = performance.now();
    expect(readable(element)).toMatch(/^m 2\^3m 2\^3/);
    expect(performance.now() - started).toBeLessThan(2000);
  });
});
