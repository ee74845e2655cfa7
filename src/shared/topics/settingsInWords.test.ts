import { type Schedule, schedule } from './schedule.ts';
import { type Filters, noFilters } from './searchTerm.ts';
import cases from './settingsInWords.test.json' with { type: 'json' };
import { filtersInWords, scheduleInWords } from './settingsInWords.ts';

describe('filtersInWords', () => {
  const table: [Partial<Filters>, string | null][] = cases.filters as never;
  it.each(table)('puts %j into words', (given, words) =>
    expect(filtersInWords({ ...noFilters, ...given })).toBe(words),
  );
  const each: Filters = {
    ...{ required: ['liver'], excluded: ['mouse'], articleTypes: ['trial'] },
    ...{ minimumRelevance: 0.4, sources: ['arxiv'] },
  };
  it.each(Object.entries(each))('has a sentence for %s: %j', (name, value) =>
    expect(filtersInWords({ ...noFilters, [name]: value })).not.toBeNull(),
  );
  it('returns null without filters', () => expect(filtersInWords(null)).toBeNull());
});

describe('scheduleInWords', () => {
  const of = (given: Partial<Schedule>) => schedule.parse({ cadence: 'weekly', hour: 8, ...given });
  const table: [Schedule | null, string][] = [
    [null, 'Every Sunday at 7:00\u00a0AM'],
    [of({ cadence: 'daily', hour: 0 }), 'Every day at 12:00\u00a0AM'],
    [of({}), 'Every Sunday at 8:00\u00a0AM'],
    [of({ days: ['thursday', 'monday'] }), 'Every Monday and Thursday at 8:00\u00a0AM'],
    [
      of({ days: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] }),
      'Every day at 8:00\u00a0AM',
    ],
    [of({ cadence: 'fortnightly', days: ['tuesday'] }), 'Every other Tuesday at 8:00\u00a0AM'],
    [of({ cadence: 'monthly', dayOfMonth: 22 }), 'On the 22nd of the month at 8:00\u00a0AM'],
    [
      of({ cadence: 'monthly', dayOfMonth: 30 }),
      'On the 30th of the month, or the last of a shorter one, at 8:00\u00a0AM',
    ],
    [of({ cadence: 'monthly', dayOfMonth: 31 }), 'On the last day of the month at 8:00\u00a0AM'],
  ];
  it.each(table)('describes %j as %s', (given, said) => expect(scheduleInWords(given, 'sunday')).toBe(said));
});
