import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { indexedSources } from '#shared/papers/sources.ts';
import cases from './syntax.test.json' with { type: 'json' };
import { type Node, parseSyntax } from './syntax.ts';

/** Searches as other engines' pages hand them over. */
const [, ...pasted] = readFileSync(path.resolve('bench/data/typed/pasted.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => line.split('\t') as [string, string]);

/** The expression in brackets, as one line. */
const shown = (node: Node | null): string => {
  switch (node?.kind) {
    case undefined:
      return '';
    case 'words':
      return node.text;
    case 'phrase':
      return `"${node.text}"`;
    case 'prefix':
      return `${node.text}*`;
    case 'field':
      return `${node.field}:${shown(node.item)}`;
    case 'not':
      return `-[${shown(node.item)}]`;
    case 'or':
      return `[${node.items.map(shown).join(' | ')}]`;
    case 'and':
      return `[${node.items.map(shown).join(node.explicit ? ' & ' : ' ')}]`;
  }
};

describe('parseSyntax', () => {
  it.each([...cases.read, ...pasted])('reads %s as %s', (text, expected) =>
    expect(shown(parseSyntax(text, indexedSources).root)).toBe(expected),
  );

  it.each([
    ['heart AND', 'heart', /AND joins nothing/],
    ['OR heart', 'heart', /OR joins nothing/],
    ['a AND AND b', '[a & b]', /AND joins nothing/],
    ['(a OR b', '[a | b]', /never closed/],
    ['a) b', '[a b]', /no opening one/],
    ['"unclosed heart', 'unclosed heart', /no partner/],
    ['sepsis[tiab]', 'sepsis', /field tag/],
    ['heart NOT', 'heart', /NOT joins nothing/],
    ['sepsis source:nowhere', '[sepsis nowhere]', /No source is called “nowhere”/],
    ['sepsis orcid:0000-0002-1825-0098', 'sepsis', /is no ORCID iD: a digit is missing or wrong/],
    ['orcid:0000-0002 sepsis', 'sepsis', /“orcid:0000-0002” is no ORCID iD/],
    ['type:wish sepsis', 'wish sepsis', /No kind of document is called “wish”/],
  ])('repairs %s to %s and says so', (text, expected, note) => {
    const { root, notes } = parseSyntax(text, indexedSources);
    expect(shown(root)).toBe(expected);
    expect(notes.map((one) => one.text).join(' ')).toMatch(note);
  });

  const pieces = fc.constantFrom(
    '(',
    ')',
    '"',
    ' AND ',
    ' OR ',
    ' NOT ',
    ' -',
    'heart',
    'IL-6',
    ' ',
    'title:',
    'author:',
    '-journal:',
    'orcid:',
    '0000-0002-1825-0097',
    'type:',
    'source:',
    'NOT "',
    '*',
    '“',
    '[tiab]',
    'α',
    'C++',
    ' or ',
    '[',
    ']',
  );
  const joined = fc.array(pieces, { maxLength: 20 }).map((some) => some.join(''));
  const topics = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 60 }), joined);

  it('never throws, and keeps every span inside the text', () =>
    fc.assert(
      fc.property(topics, (text) => {
        const { root, notes } = parseSyntax(text, indexedSources);
        const check = (node: Node): void => {
          expect(node.from).toBeGreaterThanOrEqual(0);
          expect(node.to).toBeLessThanOrEqual(text.length);
          expect(node.from).toBeLessThan(node.to);
          if ('items' in node) for (const item of node.items) check(item);
          if ('item' in node) check(node.item);
        };
        if (root) check(root);
        for (const note of notes) expect(note.to).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2000 },
    ));

  it('drops nothing silently: every letter is in a node or under a note', () =>
    fc.assert(
      fc.property(topics, (text) => {
        const { root, notes } = parseSyntax(text, indexedSources);
        const covered = new Set<number>();
        const cover = ({ from, to }: { from: number; to: number }) => {
          for (let at = from; at < to; at++) covered.add(at);
        };
        const walk = (node: Node): void => {
          cover(node);
        };
        if (root) walk(root);
        for (const note of notes) cover(note);
        for (const { index } of text.matchAll(/[\p{L}\p{N}]/gu)) expect(covered.has(index)).toBe(true);
      }),
      { numRuns: 2000 },
    ));
});
