import { describe, expect, it } from 'vitest';
import { pieceKind } from './notices.ts';
import { sameSpelling } from './spelling.ts';
import { comparableTitle } from './title.ts';
import { differ } from './wording.ts';

// Every object of JavaScript answers to these names, so that a dictionary that is one would know them as words.
const inherited = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty'];

describe('a word that objects inherit', () => {
  it.each(inherited)('is spelled as it stands: %s', (word) => {
    expect(sameSpelling(word.toLowerCase())).toBe(word.toLowerCase());
  });

  it.each(inherited)('is compared as a word of a title: %s', (word) => {
    const title = comparableTitle(`The \\${word} of ${word}s (${word})`);
    expect(JSON.stringify(title)).not.toContain('native code');
    expect(differ(title, comparableTitle(`A ${word} of moss`))).toBe(true);
    expect(pieceKind({ title: `A ${word}`, publicationTypes: [word] })).toBeNull();
  });
});
