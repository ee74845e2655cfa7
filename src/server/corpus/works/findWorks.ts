import type { App } from '#kit/feature.ts';
import type { Identifier } from '#sources/record/source.ts';
import { identifierKey } from './identity/identifiers.ts';
import { isSameWork, type Signature } from './identity/sameWork.ts';
import { comparableTitle, isTelling } from './identity/title.ts';
import { ownersOf, signedNeighbors } from './stored.ts';

/** What is known about a work that may be in the corpus. */
interface Sought {
  identifiers: Identifier[];
  title: string | null;
  authors: string[];
}

/** A work of the corpus, or why there is none: no match, or several. */
type FoundWork = number | 'none' | 'several';

/**
 * The works of the corpus that match these descriptions, in the same order: by identifier, or else by title and, if given,
 * authors. A title that several works share matches none of them.
 */
export async function findWorks(app: Pick<App, 'db'>, sought: Sought[]): Promise<FoundWork[]> {
  if (!sought.length) return [];
  const owners = await ownersOf(
    app.db,
    sought.flatMap(({ identifiers }) => identifiers),
  );
  const byName = sought.map(({ identifiers }) => {
    const known = identifiers.flatMap((identifier) => owners.get(identifierKey(identifier)) ?? []);
    return known[0] ?? null;
  });
  const signatures = sought.map((one, at) => (byName[at] === null ? signatureOf(one) : null));
  const neighbors = await signedNeighbors(
    app.db,
    signatures.flatMap((signature) => signature ?? []),
  );
  return sought.map((_, at) => {
    const signature = signatures[at];
    return byName[at] ?? (signature ? byTitle(signature, neighbors) : 'none');
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
