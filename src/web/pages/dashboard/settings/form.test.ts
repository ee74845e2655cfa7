import { noFilters } from '#shared/topics/searchTerm.ts';
import { changeOf, formOf, type SettingsInput, settingsForm } from './form.ts';

const free = { subscriptionTier: 'free' } as const;
const pro = { subscriptionTier: 'pro' } as const;
const team = { subscriptionTier: 'team' } as const;
const bare = { filters: null, schedule: null };

const after = (term: Parameters<typeof formOf>[0], changed: Partial<SettingsInput>) =>
  settingsForm.parse({ ...formOf(term, 'sunday'), ...changed });

describe('changeOf', () => {
  const filters = { ...noFilters, excluded: ['mouse'] };
  const monthly = { cadence: 'monthly' as const, days: [], dayOfMonth: 31, hour: 6 };
  // The browser's values: a select returns numbers as text.
  const chosen = { filters, cadence: 'monthly' as const, dayOfMonth: '31', hour: '6' };

  it.each([
    ['nothing was changed', team, bare, {}, {}],
    ['both', team, bare, chosen, { filters, schedule: monthly }],
    ['only what the plan covers', pro, bare, chosen, { filters }],
    ['nothing on a plan that covers neither', free, bare, chosen, {}],
    [
      'cleared',
      team,
      { filters, schedule: monthly },
      { filters: noFilters, cadence: 'usual' as const },
      { filters: null, schedule: null },
    ],
    [
      'as it stands in the database, in another order',
      team,
      {
        filters: { ...filters },
        schedule: { hour: 6, dayOfMonth: 31, days: [], cadence: 'monthly' as const },
      },
      {},
      {},
    ],
    [
      'the days of a week',
      team,
      bare,
      { cadence: 'weekly' as const, days: ['friday' as const, 'monday' as const] },
      { schedule: { cadence: 'weekly', days: ['monday', 'friday'], dayOfMonth: 1, hour: 7 } },
    ],
    [
      'the one day of a fortnight',
      team,
      bare,
      { cadence: 'fortnightly' as const, day: 'tuesday' as const },
      { schedule: { cadence: 'fortnightly', days: ['tuesday'], dayOfMonth: 1, hour: 7 } },
    ],
  ])('sends the change: %s', (_, reader, term, changed, expected) =>
    expect(changeOf(reader, term, after(term, changed))).toEqual(expected),
  );
});
