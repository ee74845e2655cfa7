import type { Note, Token } from './lexer.ts';

/** What an address of a search asks for, behind the name of its parameter. */
const searched = /[?&](?:term|q|query|search|searchtext|as_q)=(?=[^&#\s])/i;

/** What is pasted beside the words of a topic, and what it is. */
const copied: [pattern: RegExp, what: string][] = [
  [/^\s*[#S]\d{1,3}(?:\s+(?:AND|OR|NOT)\s+[#S]\d{1,3})+\s*$/i, 'stands for searches that were not pasted'],
  [
    /^\s*(?:key ?words?|search(?: terms?)?|query|mots[- ]cl[eé]s|palabras clave|parole chiave|palavras[- ]chave|schlagw[oö]rter|stichw[oö]rter|trefwoorden)\s?:(?=\s)/i,
    'is a heading',
  ],
  [
    /(?:\borcid:\s?)?(?:https?:\/\/orcid\.org\/)?\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b/gi,
    'is the ORCID iD of a person (write author: and the family name instead)',
  ],
  [/(?<=\S\s)(?:doi:\s?|https?:\/\/(?:dx\.)?doi\.org\/)10\.\d{4,9}\/\S+/gi, 'is the identifier of a paper'],
  [
    /(?:^\s*#1\s(?![^#]*#2))?\bMeSH descriptor:?\s?(?=[[ ])|\bexplode (?:all|\d) trees?\b|\bthis term only\b|\(Word variations have been searched\)/gi,
    'belongs to another search engine',
  ],
];

/** A text of the same length, without what was copied with the words of a topic. Notes each. */
export function withoutCopied(text: string, notes: Note[]): string {
  const blank = (raw: string, from: number, what: string): string => {
    if (raw.trim())
      notes.push({ from, to: from + raw.length, text: `“${raw.trim()}” ${what} and is no word to find.` });
    return ' '.repeat(raw.length);
  };
  const parameter = /^\s*https?:\/\/\S+\s*$/.test(text) ? searched.exec(text) : null;
  if (parameter) {
    const from = parameter.index + parameter[0].length;
    const to = from + text.slice(from).search(/[&#\s]|$/);
    const address = 'is the address of a search';
    const words = text
      .slice(from, to)
      .replaceAll('+', ' ')
      .replace(
        /%([2-7][\da-f])/gi,
        (_, code: string) => `  ${String.fromCharCode(Number.parseInt(code, 16))}`,
      );
    return blank(text.slice(0, from), 0, address) + words + blank(text.slice(to), to, address);
  }
  const isListed =
    /^\s*1[.)]\s/.test(text) && /\s2[.)]\s/.test(text) && !/\b1 (?:and|or) 2\b|\bor\/1-\d/i.test(text);
  const numbers: typeof copied = isListed ? [[/(?<=^|\s)\d{1,2}[.)](?=\s)/g, 'numbers a list']] : [];
  const brackets = /(?<=\bMeSH descriptor:?\s?)\[([^[\]]{1,80})\]/gi;
  return [...copied, ...numbers].reduce(
    (left, [pattern, what]) =>
      left.replace(pattern, (raw, ...rest) => blank(raw, rest.at(-2) as number, what)),
    text.replace(brackets, ' $1 '),
  );
}

/** Tokens that the lines of a search may become, since lines can be made of each other. */
const expandedAtMost = 300;
const reference = /^#?(\d{1,3})$/;
const isOperator = (token: Token | undefined): boolean => /^(?:and|or|not)$/.test(token?.kind ?? '');

/**
 * The last of the numbered lines of a search (`1. exp Asthma/ 2. child*.tw. 3. 1 and 2`), with what its numbers stand for.
 * Tokens without such lines are left as they are.
 */
export function ofLines(tokens: Token[], notes: Note[]): Token[] {
  const lines: Token[][] = [];
  for (const [at, token] of tokens.entries()) {
    const isNext = token.kind === 'word' && token.text.replace(/^#|[.)]$/g, '') === `${lines.length + 1}`;
    if (isNext && !isOperator(tokens[at - 1]) && !isOperator(tokens[at + 1])) lines.push([]);
    else lines.at(-1)?.push(token);
  }
  const numbersOf = (line: Token[]): string[] => {
    const [, from, to] = /^(?:or|and)\/(\d{1,3})-(\d{1,3})$/i.exec(line[0]?.text ?? '') ?? [];
    if (from)
      return Array.from(
        { length: Math.max(0, Number(to) - Number(from) + 1) },
        (_, i) => `${Number(from) + i}`,
      );
    const words = line.filter(({ kind }) => kind === 'word' || kind === 'phrase');
    const all = words.flatMap(({ text }) => reference.exec(text)?.[1] ?? []);
    return line[0]?.text === 'limit' ? all.slice(0, 1) : all.length === words.length ? all : [];
  };
  if (lines.length < 2 || numbersOf(lines.at(-1)!).length === 0) return tokens;
  const used = new Set<number>();
  let size = 0;
  const expanded = (number: number): Token[] => {
    const line = lines[number - 1]!;
    const numbers = numbersOf(line).map(Number);
    const [first] = line;
    used.add(number);
    size += line.length;
    if (!first || size > expandedAtMost || numbers.some((one) => one >= number)) return [];
    const inside = (one: number): Token[] => [
      { ...first, kind: 'open', text: '(' },
      ...(one > 0 ? expanded(one) : []),
      { ...first, kind: 'close', text: ')' },
    ];
    if (first.text === 'limit') {
      const years = line.findIndex(({ kind }) => kind === 'field');
      return [...inside(numbers[0]!), ...(years < 0 ? [] : line.slice(years, years + 2))];
    }
    const kind = /^or/i.test(first.text) ? 'or' : 'and';
    if (first.text.includes('/') && numbers.length > 0)
      return numbers.flatMap((one, i) => [
        ...(i > 0 ? [{ ...first, kind, text: kind } as Token] : []),
        ...inside(one),
      ]);
    return numbers.length > 0
      ? line.flatMap((token) =>
          reference.test(token.text) ? inside(Number(reference.exec(token.text)![1])) : token,
        )
      : line;
  };
  const last = expanded(lines.length);
  if (last.length === 0 || size > expandedAtMost) return tokens;
  for (const token of tokens)
    if (!last.includes(token) && token.kind === 'word')
      notes.push({
        from: token.from,
        to: token.to,
        text: `“${token.text}” is part of the lines of another search engine.`,
      });
  return last;
}
