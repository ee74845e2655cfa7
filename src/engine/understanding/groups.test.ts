import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { groupOf } from './groups.ts';
import { stemsOf } from './otherNames.ts';

const folder = path.join(import.meta.dirname, 'names');
const rows = readdirSync(folder)
  .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('\n'))
  .filter((row) => row && !row.startsWith('#'));

it('reads files of names in which no line is malformed, doubled, or too short to mean anything', () => {
  const [firsts, written] = [new Map<string, string>(), new Map<string, string>()];
  const wrong = rows.filter((row) => {
    const names = row
      .replace(/^\+ /, '')
      .split(/[|>]/)
      .map((name) => name.trim());
    const small = names.map((name) => name.toLowerCase());
    const isDoubled = firsts.has(small[0]!) || new Set(small).size < names.length;
    firsts.set(small[0]!, row);
    const isWrittenOtherwise = names.some((name, at) => (written.get(small[at]!) ?? name) !== name);
    for (const [at, name] of names.entries()) written.set(small[at]!, name);
    const isBad = names.some((name) => !stemsOf(name) || /[.,;:!?]$|\s\s|\t/.test(name));
    return isDoubled || isWrittenOtherwise || isBad || names.length < 2 || row.split('>').length > 2;
  });
  expect(wrong).toEqual([]);
});

it('counts a narrower name for the wider one, and not the other way round', () => {
  expect(groupOf(stemsOf('carbon pricing')).others).toContain('emissions trading');
  expect(groupOf(stemsOf('emissions trading')).others).not.toContain('carbon pricing');
});

it('leaves the words of a name to shorter ones only where it is marked as their sum', () => {
  expect(groupOf(stemsOf('exoplanet atmosphere')).hasParts).toBe(true);
  expect(groupOf(stemsOf('heart attack')).hasParts).toBe(false);
});

it('finds a line by each of its names, however it starts', () => {
  const lost = rows.flatMap((row) => {
    const [names = [], narrower = []] = row
      .replace(/^\+ /, '')
      .split('>')
      .map((some) => some.split('|').flatMap((name) => name.trim() || []));
    return names.flatMap((name) => {
      const key = stemsOf(name);
      const found = groupOf(key).others;
      return [...names, ...narrower].filter((other) => stemsOf(other) !== key && !found.includes(other));
    });
  });
  expect(lost).toEqual([]);
});

// The index has no small words: an “off-patent” drug would be any patent.
it('has no names that say less without their small words', () => {
  const asMuch =
    /^(?:in (?:vitro|silico)|[A-Z]\. \w+|\S+-based|\w+ use|after childbirth|ME\/CFS|bisphenol A|influenza A|PGT-A|Down syndrome|N-of-1 trial|under-5 mortality|Sagittarius A\*|Sgr A\*|A\/B testing)$/;
  const short = rows.flatMap((row) =>
    row
      .replace(/^\+ /, '')
      .split(/[|>]/)
      .flatMap((name) => name.trim() || [])
      .filter((name) => {
        const stems = stemsOf(name).split(' ');
        const isCut = stems.length < name.split(/[\s/-]+/).length;
        return isCut && stems.filter(({ length }) => length > 1).length < 2 && !asMuch.test(name);
      }),
  );
  expect(short).toEqual([]);
});
