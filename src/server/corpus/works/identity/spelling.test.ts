import { pieceKind } from './notices.ts';
import { sameSpelling } from './spelling.ts';
import { differ } from './substance.ts';
import { comparableTitle } from './title.ts';

// Every JavaScript object has these properties, so a plain object used as a dictionary would contain them.
const inherited = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty'];

describe('word that objects inherit', () => {
  it.each(inherited)('keeps its spelling: %s', (word) =>
    expect(sameSpelling(word.toLowerCase())).toBe(word.toLowerCase()),
  );

  it.each(inherited)('is compared as a word of a title: %s', (word) => {
    const title = comparableTitle(`The \\${word} of ${word}s (${word})`);
    expect(JSON.stringify(title)).not.toContain('native code');
    expect(differ(title, comparableTitle(`A ${word} of moss`))).toBe(true);
    expect(pieceKind({ title: `A ${word}`, publicationTypes: [word] })).toBeNull();
  });
});
