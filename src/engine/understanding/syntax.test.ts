import fc from 'fast-check';
import { indexedSources } from '#shared/papers/sources.ts';
import { type Node, parseSyntax } from './syntax.ts';

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
  it.each([
    ['heart failure', 'heart failure'],
    ['malaria NOT vaccine', '[malaria -[vaccine]]'],
    [
      'hydroxychloroquine AND (trial OR randomized) NOT "in vitro"',
      '[hydroxychloroquine & [[trial | randomized] -["in vitro"]]]',
    ],
    [
      '("large language model" OR LLM) AND (radiology OR "medical imaging")',
      '[["large language model" | LLM] & [radiology | "medical imaging"]]',
    ],
    ['autism (EEG OR fMRI) -mouse', '[autism [EEG | fMRI] -[mouse]]'],
    ['autism (EEG or fMRI)', '[autism [EEG | fMRI]]'],
    ['a OR b AND c', '[a | [b & c]]'],
    ['heart failure OR cardiac failure', '[heart failure | cardiac failure]'],
    ['“base editing” -“prime editing”', '["base editing" -["prime editing"]]'],
    ['IL-6/IL-8', 'IL-6/IL-8'],
    ['C++ and Rust', 'C++ and Rust'],
    ['5-HT2A / 5HT', '5-HT2A / 5HT'],
    ['covid-19: vaccine', 'covid-19: vaccine'],
    ['TNF-α CAR-T?', 'TNF-α CAR-T?'],
    ['neuro* imaging', '[neuro* imaging]'],
    ['title:sepsis type:review', '[title:sepsis type:review]'],
    ['author:Okafor -journal:"The Lancet"', '[author:Okafor -[journal:"The Lancet"]]'],
    ['type:(review OR trial) source:arXiv', '[type:[review | trial] source:arXiv]'],
    ['sepsis[tiab] AND child', '[sepsis & child]'],
    ['cats and dogs or mice', 'cats and dogs or mice'],
    ['MALARIA AND VACCINES', 'malaria and vaccines'],
    ['HIV AND TB', '[HIV & TB]'],
    ['sepsis AND 2015:2019[dp]', '[sepsis & year:"2015-2019"]'],
    ['sepsis review[pt] 2020:3000[dp]', '[sepsis type:"review" year:"2020-"]'],
    ['"heart failure"[Title/Abstract:~2]', '"heart failure"'],
    ['TITLE-ABS-KEY(graphene AND battery)', '[graphene & battery]'],
    ['TS=(soil carbon)', 'soil carbon'],
    ['sepsis.tw. adj3 children/', 'sepsis children'],
    ['ti:graphene cat:cs.LG au:Novoselov', '[title:graphene author:Novoselov]'],
  ])('reads %s as %s', (text, expected) =>
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
  const topics = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.array(pieces, { maxLength: 20 }).map((some) => some.join('')),
  );

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
