import type { App } from '#kit/feature.ts';
import { pluck } from '#shared/values/pick.ts';
import type { Identifier } from '#sources/record/source.ts';
import { identifierKey } from './identity/identifiers.ts';
import { type Described, isSameWork, type Signature, shareNothing } from './identity/sameWork.ts';
import { comparableTitle, isTelling } from './identity/title.ts';
import { ownersOf, signedNeighbors, storedWorks } from './stored.ts';

/** What is known about a work that may be in the corpus. */
interface Sought extends Described {
  identifiers: Identifier[];
}

/** A work that one of the identifiers names, but whose title and authors contradict it. */
type Contradiction = { identifier: Identifier; title: string };

/** A work of the corpus, or why there is none: no match, several, or one that is likely another. */
type FoundWork = number | 'none' | 'several' | Contradiction;

/**
 * The works of the corpus that match these descriptions, in the same order: by an identifier that nothing else contradicts, or
 * else by title and, if given, authors. A title that several works share matches none of them.
 */
export async function findWorks(app: App, sought: Sought[]): Promise<FoundWork[]> {
  if (!sought.length) return [];
  const byName = await namedWorks(app, sought);
  const signatures = sought.map((one, at) => (typeof byName[at] === 'number' ? null : signatureOf(one)));
  const signed = signatures.flatMap((signature) => signature ?? []);
  const neighbors = await signedNeighbors(app.db, signed);
  return sought.map((_, at) => {
    const [named, signature] = [byName[at], signatures[at]];
    if (typeof named === 'number') return named;
    const found = signature ? byTitle(signature, neighbors) : 'none';
    return found === 'none' ? (named ?? found) : found;
  });
}

/** The first work that an identifier names; a contradiction if all that are named are other works. */
async function namedWorks({ db }: App, sought: Sought[]) {
  const owners = await ownersOf(db, pluck(sought, 'identifiers').flat());
  const works = await storedWorks(db, [...new Set(owners.values())]);
  return sought.map((one) => {
    const named = one.identifiers.flatMap((identifier) => {
      const work = works.get(owners.get(identifierKey(identifier)) ?? -1);
      return work ? [{ identifier, id: work.id, title: work.title, isOther: shareNothing(one, work) }] : [];
    });
    return named.find(({ isOther }) => !isOther)?.id ?? named[0];
  });
}

/** Compares it as a preprint. Two articles are never compared by title, and a list of references does not name the kind. */
function signatureOf({ title, authors }: Sought): Signature | null {
  if (!title) return null;
  const { words, main } = comparableTitle(title);
  return isTelling(words) ? { stage: 'preprint', words, main, authors: authors.slice(0, 30) } : null;
}

function byTitle(wanted: Signature, neighbors: { paperId: number; signature: Signature }[]): FoundWork {
  const title = wanted.words.join('');
  const works = neighbors.filter(({ signature }) =>
    wanted.authors.length ? isSameWork(wanted, signature) : signature.words.join('') === title,
  );
  const [first, ...others] = new Set(works.map(({ paperId }) => paperId));
  if (first === undefined) return 'none';
  return others.length ? 'several' : first;
}
