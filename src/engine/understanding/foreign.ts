import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { OtherNames } from '../core/types.ts';

/** A word in lower case, without accents. */
export const folded = (word: string): string =>
  word
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/œ/g, 'oe')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '');

/** Articles and prepositions, which have no meaning alone. */
const linkWords = new Set(
  `bij nei nelle der die das dem den ein eine einer und oder bei mit von zum zur fur im am auf nach durch le la les l un une et ou a au
  aux en dans par pour avec chez sur el los las y o al con por para sin os as e em no na nos nas um uma com il lo gli i dal nel
  nella negli su per tra alla agli ai aos het een voor met op aan door`.split(/\s+/),
);

/** Links after which a noun stands that English puts first: cancer du poumon, Impfung gegen Grippe. */
const ofWords = new Set(
  `de du des del di della delle degli dei dell dello do da dos das d van vom gegen tegen contra contre contro`.split(
    ' ',
  ),
);

/** Whether a word is an article or a preposition in one of the languages. */
export const isLinkWord = (word: string): boolean => linkWords.has(folded(word)) || isOfWord(word);
export const isOfWord = (word: string): boolean => ofWords.has(folded(word));

/** Articles that are joined to the next word: l'influenza, d'Alzheimer, dell'aria. */
const elided = /^(?:l|d|dell|all|nell|dall|sull)['’](?=\p{L}{3})/iu;
export const withoutArticle = (word: string): string => word.replace(elided, '');
/** Whether `of` is joined to a word. */
export const beginsWithOf = (word: string): boolean => /^d(?:ell)?['’]/i.test(word) && elided.test(word);

/** Columns of the table that put an adjective after its noun. */
const romance = ['French', 'Spanish', 'Italian', 'Portuguese'];

/** What a term means, and whether it is of a language that puts adjectives after nouns. */
type Entry = { english: string; isRomance: boolean };

/** Common terms of medicine and science by their English, a column a language, with `/` between forms. */
const builtIn: ReadonlyMap<string, Entry> = (() => {
  const [head = '', ...lines] = readFileSync(path.join(import.meta.dirname, 'languages.tsv'), 'utf8')
    .trimEnd()
    .split('\n');
  const isRomance = head.split('\t').map((language) => romance.includes(language));
  const entries = new Map<string, Entry>();
  for (const line of lines) {
    const [english = '', ...columns] = line.split('\t');
    for (const [i, forms] of columns.entries())
      for (const form of forms.split('/'))
        if (form && !entries.has(folded(form)))
          entries.set(folded(form), { english, isRomance: isRomance[i + 1]! });
  }
  return entries;
})();

/** Whether an adjective follows its noun in the language of a term. */
export const isRomance = (term: string): boolean => builtIn.get(folded(term))?.isRomance ?? false;

const entry = (key: string): string | undefined => builtIn.get(key)?.english;

/** Endings of cases and plurals. */
const inflected = /(?<=.{4})(?:en|es|er|em|e|n|s)$/;

/** The English of a foreign word or phrase, as papers write it; null if unknown. Splits German compounds. */
export function translationOf(word: string): string | null {
  const key = folded(word);
  const isPhrase = key.includes(' ');
  return (
    entry(key) ??
    // Romance adjectives take the plural with their nouns.
    (isPhrase ? entry(key.replace(/(?<=[a-z]{3})s\b/g, '')) : entry(key.replace(inflected, ''))) ??
    splitCompound(key)
  );
}

/** The English of a foreign word or pair of words, learned from titles; null if unknown. */
export const learnedTranslation = ({ learned }: Pick<OtherNames, 'learned'>, word: string): string | null =>
  learned.get(folded(word)) ?? null;

/** Maximum length of a compound: the longest words of newspapers have sixty letters. */
const compoundAtMost = 100;

/** `darmmikrobiom` is gut and microbiome. All parts have to be known. */
const splitCompound = (word: string): string | null =>
  word.length > compoundAtMost ? null : splitWithin(word, new Set());

/** `failed` has the ends that cannot be split, or `herzherzherz…` would be tried again for every way to reach one. */
function splitWithin(word: string, failed: Set<string>): string | null {
  if (word.length < 8 || failed.has(word)) return null;
  for (let at = word.length - 4; at >= 4; at--) {
    const head = entry(word.slice(0, at));
    if (!head) continue;
    const rest = word.slice(at);
    for (const one of new Set([rest, rest.replace(/^(?:s|es|n|en|er)(?=.{4})/, '')])) {
      const tail = entry(one) ?? splitWithin(one, failed);
      if (tail) return `${head} ${tail}`;
    }
  }
  failed.add(word);
  return null;
}

/** Endings of Romance and German words, and the endings of their cognates. */
const endings: [RegExp, string[]][] = [
  [/(?:acion|acao|azione|ation|ationen)$/, ['ation']],
  [/(?:ciones|coes|zioni)$/, ['tion', 'tions']],
  [/(?:cion|cao|zione|sion|sao|sione|tion)$/, ['tion', 'sion', 'ction']],
  [/(?:dades|dad|dade|ta|te|tat|taten)$/, ['ty']],
  [/(?:ico|ica|ique|iques|icos|icas|ici|iche|isch|ische|ischer|ischen|isches)$/, ['ic', 'ical']],
  [/(?:aco|aca|aque)$/, ['ac']],
  [/(?:encia|enza|ence|enz)$/, ['ence', 'ency']],
  [/(?:ancia|anza|ance|anz)$/, ['ance', 'ancy']],
  [/(?:ia|ie|ien|ias|ies)$/, ['y', 'ia', 'ies']],
  [/(?:ismo|isme|ismus)$/, ['ism']],
  [/(?:oso|osa|eux|euse|os)$/, ['ous', 'osis']],
  [/(?:ose|osi|osis)$/, ['osis']],
  [/(?:ite|itis|ite|iti)$/, ['itis']],
  [/(?:al|ale|ales|ais|ali|ell|elle|eller|ellen|el)$/, ['al']],
  [/(?:ario|aria|aire|arie)$/, ['ary']],
  [/(?:ivo|iva|if|ive|iv)$/, ['ive']],
  [/(?:mento|mentos|menti)$/, ['ment']],
  [/(?:or|ore|eur|ador|atore|ateur)$/, ['or', 'ator']],
  [/(?:a|o|e|es|os|as|i|en|er|n)$/, ['', 'e', 'a', 'us', 'um']],
  [/$/, ['', 's', 'e', 'es']],
];

/** Possible spellings of a foreign word's English cognate, the most likely first. */
export function cognatesOf(word: string): string[] {
  const plain = folded(word);
  if (plain.length < 5) return [];
  const found = new Set<string>();
  const isShort = plain.length < 8 && !/\p{M}/u.test(word.normalize('NFD'));
  for (const [ending, english] of isShort ? endings.slice(0, -2) : endings) {
    if (!ending.test(plain)) continue;
    const stem = plain.replace(ending, '');
    if (stem.length < 3) continue;
    for (const one of respelled(stem)) for (const end of english) found.add(one + end);
  }
  return [...found];
}

/** Replaces spellings inside a word that differ between the languages. */
function respelled(stem: string): string[] {
  const forms = new Set([stem]);
  for (const [from, to] of [
    [/f/, 'ph'],
    [/^es(?=[ptc])/, 's'],
    [/k/g, 'c'],
    [/z/g, 'c'],
    [/qu(?=[ei])/, 'ch'],
    [/t(?=[aeo])/, 'th'],
    [/i/, 'y'],
    [/ll|l/, 'll'],
    [/([bcdfglmnprst])\1/g, '$1'],
    [/s(?=[aeiou])/, 'ss'],
    [/x/, 'ct'],
    [/nm/, 'mm'],
    [/c(?=t?i)/, 'cc'],
    [/fi/, 'ffi'],
    [/ae|oe/, 'e'],
  ] as [RegExp, string][])
    for (const form of [...forms]) if (from.test(form)) forms.add(form.replace(from, to));
  return [...forms].slice(0, 64);
}
