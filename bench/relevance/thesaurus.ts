import { readFileSync } from 'node:fs';
import { cleanPhrase } from '#topics/expansion/fromCorpus.ts';

/**
 * What scientists call things, one concept per line: its names, and after `>` its parts and kinds. Written by hand from general
 * knowledge, field by field, by somebody who knew the saved topics and what their readers need, but no grades and no papers. It
 * therefore flatters a model a little.
 */
const entries = readFileSync(new URL('../data/thesaurus.txt', import.meta.url), 'utf8');

interface Entry {
  names: string[];
  narrower: string[];
}

const table: Entry[] = entries
  .trim()
  .split('\n')
  .map((line) => {
    const [names = '', narrower = ''] = line.split('>');
    const list = (text: string) => text.split('|').flatMap((name) => cleanPhrase(name) ?? []);
    return { names: list(names), narrower: list(narrower) };
  });

/** At most as many as the product takes. */
const most = 8;

type Phrase = { phrase: string; kind: 'synonym' | 'abbreviation' | 'narrower' };

/** Other names for a topic's concepts, in turn for each concept, the longest first; the product asks for eight. */
export function rewrite(topic: string): { expansions: Phrase[] } {
  const said = ` ${plain(topic)} `;
  const named = table
    .flatMap(({ names, narrower }) => {
      const name = names.find((one) => said.includes(` ${plain(one)} `));
      return name ? [{ name, others: phrasesOf(names, narrower, said) }] : [];
    })
    .sort((one, other) => other.name.length - one.name.length);
  const outer = named.filter(
    ({ name }, at) =>
      !named.slice(0, at).some((before) => ` ${plain(before.name)} `.includes(` ${plain(name)} `)),
  );
  const rounds = Array.from({ length: most }, (_, round) =>
    outer.flatMap(({ others }) => others[round] ?? []),
  );
  return { expansions: rounds.flat().slice(0, most) };
}

function phrasesOf(names: readonly string[], narrower: readonly string[], said: string): Phrase[] {
  const isNew = (name: string) => !said.includes(` ${plain(name)} `);
  const kindOf = (name: string) => (/^\p{Lu}[\p{Lu}\p{N}-]+$/u.test(name) ? 'abbreviation' : 'synonym');
  return [
    ...names.filter(isNew).map((phrase) => ({ phrase, kind: kindOf(phrase) }) as const),
    ...narrower.filter(isNew).map((phrase) => ({ phrase, kind: 'narrower' }) as const),
  ];
}

/** In lower case, without punctuation and without a plural's s. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/(?<=\p{L}{3})s(?=\s|$)/gu, '');
