import fc from 'fast-check';
import { fixture } from '#test/fixtures/sources/read.ts';
import { forAll } from '#test/forAll.ts';
import { readable } from './text.ts';
import { at, pageOf, parseXml, XmlError } from './xml.ts';

describe('parseXml', () => {
  it('expands predefined entities and character references, and keeps digits and spaces as written', () => {
    const { children } = parseXml('<a> 007 &amp; &#x3b2;&#946; <![CDATA[<b>]]> 1e3 </a>');
    expect(children.join('')).toBe(' 007 & ββ <b> 1e3 ');
  });

  it('knows no other entities, so that nothing can be blown up', () => {
    const bomb = '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>';
    expect(() => parseXml(bomb)).toThrow(XmlError);
  });

  it('gives up on absurd nesting instead of the stack', () =>
    expect(() => parseXml('<a>'.repeat(100_000))).toThrow(/nested deeper/));

  it('removes namespace prefixes from names', () =>
    expect(at(parseXml('<o:a xmlns:o="x"><o:b>c</o:b></o:a>'), 'b')?.children).toEqual(['c']));
});

describe('pageOf', () => {
  it.each(['<b>Warning</b>: <br />\n', '\ufeff\n', 'Notice: x\n'])(
    'begins behind what a server put before it: %j',
    (noise) =>
      expect(pageOf(`${noise}<?xml version="1.0"?><set><r>1</r></set>`, 'r').records).toHaveLength(1),
  );

  it('splits records, so that a broken one does not affect the others', () => {
    const page = pageOf('<set><r>1</r><rest/><r>2<r x="y">3</r><other/></set>', 'r');
    expect(page.records.map(({ xml }) => xml)).toEqual(['<r>1</r>', '<r>2', '<r x="y">3</r>']);
    expect(page.frame.children).toHaveLength(2);
  });

  it('detects a truncated document at any position', () => {
    const whole = fixture('pubmed/efetch.xml').trimEnd();
    fc.assert(
      fc.property(fc.nat(whole.length - 1), (end) => {
        expect(() => pageOf(whole.slice(0, end), 'PubmedArticle', 'PubmedBookArticle')).toThrow(
          expect.objectContaining({ name: 'XmlError', cutOff: true }),
        );
      }),
      { numRuns: 300 },
    );
  });

  it('either parses or rejects any input', () => {
    const piece = fc.constantFrom(...'<r> </r> <set> </set> <r/> & &amp; < > x <!-- -->'.split(' '));
    forAll(fc.array(piece), (pieces) => {
      try {
        pageOf(pieces.join(''), 'r');
      } catch (error) {
        expect(error).toBeInstanceOf(XmlError);
      }
    });
  });
});

describe('readable', () => {
  const text = (inner: string) => readable(parseXml(`<t xmlns:mml="m">${inner}</t>`));
  it.each([
    ['CO<sub>2</sub> and H<sub>2</sub>O', 'CO2 and H2O'],
    ['10<sup>6</sup> × 10<sup>−3</sup>', '10^6 × 10^−3'],
    ['1<sup>st</sup> CD4<sup>+</sup> Ca<sup>2+</sup> <sup>18</sup>F', '1st CD4+ Ca2+ 18F'],
    ['a\n   <i>b</i>\tc', 'a b c'],
    ['<mml:math><mml:msup><mml:mi>R</mml:mi><mml:mn>2</mml:mn></mml:msup></mml:math>', 'R2'],
    ['<mml:math><mml:msup><mml:mn>10</mml:mn><mml:mn>5</mml:mn></mml:msup></mml:math>', '10^5'],
    ['<mml:msqrt><mml:mi>a</mml:mi><mml:mo>+</mml:mo><mml:mi>b</mml:mi></mml:msqrt>', '√(a+b)'],
    ['<mml:semantics><mml:mi>x</mml:mi><mml:annotation>\\x</mml:annotation></mml:semantics>', 'x'],
    ['nul\u0085 and\u200b gone, e\u0301 joined', 'nul and gone, é joined'],
  ])('reads %s as text', (inner, expected) => expect(text(inner)).toBe(expected));
});
