import type { PoliteClient } from '../client/politeClient.ts';
import { apart } from '../client/readApart.ts';
import { arxivIdOf } from '../record/record.ts';
import type { Identifier, LookUp } from '../record/source.ts';
import { readAtom } from './atom.ts';
import { withParameters } from './query.ts';

/** Works by arXiv identifier, or by the DOI that arXiv derives from it. Unknown ones are missing from the reply. */
export const lookUpWorks = ({ apiUrl, ask }: { apiUrl: string; ask: PoliteClient }): LookUp => ({
  atMost: 100,
  mayKnow: (identifier) => numberOf(identifier) !== null,
  async find(identifiers, { signal } = {}) {
    const ids = [...new Set(identifiers.flatMap((identifier) => numberOf(identifier) ?? []))];
    if (!ids.length) return [];
    const url = withParameters(apiUrl, { id_list: ids.join(','), max_results: String(ids.length) });
    const read = apart('arxiv', new URL('./atom.ts', import.meta.url), readAtom);
    const { records } = await ask({ source: 'arxiv', url, read, alsoRead: [400], signal });
    return records;
  },
});

/** One malformed identifier makes the whole call fail, so these are not sent. */
function numberOf({ kind, value }: Identifier): string | null {
  if (kind !== 'arxiv' && kind !== 'doi') return null;
  const text = kind === 'doi' ? arxivDoi.exec(value)?.[1] : value;
  return arxivIdOf(text ?? '')?.id ?? null;
}

const arxivDoi = /^10\.48550\/arxiv\.(.+)$/i;
