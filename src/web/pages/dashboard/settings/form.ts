import { z } from 'zod';
import type { Me, Preferences } from '#shared/accounts/me.ts';
import { can, type Subscriber } from '#shared/billing/plan.ts';
import { moreSourceName, type SourceName } from '#shared/papers/sources.ts';
import { usualHour } from '#shared/topics/deliveryDays.ts';
import { cadences, type Schedule, schedule } from '#shared/topics/schedule.ts';
import { type Filters, filters, isEmpty, noFilters, type SearchTerm } from '#shared/topics/searchTerm.ts';
import { type Weekday, weekdays } from '#shared/values/fields.ts';

/** Props shared by the lines and the form of a topic's settings. */
export type TopicSettingsProps = { me: Me; term: SearchTerm; preferences: Preferences | undefined };

/** The fields of the form. `usual` is the day of the preferences. A weekly schedule may have several days. */
export const settingsForm = z.object({
  filters,
  moreSources: z.array(moreSourceName),
  cadence: z.enum(['usual', ...cadences]),
  days: schedule.shape.days.unwrap(),
  day: z.enum(weekdays),
  dayOfMonth: z.coerce.number().pipe(schedule.shape.dayOfMonth.unwrap()),
  hour: z.coerce.number().pipe(schedule.shape.hour),
});
export type SettingsInput = z.input<typeof settingsForm>;
type Settings = z.output<typeof settingsForm>;

type StoredSettings = Pick<SearchTerm, 'filters' | 'schedule' | 'moreSources'>;

export function formOf({ filters, schedule, moreSources = [] }: StoredSettings, deliveryDay: Weekday) {
  const { cadence, days = [], dayOfMonth = 1, hour = usualHour } = schedule ?? { cadence: 'usual' as const };
  return {
    filters: filters ?? noFilters,
    moreSources,
    cadence,
    dayOfMonth,
    hour,
    days: days.length ? days : [deliveryDay],
    day: days[0] ?? deliveryDay,
  };
}

/** The schedule in the form; null for the day of the preferences. */
export function scheduleOf({ cadence, days, day, dayOfMonth, hour }: Settings): Schedule | null {
  if (cadence === 'usual') return null;
  const chosen: Weekday[] = { daily: [], weekly: days, fortnightly: [day], monthly: [] }[cadence];
  return {
    cadence,
    hour,
    days: weekdays.filter((one) => chosen.includes(one)),
    dayOfMonth: cadence === 'monthly' ? dayOfMonth : 1,
  };
}

/** A change of a topic's settings; absent fields stay as they are. */
export interface SettingsChange {
  filters?: Filters | null;
  schedule?: Schedule | null;
  moreSources?: SourceName[];
}

/** The change to send: only what was changed, and only what the plan covers. */
export function changeOf(reader: Subscriber, term: StoredSettings, settings: Settings): SettingsChange {
  const { moreSources } = settings;
  const filters = isEmpty(settings.filters) ? null : settings.filters;
  const schedule = scheduleOf(settings);
  return {
    ...(can.filter(reader).yes && !same(filters, term.filters) && { filters }),
    ...(can.schedule(reader).yes && !same(schedule, term.schedule) && { schedule }),
    ...(moreSources.toSorted().join() !== (term.moreSources ?? []).toSorted().join() && { moreSources }),
  };
}

const same = (one: object | null, other: object | null): boolean => inOrder(one) === inOrder(other);

/** With sorted keys, because the database returns them in its own order. */
const inOrder = (value: object | null): string =>
  JSON.stringify(value && Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
