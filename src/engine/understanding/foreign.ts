import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { recalled } from '../core/memo.ts';
import { slipCost } from './spelling.ts';

const letters = new Map<string, string>();

/** A word in lower case, without accents. */
export const folded = (word: string): string =>
  word.toLowerCase().replace(/[^\0-\x7f]/g, (one) => recalled(letters, one, () => plainLetter(one)));

const plainLetter = (one: string): string =>
  ({ ß: 'ss', œ: 'oe' })[one] ?? one.normalize('NFD').replace(/\p{M}+/gu, '');

/** Articles and prepositions, which have no meaning alone. */
const linkWords = new Set(
  `bij nei nelle der die das dem den ein eine einer und oder bei mit zum zur fur im am auf nach durch le la les l un une et ou a au
  aux en dans par pour avec chez sur el los las y o al con por para sin os as e em no na nos nas um uma com il lo gli i dal nel
  nella negli su per tra alla agli ai aos het een voor met op aan door que che qui beim einen einem sobre
  aus uit sous desde hasta fra ist sind wie warum welche comment pourquoi quels como cual quais qual come quali perche hoe
  eines vor unter dai dagli dalla dalle nei sulla sulle sullo onder tussen envers pela pelas`.split(/\s+/),
);
/** Those that no English topic has. */
export const isForeignLink = (word: string): boolean =>
  /^(?:und|f[uü]r|zu[rm]|beim?|durch|d[eu]s|du|aux|dans|chez|avec|del|l[oa]s|por|dell[ae]|degli|dei|nell?a?|uma|com|het|een|voor)$/.test(
    word,
  );

/** Links after which a noun stands that English puts first: cancer du poumon, Impfung gegen Grippe. */
const ofWords = new Set(
  `de du des del di della delle degli dei dell dello do da dos das van von der vom gegen tegen contra contre contro`.split(
    ' ',
  ),
);

const links = new Set([...linkWords, ...ofWords]);

/** Whether a word is an article or a preposition in one of the languages. A single capital is none: vitamine D. */
export const isLinkWord = (word: string): boolean => !/^[A-Z]$/.test(word) && links.has(folded(word));
export const isOfWord = (word: string): boolean => ofWords.has(folded(word));

