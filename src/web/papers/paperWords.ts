import type { Paper } from '#shared/papers/paper.ts';
import { sourceLabels } from '#shared/papers/sources.ts';

/** Only addresses that a browser opens as a page; anything else is no link. */
export function webAddress(address: string | null | undefined): string | null {
  const url = address ? URL.parse(address.trim()) : null;
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}

/** The first names of a long list, and how many more there are; one more would be no shorter than its name. */
export function shortAuthors(authors: readonly string[], most = 5): { shown: string[]; more: number } {
  const names = authors.map((name) => name.trim()).filter(Boolean);
  return names.length <= most + 1
    ? { shown: names, more: 0 }
    : { shown: names.slice(0, most), more: names.length - most };
}

/** `Nature Medicine · PubMed · Review · version 2`, without the date, which is set by its own element. */
export function whereItStands({ journal, source, publicationTypes = [], version }: Paper): string[] {
  const label = sourceLabels[source];
  const place = journal?.trim();
  return [
    ...(place && place.toLowerCase() !== label.toLowerCase() ? [place] : []),
    label,
    ...publicationTypes.filter((type) => type && type !== 'Journal Article').slice(0, 2),
    ...(version && version > 1 ? [`version ${version}`] : []),
  ];
}

interface PaperNote {
  label: string;
  sentence: string;
  tone: 'accent' | 'warn' | 'bad';
}

/** What happened to the work, in words; several may hold at once. A retraction comes first. */
export function notesOf({ note, retracted, journal, version, addressesModel }: Paper): PaperNote[] {
  const notes: PaperNote[] = [];
  if (retracted)
    notes.push({
      label: 'Retracted',
      sentence: 'This work has been retracted or withdrawn. Please read the notice before you rely on it.',
      tone: 'bad',
    });
  if (note === 'late')
    notes.push({
      label: 'Late arrival',
      sentence: 'The source listed it after the digest of its days had gone out.',
      tone: 'accent',
    });
  if (note === 'revised')
    notes.push({
      label: 'Revised',
      sentence: `A new version${version && version > 1 ? ` (${version})` : ''} of a paper that you had before.`,
      tone: 'accent',
    });
  if (note === 'now-published')
    notes.push({
      label: 'Now published',
      sentence: `You had this as a preprint; it now stands in ${journal?.trim() || 'a journal'}.`,
      tone: 'accent',
    });
  if (addressesModel)
    notes.push({
      label: 'Speaks to AI',
      sentence: 'Its text holds words meant for a language model. It was shown to none.',
      tone: 'warn',
    });
  return notes;
}

/** Why the paper is here, from the computation of its score; null when nothing was kept. */
export function whyOf({ why }: Pick<Paper, 'why'>): string | null {
  if (!why) return null;
  const matched = quotedList(why.matched);
  const wider = quotedList(why.expanded);
  const reasons = [
    matched && `mentions ${matched}`,
    wider && `close to your topic: ${wider}`,
    why.because?.trim() && `resembles ${quoted(why.because)}, which you liked`,
  ].filter(Boolean);
  return reasons.length ? `${reasons.join('; ')}.` : null;
}

/** Set apart, so that Arabic or Hebrew words do not turn the rest of the sentence around. */
const quoted = (words: string): string => `“\u2068${words.trim()}\u2069”`;

const quotedList = (phrases: readonly string[]): string =>
  lists.format(
    phrases
      .filter((phrase) => phrase.trim())
      .slice(0, 5)
      .map(quoted),
  );

const lists = new Intl.ListFormat('en', { type: 'conjunction' });
