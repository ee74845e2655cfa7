import { readWritten, refusalOf, type Stored, type Zotero, ZoteroRefusal } from './client.ts';
import { itemKey, noteHtml, noteObject, type SentPaper } from './item.ts';

/** Tags and note of a paper as last sent. */
export interface Sent {
  tags: string[];
  note: string;
}

export interface Followed {
  paper: SentPaper;
  before: Sent;
}

/** Maximum attempts to read and merge before a change is postponed, while somebody else writes there too. */
const rounds = 3;

/**
 * Sends the changes on the shelf since papers went to Zotero, and keeps the reader's changes and deletions in Zotero: adds
 * and removes only the tags and paragraphs that were added and removed on the shelf. Writes with the version that was read,
 * and reads and merges again if that is no longer the newest. Idempotent.
 * @returns Zotero's error messages for refused changes, by paper
 * @throws ZoteroRefusal if it has to be retried
 */
export async function followEdits(
  zotero: Zotero,
  { reader, library, papers }: { reader: string; library: string; papers: Followed[] },
): Promise<Map<number, string>> {
  const problems = new Map<number, string>();
  let open = papers;
  for (let round = 0; round < rounds; round++) {
    const changes = open.length ? await changesOf(zotero, { reader, library, papers: open }) : [];
    if (!changes.length) return problems;
    const answer = await zotero.write(
      library,
      changes.map(({ object }) => object),
    );
    if (answer.status !== 200) throw refusalOf(answer);
    const stale = new Set<number>();
    for (const [at, { code, message }] of readWritten(answer, changes.length).entries()) {
      const { paperId } = changes[at]!;
      if (code >= 500 || code === 429) throw new ZoteroRefusal('Zotero could not save some papers.', 200, 0);
      if (code === 412) stale.add(paperId);
      else if (code !== 200) problems.set(paperId, message);
    }
    open = open.filter(({ paper }) => stale.has(paper.paperId));
  }
  throw new ZoteroRefusal('Zotero was changed elsewhere at the same time.', 412, 0);
}

interface Change {
  paperId: number;
  object: object;
}

async function changesOf(
  zotero: Zotero,
  { reader, library, papers }: { reader: string; library: string; papers: Followed[] },
): Promise<Change[]> {
  const keyOf = (id: number, part: string) => itemKey(reader, library, id, part);
  const idsOf = ({ paperId, formerIds }: SentPaper) => [paperId, ...formerIds];
  const there = await zotero.items(
    library,
    papers.flatMap(({ paper }) => idsOf(paper).flatMap((id) => [keyOf(id, 'item'), keyOf(id, 'note')])),
  );
  return papers.flatMap(({ paper, before }) => {
    const id = idsOf(paper).find((one) => there.has(keyOf(one, 'item')));
    const item = id && there.get(keyOf(id, 'item'));
    // What the reader deleted in Zotero stays deleted.
    if (!item || item.data.deleted) return [];
    const note = there.get(keyOf(id, 'note'));
    const isNewNote = !note && paper.note.trim() && !before.note.trim();
    const newNote = isNewNote ? noteObject(keyOf(id, 'note'), item.key, paper.note) : null;
    const noteChange = note ? changedNote(note, before.note, paper.note) : newNote;
    return [changedTags(item, before.tags, paper.tags), noteChange].flatMap((object) =>
      object ? [{ paperId: paper.paperId, object }] : [],
    );
  });
}

function changedTags(item: Stored, before: string[], now: string[]): object | null {
  const there = item.data.tags ?? [];
  const removed = new Set(before.filter((tag) => !now.includes(tag)));
  const kept = there.filter(({ tag, type }) => type === 1 || !removed.has(tag));
  const added = now.filter((tag) => !before.includes(tag) && !kept.some((one) => one.tag === tag));
  if (!added.length && kept.length === there.length) return null;
  return edited(item, { tags: [...kept, ...added.map((tag) => ({ tag }))] });
}

function changedNote(note: Stored, before: string, now: string): object | null {
  // As Zotero's server writes line breaks.
  const there = (note.data.note ?? '').replace(/<br\s*\/?>/g, '<br>');
  const html = mergedNote(there, noteHtml(before), noteHtml(now));
  return note.data.deleted || html === there ? null : edited(note, { note: html });
}

/** The editable part of a changed object, with the version that was read. */
function edited({ key, version, data }: Stored, change: object): object {
  const { dateModified: _, ...rest } = data;
  return { ...rest, key, version, ...change };
}

/**
 * A note with the paragraphs added and removed on the shelf. A note that was not edited in Zotero becomes the shelf's note;
 * text that the reader wrote in Zotero stays unchanged.
 */
export function mergedNote(there: string, before: string, now: string): string {
  if (there === before) return now;
  const [was, is] = [before, now].map((html) => html.split('\n').filter(Boolean)) as [string[], string[]];
  let merged = there;
  for (const block of was) if (!is.includes(block)) merged = merged.replace(block, () => '');
  const added = is.filter((block) => !was.includes(block) && !merged.includes(block)).join('\n');
  if (!added) return merged;
  // Zotero's editor wraps the whole note.
  const end = /<\/div>\s*$/.exec(merged)?.index ?? merged.length;
  return `${merged.slice(0, end)}${merged.slice(0, end).trim() ? '\n' : ''}${added}${merged.slice(end)}`;
}