/** Articles that are joined to the next word: l'influenza, d'Alzheimer, dell'aria. */
const elided = /^(?:l|d|dell|all|nell|dall|sull)['’](?=\p{L}{3})/iu;
export const withoutArticle = (word: string): string => word.replace(elided, '');
/** Whether `of` is joined to a word. */
export const beginsWithOf = (word: string): boolean => /^d(?:ell)?['’]/i.test(word) && elided.test(word);

/** What a term means, and whether it is of a language that puts adjectives after nouns. */
type Entry = { english: string; isRomance: boolean };

/** Terms by their English, a column a language (Romance: 1 to 4), with `/` between forms. The first to name a form wins. */
const folder = path.join(import.meta.dirname, 'languages');

/** The lines by the starts of their words. Making the keys of all forms would hold up the first topic. */
const lines = () => (builtIn ??= linesByStart());
let builtIn: ReadonlyMap<string, readonly string[]> | undefined;

function linesByStart(): NonNullable<typeof builtIn> {
  const byStart = new Map<string, string[]>();
  // Below the names of the columns. The English stays as it is.
  const linesOf = (file: string) => readFileSync(path.join(folder, file), 'utf8').split('\n').slice(1, -1);
  for (const typed of readdirSync(folder).sort().flatMap(linesOf)) {
    const line = typed.replace(/\t.*/, folded);
    for (const word of line.split(/[\t/ '’]/)) {
      const same = recalled(byStart, startOf(word), () => []);
      if (same.at(-1) !== line) same.push(line);
    }
  }
  return byStart;
}

/** Two letters with which a key begins, however its umlauts are written. */
const startOf = (key: string): string =>
  (/^[aou]e/.test(key) ? key[0] + key.slice(2, 3) : key.slice(0, 2)).trimEnd();

/** What the keys with a start mean. */
const meanings = new Map<string, ReadonlyMap<string, Entry>>();
const meaningsFrom = (start: string): ReadonlyMap<string, Entry> =>
  recalled(meanings, start, () => {
    const found = new Map<string, Entry>();
    for (const line of lines().get(start) ?? []) {
      const [english = '', ...columns] = line.split('\t');
      for (const [i, column] of columns.entries()) {
        const entry = { english, isRomance: i > 0 && i < 5 };
        for (const form of column.split('/')) {
          if (!form.split(/[ '’]/).some((word) => startOf(word) === start)) continue;
          for (const key of form.includes(' ') ? keysOf(form) : [form])
            if (startOf(key) === start && !found.has(key)) found.set(key, entry);
        }
      }
    }
    return found;
  });

const meaningOf = (key: string): Entry | undefined => meaningsFrom(startOf(key)).get(key);

/** The English of all terms. */
export const englishTerms = (): Set<string> =>
  new Set([...lines().values()].flat().map((line) => line.slice(0, line.indexOf('\t'))));

/** A word of a phrase, without its article and accents. */
type Part = { text: string; isLink: boolean; stem: string };

const parts = new LRUCache<string, Part>({ max: 4000 });

const partOf = (word: string): Part =>
  recalled(parts, word, () => {
    const text = folded(withoutArticle(word));
    return { text, isLink: isLinkWord(text), stem: stemOf(text) };
  });

/**
 * A phrase without its articles and prepositions (cáncer de mama, cancro della mammella), and the same without genders, plurals and
 * cases, each word in its own (enfermedades raras, seltene Erkrankungen).
 */
function keysOf(phrase: string): string[] {
  const parts = phrase.split(' ').map(partOf);
  // One at the end belongs to what comes next: personnes âgées à domicile.
  const named = parts.filter(({ text, isLink }, at) => at === parts.length - 1 || (!isLink && text !== 'in'));
  const kept = named.length > 1 ? named : parts;
  const key = kept.map(({ text }) => text).join(' ');
  return kept.some(({ isLink }) => isLink) ? [key] : [key, kept.map(({ stem }) => stem).join(' ')];
}

/** A term without accents, and a phrase without its articles and prepositions. */
const keyOf = (term: string): string => (term.includes(' ') ? keysOf(term)[0]! : folded(term));

/** Genders, plurals and cases, and umlauts written as two letters; each with its end in the dictionary. */
const inflected: [form: RegExp, term: string][] = [
  [/(?<=.{4})(?:en|es|er|em|e|(?<=e[lr])n|s|x)$/, ''],
  [/(?<=.{3})(?:as?|e|es|h?i|os|he)$/, 'o'],
  [/(?:oes|aes)$/, 'ao'],
  [/(?<=[aeo])is$/, 'l'],
  [/aux$/, 'al'],
  [/heden$/, 'heid'],
  [/(?<=.{3})[ia]$/, 'e'],
  [/(?<=.{3})h?e$/, 'a'],
  [/ns$/, 'm'],
  [/ces$/, 'z'],
  [/([bdfgklmnprst])\1en$/, '$1'],
  [/(?<=[^aeou]|^)([aeou])([dfgklmnprst])en$/, '$1$1$2'],
  [/(?<=[aeiou])ven$/, 'f'],
  [/(?<=[aeiou])zen$/, 's'],
  [/innen$/, ''],
  [/(?<=[aou])e/g, ''],
];

const stemOf = (word: string): string =>
  word
    .replace(/(?<=[aou])e/g, '')
    .replace(/(?<=[aeo])is$/, 'l')
    .replace(/aux$/, 'al')
    .replace(/(?<=.{3})(?:e[mnrs]|[aeious]){1,4}$/, '');

/** What a term means as it is written or without its links, or if its words are in another form. */
function entry(term: string, anyForm = true): Entry | undefined {
  const inForms = () => inflected.map(([form, end]) => folded(term).replace(form, end));
  const isPhrase = term.includes(' ');
  const keys = isPhrase ? keysOf(term) : [folded(term), ...(anyForm ? inForms() : [])];
  return (anyForm ? keys : keys.slice(0, 1)).map(meaningOf).find(Boolean);
}

/** Whether an adjective follows its noun in the language of a term. */
export const isRomance = (term: string): boolean => entry(term)?.isRomance ?? false;

/**
 * The English of a foreign word or phrase, as papers write it; null if unknown. Splits German and Dutch compounds. Other forms than
 * the dictionary's and compounds with a hyphen are read in a topic that is foreign.
 */
export function translationOf(word: string, anyForm = true): string | null {
  const found = entry(word, anyForm)?.english ?? (anyForm ? withHyphen(word) : null);
  const english = found ?? splitCompound(folded(word));
  return english === null || english === word.toLowerCase() || isSamePhrase(english, word) ? null : english;
}

/** `Vitamin D`, `long term` and `a multiple sclerosis` are English, too. */
const isSamePhrase = (english: string, typed: string): boolean =>
  typed.includes(' ') && plainly(english) === plainly(typed);
const plainly = (phrase: string): string => keyOf(phrase.replace(/-/g, ' ')).replace(/s\b/g, '');

/** The English of a term from which a long word differs by one slip; null if there is none. */
export function misspelledTerm(word: string): string | null {
  const key = folded(word);
  const isLike = (term: string) =>
    term[0] === key[0] && Math.abs(term.length - key.length) <= 1 && slipCost(key, term, 1.1) <= 1.1;
  if (key.length < 6) return null;
  for (const start of lines().keys())
    if (start[0] === key[0])
      for (const [term, { english }] of meaningsFrom(start)) if (isLike(term)) return english;
  return null;
}

/** `HIV-Infektion`: the last part says what it is. */
function withHyphen(word: string): string | null {
  const [, head = '', last = ''] = /^(\S+)-(\p{L}{4,})$/u.exec(word) ?? [];
  const tail = last && translationOf(last);
  return tail ? `${translationOf(head) ?? head} ${tail}` : null;
}

/** Maximum length of a compound: the longest words of newspapers have sixty letters. */
const compoundAtMost = 100;

/** `darmmikrobiom` is gut and microbiome. All parts have to be known. */
const splitCompound = (word: string): string | null =>
  word.length > compoundAtMost || word.includes(' ') ? null : splitWithin(word, new Set());

/** `failed` has the ends that cannot be split, or `herzherzherz…` would be tried again for every way to reach one. */
function splitWithin(word: string, failed: Set<string>): string | null {
  if (word.length < 8 || failed.has(word)) return null;
  for (let at = word.length - 4; at >= 3; at--) {
    const head = part(word.slice(0, at));
    if (!head) continue;
    const rest = word.slice(at);
    for (const one of new Set([rest, rest.replace(/^(?:s|es|n|en|er|e)(?=.{4})/, '')])) {
      const tail = part(one) ?? splitWithin(one, failed);
      if (tail) return `${head} ${tail}`;
    }
  }
  failed.add(word);
  return null;
}

/** The English of a part of a compound, which no Romance language has. */
function part(key: string): string | null {
  const found = meaningOf(key) ?? meaningOf(key.replace(inflected[0]![0], ''));
  return found && !found.isRomance ? found.english : null;
}

/** Endings of Romance and German words, and the endings of their cognates. */
const endings: [RegExp, string[]][] = [
  [/isier(?:ung|ungen|t|te|ten)$|isatie$/, ['ization', 'ized']],
  [/(?:acion|acao|azione|ation|ationen|ierung|atie|aties)$/, ['ation']],
  [/(?:ciones|coes|zioni)$/, ['tion', 'tions']],
  [/(?:cion|cao|zione|sion|sao|sione|tion|tie)$/, ['tion', 'sion', 'ction']],
  [/(?:dades|dad|dade|ta|te|tat|taten|teit|teiten)$/, ['ty']],
  [/(?:ico|ica|ique|iques|icos|icas|ici|iche|isch|ische|ischer|ischen|isches)$/, ['ic', 'ical']],
  [/(?:aco|aca|aque)$/, ['ac']],
  [/(?:encia|enza|ence|enz)$/, ['ence', 'ency']],
  [/(?:ancia|anza|ance|anz)$/, ['ance', 'ancy']],
  [/(?:ia|ie|ien|ias|ies)$/, ['y', 'ia', 'ies']],
  [/(?:ismo|isme|ismus)$/, ['ism']],
  [/(?:oso|osa|eux|euse|os|eus|euze)$/, ['ous', 'osis']],
  [/(?:ose|osi|osis)$/, ['osis']],
  [/(?:ite|itis|ite|iti)$/, ['itis']],
  [/(?:al|ale|ales|ais|ali|aux|aal|eel|ell|elle|eller|ellen|el)$/, ['al']],
  [/[ou]lar(?:e|i|es|a|)$/, ['ular']],
  [/(?:ario|aria|aire|aires|arie|air)$/, ['ary', 'ar']],
  [/(?:ivo|iva|if|ive|iv|ief|ieve)$/, ['ive']],
  [/(?:mento|mentos|menti)$/, ['ment']],
  [/(?:or|ore|eur|ador|atore|ateur)$/, ['or', 'ator']],
  [/(?:a|o|e|es|os|as|i|en|er|n)$/, ['', 'e', 'a', 'us', 'um']],
  [/$/, ['', 's', 'e', 'es']],
];

/** Possible spellings of a foreign word's English cognate, the most likely first; of a short word only if others are foreign. */
export function cognatesOf(word: string, isForeign = false): string[] {
  const plain = folded(word);
  if (plain.length < 5) return [];
  const found = new Set<string>();
  const isShort = !isForeign && plain.length < 8 && !/\p{M}/u.test(word.normalize('NFD'));
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
