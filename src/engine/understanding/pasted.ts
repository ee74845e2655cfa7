import type { Token } from './lexer.ts';
import type { Note } from './sentences.ts';

/** What an address of a search asks for, behind the name of its parameter. */
const searched = /[?&](?:cond|term|q|s1|query|search(?:_?(?:text|query|term))?|querytext|as_q)=(?=[^&#\s])/i;

/** Years in such an address, in as many characters or fewer. */
const yearsSearched: [parameter: RegExp, words: string][] = [
  [/[?&]as_ylo=(\d{4})&as_yhi=(\d{4})/, ' from $1 to $2'],
  [/[?&]as_ylo=(\d{4})/, ' since $1'],
  [/&filter=years\.(\d{4})-(\d{4})/, ' from $1 to $2'],
];

/** A text of the same length; of the address of a search, the words that it searched for. Notes it. */
export function ofAddress(text: string, notes: Note[]): string {
  const parameter = /^\s*https?:\/\/\S+\s*$/.test(text) ? searched.exec(text) : null;
  if (!parameter) return text;
  const from = parameter.index + parameter[0].length;
  const to = from + text.slice(from).search(/&(?!intr=)|[#\s]|$/);
  const address = `“${text.trim()}” is the address of a search: what it asked for is searched.`;
  notes.push({ from: 0, to: text.length, text: address });
  const words = text
    .slice(from, to)
    .replace(/\+|&intr=/g, ' ')
    .replace(/%([2-7][\da-f])/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  const [pattern, inWords] = (!/\bOR\b/.test(words) && yearsSearched.find(([one]) => one.test(text))) || [];
  const years = pattern ? pattern.exec(text)![0].replace(pattern, inWords!) : '';
  return (years.padEnd(from).slice(0, from) + words).padEnd(text.length);
}

/** Tokens that the lines of a search may become, since lines can be made of each other. */
const expandedAtMost = 300;
const limits = /^(?:limit|remove)$/;
const isOperator = (token: Token | undefined): boolean => /^(?:and|or|not)$/.test(token?.kind ?? '');

/**
 * The last of the numbered lines of a search (`1. exp Asthma/ 2. child*.tw. 3. 1 and 2`), with what its numbers stand for.
 * Tokens without such lines are left as they are.
 */
export function ofLines(tokens: Token[], notes: Note[]): Token[] {
  const lines: Token[][] = [];
  // `Type 2/` is no second line after `1.`.
  const [first] = tokens;
  const [, sign = ''] = /^([#S])1$/.exec(first?.text ?? '') ?? [];
  const reference = new RegExp(`^${sign}(\\d{1,3})$`);
  for (const [at, token] of tokens.entries()) {
    const isNext = token.kind === 'word' && token.text === first?.text.replace('1', `${lines.length + 1}`);
    if (isNext && !isOperator(tokens[at - 1]) && !isOperator(tokens[at + 1])) lines.push([]);
    else lines.at(-1)?.push(token);
  }
  const numbersOf = (line: Token[]): string[] => {
    const [, from, to] = /^(?:or|and)\/(\d{1,3})-(\d{1,3})$/i.exec(line[0]?.text ?? '') ?? [];
    const length = Math.max(0, Number(to) - Number(from) + 1);
    if (from) return Array.from({ length }, (_, i) => `${Number(from) + i}`);
    const words = line.filter(({ kind }) => kind === 'word' || kind === 'phrase');
    const all = words.flatMap(({ text }) => reference.exec(text)?.[1] ?? []);
    if (limits.test(line[0]?.text ?? '')) return all.slice(0, 1);
    const isMixed = isOperator(line[1]) && line[0]!.text === all[0];
    return sign || isMixed || all.length === words.length ? all : [];
  };
  if (lines.length < 2 || numbersOf(lines.at(-1)!).length === 0) return tokens;
  let size = 0;
  const expanded = (number: number): Token[] => {
    const line = lines[number - 1]!;
    const numbers = numbersOf(line).map(Number);
    const [first] = line;
    size += line.length;
    if (!first || size > expandedAtMost || numbers.some((one) => one >= number)) return [];
    const inside = (one: number): Token[] => [
      { ...first, kind: 'open', text: '(' },
      ...(one > 0 ? expanded(one) : []),
      { ...first, kind: 'close', text: ')' },
    ];
    if (limits.test(first.text)) {
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
