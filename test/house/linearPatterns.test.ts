import { globSync, readFileSync } from 'node:fs';
import { analyse } from 'scslre';
import { lineAt, parse, walk } from './tree.ts';

/**
 * No pattern of the server may take more than linear time, because one reply of a source, or one request, would block
 * everybody for that long. scslre finds quantifiers that can match the same characters, and unanchored ones that start
 * again at every character of a run (`/\s+$/`). The tests of `bench/hostile` measure what scslre cannot see: patterns built
 * from parts, and whole parsers.
 */
const files = globSync('src/**/*.{ts,tsx}').filter(
  (file) => !/\.test\.tsx?$|\/web[/.]|^src\/app\/pages\//.test(file),
);

/** From sources/record/text.ts. */
const fieldTag = String.raw`\[\s*(?:1?au|author|ad|affiliation|all(?: fields)?|auid|crdt|dp|edat|mdat|pdat|gr|ip|is|la|language|majr|mesh(?: terms| major topic)?|mh|nm|ot|pg|pmid|pt|publication type|sb|filter|sh|ta|journal|ti|title(?:\/abstract)?|tiab|tt|tw|text word|uid|vi)(?::[^\]]*)?\s*\]`;

/** From sources/record/cleanText.ts. */
const copyright = String.raw`(?:^|(?<=[.!?)\]])\s|\n)\s*(?:(?:Copyright\b|©|\(c\)\s*(?:19|20)\d\d|All rights reserved|This article is protected by copyright|Published by (?:Elsevier|Oxford|Wiley|John Wiley|Springer|BMJ)|\p{Lu}[\p{L} ]{2,40} \d+:\d+[-–]\d+,? (?:19|20)\d\d)[^\n]{0,240})$`;

/** Exceptions, which only match text of bounded length. */
const bounded: Record<string, string> = {
  '(?<=[aeiouy][^aeiouy]+[aeiouy]+[^aeiouy]*[st])(?<!cept|effect|direct|success|process|profess|ancest|elect|extens|depress|descript)or$':
    'a word of at most 60 letters',
  [copyright]: 'the last 320 characters of an abstract',
  [fieldTag]: 'a topic or a phrase, cut at 1,000 characters',
  '[^a-zA-Z]+(\\w)': 'summaries of our own endpoints',
  '\\w+ \\S+': 'a constant of its own file',
  '[\\p{L}\\p{N}-]+$': '160 characters before a parenthesis',
  '\\p{Lu}.*\\p{Lu}|\\p{Lu}.*\\p{N}': 'a word of at most 10 characters',
};

type Found = { at: string; pattern: string; flags: string };

/** Every regular expression literal of a file. */
function patternsIn(path: string, text: string): Found[] {
  const found: Found[] = [];
  walk(parse(path, text).program, ({ start, regex }) => {
    const at = `${path}:${lineAt({ path, text }, start)}`;
    if (regex) found.push({ at, ...(regex as Omit<Found, 'at'>) });
  });
  return found;
}

/** The super-linear parts of a pattern; empty if there are none. */
const complaints = ({ pattern, flags }: Found): string[] =>
  analyse({ source: pattern, flags }).reports.map(
    ({ type, exponential, character }) =>
      `${exponential ? 'exponential' : 'polynomial'} ${type} on /${character.literal.source}/`,
  );

/**
 * Whether a pattern has a modifier such as `(?i:`. In a process with many patterns, V8 leaves out optimizations that it
 * needs to get modifiers right, and what matched at first matches no longer: https://github.com/nodejs/node/issues/60030
 */
const isModified = ({ pattern }: Found): boolean => /\(\?[ims]*(?:-[ims]+)?(?<!\?):/.test(pattern);

describe('pattern', () => {
  const patterns = files.flatMap((file) => patternsIn(file, readFileSync(file, 'utf8')));

  it('takes linear time in the server and in what it shares with the pages', () => {
    const offenses = patterns
      .filter(({ pattern }) => !(pattern in bounded))
      .flatMap((found) =>
        complaints(found).map((complaint) => `${found.at} /${found.pattern}/: ${complaint}`),
      );
    expect(offenses).toEqual([]);
    expect(patterns.length).toBeGreaterThan(350);
  });

  it('has no modifier such as (?i:', () => {
    expect(patterns.filter(isModified)).toEqual([]);
    expect(patternsIn('planted.ts', 'const a = /(?i:a)b|(?-i:c)/;').filter(isModified)).toHaveLength(1);
    expect(patternsIn('planted.ts', 'const a = /(?:a)[?i:]/;').filter(isModified)).toEqual([]);
  });

  it('is listed as an exception only while the code has it and needs one', () => {
    for (const listed of Object.keys(bounded)) {
      const found = patterns.find(({ pattern }) => pattern === listed);
      expect(found && complaints(found), listed).not.toEqual([]);
      expect(found, listed).toBeDefined();
    }
  });

  it.each([
    ['that starts again at every space', String.raw`const a = /\s+$/;`],
    ['whose quantifiers trade', String.raw`const a = /^\s*-?\s*x/;`],
    ['of exponential time', 'const a = /^(?:a+)+$/;'],
  ])('%s is found', (_, text) => {
    const [found] = patternsIn('planted.ts', text);
    expect(complaints(found!)).not.toEqual([]);
  });
});
