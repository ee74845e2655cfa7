import { sourceLabels, usualSources } from '../papers/sources.ts';
import { hourInWords } from '../values/dates.ts';
import { type Weekday, weekdays } from '../values/fields.ts';
import { andList, orList } from '../values/words.ts';
import { usualHour } from './deliveryDays.ts';
import type { Schedule } from './schedule.ts';
import type { ArticleType, Filters } from './searchTerm.ts';

export const articleTypeWords: Record<ArticleType, string> = {
  trial: 'trials',
  review: 'reviews',
  'meta-analysis': 'meta-analyses',
  article: 'original articles',
  preprint: 'preprints',
};

/** `Only trials and reviews, without “mouse”.` Null if no filter is set. */
export function filtersInWords(filters: Filters | null): string | null {
  if (!filters) return null;
  const { articleTypes, sources, required, excluded, minimumRelevance } = filters;
  const kinds = andList(articleTypes.map((type) => articleTypeWords[type]));
  const shown = usualSources.filter((one) => sources.includes(one));
  const from = andList(shown.map((one) => sourceLabels[one]));
  const clauses = [
    ...(required.length ? [`with ${phrasesIn(andList, required)}`] : []),
    ...(excluded.length ? [`without ${phrasesIn(orList, excluded)}`] : []),
    ...(minimumRelevance ? [`of ${Math.round(minimumRelevance * 100)}% relevance or more`] : []),
  ];
  const head = from ? `${kinds || 'papers'} from ${from}` : kinds;
  if (head) return `Only ${[head, ...clauses].join(', ')}.`;
  return clauses.length ? `Only papers ${clauses.join(', ')}.` : null;
}

/** `Every other Monday at 8:00 AM`, in the reader's local time. */
export function scheduleInWords(schedule: Schedule | null, deliveryDay: Weekday): string {
  const at = `at ${hourInWords(schedule?.hour ?? usualHour)}`;
  const { cadence = 'weekly', days = [], dayOfMonth = 1 } = schedule ?? {};
  const named = weekdays.filter((day) => days.includes(day));
  if (cadence === 'daily' || (cadence === 'weekly' && named.length === 7)) return `Every day ${at}`;
  if (cadence === 'weekly')
    return `Every ${andList((named.length ? named : [deliveryDay]).map(dayName))} ${at}`;
  if (cadence === 'fortnightly') return `Every other ${dayName(days[0] ?? deliveryDay)} ${at}`;
  if (dayOfMonth === 31) return `On the last day of the month ${at}`;
  const shorter = dayOfMonth > 28 ? ', or the last of a shorter one,' : '';
  return `On the ${ordinal(dayOfMonth)} of the month${shorter} ${at}`;
}

export const dayName = (day: Weekday): string => day.charAt(0).toUpperCase() + day.slice(1);

export function ordinal(day: number): string {
  const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
  return `${day}${endings[ordinals.select(day)] ?? 'th'}`;
}

const ordinals = new Intl.PluralRules('en-US', { type: 'ordinal' });

/** More would hide the end of the sentence. */
const phrasesShown = 4;

function phrasesIn(list: typeof andList, phrases: readonly string[]): string {
  const quoted = phrases.map((phrase) => `“${rightToLeft.test(phrase) ? `\u2068${phrase}\u2069` : phrase}”`);
  const more = quoted.length - phrasesShown;
  return list(more > 0 ? [...quoted.slice(0, phrasesShown), `${more} more`] : quoted);
}

/** Isolated, so that Arabic or Hebrew does not reorder the rest of the sentence. */
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
