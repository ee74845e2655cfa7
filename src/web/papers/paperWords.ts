import { journalName } from '#shared/papers/journals.ts';
import { moments, noticeSentences } from '#shared/papers/moments.ts';
import { type Paper, pieceLabel } from '#shared/papers/paper.ts';
import { reasonsOf } from '#shared/papers/reasons.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { andList } from '#shared/values/words.ts';

/** The address if a browser opens it as a page; null for anything else. */
export function webAddress(address: string | null | undefined): string | null {
  const url = address ? URL.parse(address.trim()) : null;
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

/** The first authors of a long list and how many more there are. Never hides just one author. */
export function shortAuthors(authors: readonly string[], most = 5): { shown: string[]; more: number } {
  const names = authors.map((name) => name.trim()).filter(Boolean);
  return names.length <= most + 1
    ? { shown: names, more: 0 }
    : { shown: names.slice(0, most), more: names.length - most };
}

/** `Nature Medicine · PubMed · Review · version 2`, without the date, which is its own element. */
export function whereItStands({
  journal,
  source,
  publicationTypes = [],
  version,
  kind,
  facts,
}: Paper): string[] {
  const piece = pieceLabel(kind);
  const label = sourceLabels[source];
  const place = journal && journalName(journal);
  return [
    ...(place && place.toLowerCase() !== label.toLowerCase() ? [place] : []),
    label,
    ...(piece ? [piece] : []),
    // A design says it better.
    ...(facts?.design
      ? []
      : publicationTypes
          .filter((type) => type && type !== 'Journal Article' && type.toLowerCase() !== kind)
          .slice(0, 2)),
    ...(version && version > 1 ? [`version ${version}`] : []),
  ];
}

type PaperNote = { label: string; sentence: string; tone: 'accent' | 'warn' | 'bad' };

/** Notes on the paper. Several may apply; a retraction comes first. */
export function notesOf({
  note,
  retracted,
  notice,
  journal,
  version,
  changed,
  addressesModel,
}: Paper): PaperNote[] {
  const notes: PaperNote[] = [];
  const news = changed?.trim() ? ` New in its abstract: ${quoted(changed)}` : '';
  if (retracted)
    notes.push({
      label: 'Retracted',
      sentence: 'This work has been retracted or withdrawn. Please read the notice before you rely on it.',
      tone: 'bad',
    });
  if (notice && !retracted)
    notes.push({ label: moments[notice], sentence: noticeSentences[notice], tone: 'warn' });
  if (note === 'late')
    notes.push({
      label: 'Late arrival',
      sentence: 'The source listed this paper after the digest for that week had been sent.',
      tone: 'accent',
    });
  if (note === 'revised')
    notes.push({
      label: 'Revised',
      sentence: `A new version${version && version > 1 ? ` (${version})` : ''} of a paper you received earlier.${news}`,
      tone: 'accent',
    });
  if (note === 'now-published')
    notes.push({
      label: 'Now published',
      sentence: `You received this as a preprint. It is now published in ${journal?.trim() || 'a journal'}.${news}`,
      tone: 'accent',
    });
  if (addressesModel)
    notes.push({
      label: 'Instructions to AI',
      sentence: 'This abstract contains instructions aimed at AI. It was summarized without AI.',
      tone: 'warn',
    });
  return notes;
}

/** Why the paper is in the digest, from its score; null if the reasons were not stored. */
export function whyOf({ why }: Pick<Paper, 'why'>): string | null {
  const reasons = why && reasonsOf(why, { quoted, listed: andList, most: 5 });
  return reasons ? `${reasons}.` : null;
}

/** Isolated, so that Arabic or Hebrew words do not reorder the rest of the sentence. */
const quoted = (words: string): string => (words.trim() ? `“\u2068${words.trim()}\u2069”` : '');

/** `Ada Example, Bruno Sample. Title. Journal. 2026. https://doi.org/10.…`, as a line for a note or a mail. */
export function citationOf({ authors, title, journal, source, publishedOn, doi, url }: Paper): string {
  const { shown, more } = shortAuthors(authors);
  const parts = [
    shown.join(', ') + (more ? ', et al' : ''),
    title.trim().replace(/\.$/, ''),
    journal?.trim() || sourceLabels[source],
    publishedOn?.slice(0, 4),
  ];
  return [
    ...parts.filter(Boolean).map((part) => `${part}.`),
    doi ? `https://doi.org/${doi}` : webAddress(url),
  ]
    .filter(Boolean)
    .join(' ');
}
