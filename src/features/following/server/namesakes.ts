import { nameOf } from '#corpus/works/identity/nameOf.ts';

/** A person who is followed; of the first names at least one letter. */
export type Person = { family: string; given: string; orcid: string | null };

/** A name of a byline; a group has no family. */
export type Named = Partial<Record<'family' | 'given' | 'particle' | 'orcid', string | undefined>>;

/** What is known beside the name: the reader's answers, the person's ORCIDs, and coauthors of papers surely theirs. */
export interface Known {
  answers: ReadonlyMap<number, boolean>;
  orcids: ReadonlySet<string>;
  coauthors: ReadonlySet<string>;
}

export type Standing = { is: 'theirs' | 'unsure' | 'other'; says: string };

/** Coauthors in common that make a paper surely theirs. A very common family name counts half without a first name. */
const leastShared = 2;

/**
 * Whether a paper is by the person: by the reader's word, by ORCID, or by coauthors of papers that surely are. All else of the
 * name is unsure. A different ORCID or first name is another person.
 */
export function standingOf(
  person: Person,
  { id, names }: { id: number; names: Named[] },
  known: Known,
): Standing {
  const alike = names.filter((name) => isAlike(person, name));
  const answer = known.answers.get(id);
  if (!alike.length || answer === false) return { is: 'other', says: '' };
  if (answer) return { is: 'theirs', says: 'you said so' };
  const orcids = alike.flatMap(({ orcid }) => orcid ?? []);
  const same = orcids.find((orcid) => known.orcids.has(orcid));
  if (same) return { is: 'theirs', says: `by ORCID ${same}` };
  if (known.orcids.size && orcids.length === alike.length) return { is: 'other', says: '' };
  const shared = coauthorsOf(person, names).filter((one) => known.coauthors.has(one));
  const weight = shared.reduce((sum, one) => sum + (isCommon(one) ? 0.5 : 1), 0);
  if (alike.length === 1 && weight >= leastShared)
    return { is: 'theirs', says: `${shared.length} coauthors of other papers by this person` };
  return { is: 'unsure', says: shared.length ? 'the name, and a coauthor alike' : 'the name alone' };
}

/** The same family name, and first names of which one begins as the other: `R.`, `Rosa`, `Rosa M`; not `Rosa` and `Ruth`. */
export function isAlike(person: Pick<Person, 'family' | 'given'>, name: Named): boolean {
  if (!name.family) return false;
  const families = [name.family, `${name.particle ?? ''} ${name.family}`].map(folded);
  const [own, other] = [firstNames(person.given), firstNames(name.given ?? '')];
  if (!families.includes(folded(person.family)) || !other.length) return false;
  return own.every((part, at) => !other[at] || part.startsWith(other[at]) || other[at].startsWith(part));
}

/** `Jean-Luc`, `J-L`, `JL`, `J. L.` in parts. */
const firstNames = (given: string): string[] =>
  given
    .split(/[\s.-]+/)
    .flatMap((part) => (/^\p{Lu}{2,3}$/u.test(part) ? [...part] : [part]))
    .map(folded)
    .filter(Boolean);

/** Everybody but the person, as `family first-name`, or `family i` where only an initial is known. */
export const coauthorsOf = (person: Pick<Person, 'family' | 'given'>, names: Named[]): string[] => [
  ...new Set(
    names.flatMap((name) => {
      const [first] = firstNames(name.given ?? '');
      return !name.family || !first || isAlike(person, name) ? [] : `${folded(name.family)} ${first}`;
    }),
  ),
];

/** Family names that several people on a page of papers have. */
const familyNames =
  'wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zheng liang xie tang han cao deng feng xiao cheng song dong yuan lu jiang cai jia ding wei xue ye pan du dai xia zhong tian ren fan fang shi yao tan liao jin kim lee park choi jung kang cho yoon jang lim nguyen tran le singh kumar sharma gupta patel khan ahmed ali smith johnson williams brown jones garcia miller davis wilson martin silva santos tanaka sato suzuki';
const common = new Set(familyNames.split(' '));

const isCommon = (coauthor: string): boolean => {
  const at = coauthor.lastIndexOf(' ');
  return coauthor.length - at < 4 && common.has(coauthor.slice(0, at));
};

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N} ]/gu, '')
    .toLowerCase()
    .trim();

/** A name as sources write it, its particles with the family: `van der Berg`. Without a family for a single word or a group. */
export function nameIn(text: string): Named {
  const { family, given, particle } = nameOf(text) as Named;
  return family ? { family: [particle, family].filter(Boolean).join(' '), given } : {};
}
