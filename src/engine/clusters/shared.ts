import type { Cluster, SeedPaper } from '../core/types.ts';
import { newYielder } from '../core/yieldToEventLoop.ts';
import type { IndexReader } from '../index/reader.ts';
import { stopWords } from '../text/stopWords.ts';
import {
  isInTitle,
  type Phrase,
  phrasesOf,
  shareOfIndex,
  termsInLowerCase,
  timesInAbstract,
  worthOfLength,
  writtenAs,
} from './naming.ts';

const mostGroups = 4;
/** A phrase of more papers than this share of all is their common subject. */
const mostOfAll = 0.6;
/** Upper bound on the share of the index that has a phrase: `patients` and `model` name no group. */
const mostOfIndex = 0.06;
/** Times that an abstract has to have a phrase that its title does not have. */
const leastInAbstract = 2;

/**
 * Groups of the few papers of a digest: those that share a phrase which is rare in the index. Each phrase is in the title
 * of each paper of its group, or in its abstract at least twice. The groups that tell most come first, and each
 * adds two papers. Deterministic.
 */
export async function sharedBy(reader: IndexReader, papers: readonly SeedPaper[]): Promise<Cluster[]> {
  const phrases = await phrasesOf(reader, papers, newYielder());
  const inLowerCase = termsInLowerCase(phrases);
  const textOf = (paper: number) => `${papers[paper]!.title}. ${papers[paper]!.abstract ?? ''}`;
  const isAbout = (phrase: Phrase) => (paper: number) =>
    isInTitle(phrase, paper) || timesInAbstract(phrase, paper) >= leastInAbstract;
  const worthOf = (phrase: Phrase, own: readonly number[]): number =>
    Math.sqrt(own.length) *
    worthOfLength[phrase.terms.length - 1]! *
    Math.log(mostOfIndex / (shareOfIndex(reader, phrase) + mostOfIndex / 100));
  const offers = phrases
    .filter((phrase) => isRare(reader, phrase))
    .map((phrase) => ({
      phrase,
      own: [...phrase.mentions.keys()].filter(isAbout(phrase)).sort((a, b) => a - b),
    }))
    .filter(({ own }) => own.length > 1 && own.length <= mostOfAll * papers.length)
    .map(({ phrase, own }) => ({ phrase, own, worth: worthOf(phrase, own) }))
    .sort((a, b) => b.worth - a.worth);
  type Offer = (typeof offers)[number];
  const named = ({ phrase, own }: Offer) => {
    const name = untorn(writtenAs(phrase, inLowerCase), own.map(textOf));
    const isName = name && namesThing(name) && (isPrecise(name) || isOften(phrase, own));
    return isName ? [{ phrase, own, name }] : [];
  };
  const groups: Cluster[] = [];
  const taken = new Set<number>();
  const said = new Set<number>();
  const isNew = ({ phrase, own }: Pick<Offer, 'phrase' | 'own'>): boolean =>
    own.filter((paper) => !taken.has(paper)).length > 1 &&
    !groups.some(({ ids }) => ids.every((id) => own.some((at) => papers[at]!.id === id))) &&
    !phrase.terms.some((term) => said.has(term));
  // The texts are searched for the name of an offer only if it may be taken.
  for (const equal of Map.groupBy(offers, ({ worth }) => worth).values())
    for (const one of equal
      .filter(isNew)
      .flatMap(named)
      .sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (groups.length === mostGroups) return groups;
      if (!isNew(one)) continue;
      groups.push({ name: one.name, ids: one.own.map((paper) => papers[paper]!.id) });
      for (const paper of one.own) taken.add(paper);
      for (const term of one.phrase.terms) said.add(term);
    }
  return groups;
}

/** Share of a name's places from which the word behind it belongs to it. */
const mostlyFollowed = 0.8;

/**
 * A name with the word that always follows it, if that is the same in each text: `castration-resistant prostate cancer`.
 * Null if different ones follow: `immune checkpoint` of `immune checkpoint blockade` and `immune checkpoint inhibitors`.
 */
function untorn(name: string, texts: readonly string[]): string | null {
  if (!/\s/.test(name) && /\p{Lu}\P{Lu}*\p{Lu}/u.test(name)) return name;
  const places = new RegExp(name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'), 'giu');
  const followers = texts.map((text) => followersOf(places, text));
  const all = followers.flat();
  if (all.filter(Boolean).length < mostlyFollowed * all.length || !all.length) return name;
  const next = followers[0]!.find((one) => followers.every((own) => own.includes(one)));
  return next ? untorn(`${name} ${next}`, texts) : null;
}

/** Letters and digits take V8 long to compile, so these are compiled once, and not for each name. */
const startOfWord = /(?<![\p{L}\p{N}])/uy;
const endOfWord = /(?![\p{L}\p{N}])(?:[ -](\p{Ll}{3,}))?/iuy;

/** The word behind each place of a name in a text, in lower case; empty for none or a stop word. */
function followersOf(name: RegExp, text: string): string[] {
  const found: string[] = [];
  name.lastIndex = 0;
  for (let place = name.exec(text); place; place = name.exec(text)) {
    startOfWord.lastIndex = place.index;
    endOfWord.lastIndex = name.lastIndex;
    const end = startOfWord.test(text) ? endOfWord.exec(text) : null;
    // Within another word, the name may begin at the next character.
    name.lastIndex = end
      ? endOfWord.lastIndex
      : place.index + (text.codePointAt(place.index)! > 0xffff ? 2 : 1);
    const next = end?.[1]?.toLowerCase() ?? '';
    if (end) found.push(stopWords.has(next) ? '' : next);
  }
  return found;
}

/**
 * Ends in a noun, not in an adjective (`left ventricular`, `privacy-preserving federated`), has no figure of its own
 * (`20 mg`), and says no effect, kind of study or thing done (`effect of ACE inhibitors`, `extends life`).
 */
const namesThing = (name: string): boolean =>
  !/(?:[a-z](?:ous|ic|ive|ble|ory|ular)|[a-z]{4}(?:al|ed)|resist(?:ant)?|convalescent|dependent|-based|-related)$/.test(
    name,
  ) &&
  !/(?:^|\s)\d/.test(name) &&
  !/^(?:(?:effects?|roles?|impacts?|use|analysis|studies|study|results?|risks?) of|vs|versus|related|evolutionarily|(?:ant)?agonist|(?:extend|reduc|improv|induc|regulat|promot|enhanc|inhibit|modulat|predict|increas|decreas|suppress|prevent)(?:s|es|ed)) |^(?:retrospective|prospective|cross-sectional) |(?:cohort|controlled|case|pilot|retrospective|prospective|randomi[sz]ed) (?:study|studies|trials?|reports?|analysis)$/i.test(
    name,
  );

/** Two words, or a name with capitals or figures inside: `lung cancer`, `PD-L1`. */
const isPrecise = (name: string): boolean => /\s|.[\p{Lu}\d]/u.test(name);

/** One word is vague; it is a label if three papers are about it, or if both titles say so. */
const isOften = (phrase: Phrase, own: readonly number[]): boolean =>
  own.length > 2 || own.every((paper) => isInTitle(phrase, paper));

const isRare = (reader: IndexReader, phrase: Phrase): boolean => shareOfIndex(reader, phrase) < mostOfIndex;
