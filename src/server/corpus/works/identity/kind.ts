import type { PaperKind } from '#shared/papers/paper.ts';
import type { SourceRecord } from '#sources/record/source.ts';
import { publicationStage } from './identifiers.ts';
import { pieceKind } from './notices.ts';

const letters = /^\W*(?:letters?\b|correspondence\b|leserbrief|lettre|carta)|\bletter\W*$/iu;

/** What a work is, by its publication types first, then by how its title begins or ends. */
export function paperKind(
  work: Pick<SourceRecord, 'source' | 'title' | 'publicationTypes' | 'doi'>,
): PaperKind {
  const types = work.publicationTypes.map((type) => type.toLowerCase());
  const piece = pieceKind(work);
  if (piece === 'editorial') return 'editorial';
  if (piece !== 'response') return publicationStage(work);
  const isLetter = !types.includes('comment') && (types.includes('letter') || letters.test(work.title));
  return isLetter ? 'letter' : 'comment';
}
