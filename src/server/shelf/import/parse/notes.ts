/**
 * The reader's own notes on a reference, one paragraph each, without the data that reference managers store in notes:
 * identifiers, versions, where a preprint was published.
 */
export const ownNotes = (notes: string[]): string =>
  [...new Set(notes.map(withoutMarkup))].filter(isOwn).join('\n\n');

/** Whether a note was written by the reader, not by a reference manager. */
export const isOwn = (note: string): boolean =>
  note
    .replace(/(?:^|\. )Published in [^\n]{1,300}$/, '')
    .split(/\. |\.$|\n/)
    .some((part) => part.trim() && !keptForWant.test(part.trim()));

const keptForWant =
  /^(?:(?:PubMed )?PMID:? ?\d+|PMCID:? ?\w+|arXiv:? ?\S+|(?:doi:? ?|https?:\/\/(?:dx\.)?doi\.org\/)?10\.\d{4,9}\/\S+|_?eprint:.*|Retracted|Withdrawn|Version \d+)$/i;

/** Converts Zotero's HTML notes to text. Keeps only paragraphs and line breaks. */
function withoutMarkup(note: string): string {
  if (!/<\/?(?:p|div|br)\b[^<>]{0,200}>/i.test(note)) return note.trim();
  return note
    .replace(/<br\s{0,3}\/?>/gi, '\n')
    .replace(/<\/(?:p|div|h\d|li)>/gi, '\n\n')
    .replace(/<[^<>]{0,200}>/g, '')
    .replace(/&(lt|gt|quot|amp);/g, (_, name: keyof typeof signs) => signs[name])
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const signs = { lt: '<', gt: '>', quot: '"', amp: '&' };

/** The notes of one reference in RIS: `N1`, `RN` and `NT`, with the lines that continue them. */
export function notesOfRis(part: string): string[] {
  const notes: string[][] = [];
  let isNote = false;
  for (const line of part.split('\n')) {
    const [, tag, rest = ''] = /^([A-Z][A-Z0-9]) {2}- ?(.*)$/.exec(line) ?? [];
    if (tag) {
      isNote = /^(?:N1|RN|NT)$/.test(tag);
      if (isNote) notes.push([rest]);
    } else if (isNote) notes.at(-1)!.push(line);
  }
  return notes.map((lines) => lines.join('\n').trim());
}
