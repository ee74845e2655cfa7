import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { KeyboardEvent } from 'react';
import { type Control, Controller, type UseFormRegister, useWatch } from 'react-hook-form';
import type { Preferences } from '#shared/accounts/me.ts';
import { can } from '#shared/billing/plan.ts';
import { type SourceName, sourceLabels } from '#shared/papers/sources.ts';
import { filters } from '#shared/topics/searchTerm.ts';
import { dayName, ordinal, scheduleInWords } from '#shared/topics/settingsInWords.ts';
import { trendsApi } from '#shared/topics/trends.ts';
import { hourInWords, withCommas } from '#shared/values/dates.ts';
import { weekdays } from '#shared/values/fields.ts';
import { reading, useSite } from '#web/api/api.ts';
import { useSettledText } from '#web/topics/useUnderstanding.ts';
import { Button, ButtonLink, Checkbox, Form, Select, Submit } from '#web/ui/Form.tsx';
import { Link } from '#web/ui/Link.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useZodForm } from '#web/ui/useZodForm.ts';
import { isOpen } from '../desk/topics.ts';
import { placeOf } from '../desk/zones.ts';
import { FilterFields } from './FilterFields.tsx';
import {
  changeOf,
  formOf,
  type SettingsChange,
  type SettingsInput,
  scheduleOf,
  settingsForm,
  type TopicSettingsProps,
} from './form.ts';
import { nextDigestInWords } from './nextDigest.ts';
import { useChangeSettings } from './useChangeSettings.ts';

/** The filters and the schedule of a topic: what the plan covers, and one notice of what a larger plan adds. */
export function SettingsForm({
  me,
  term,
  preferences,
  onClose,
}: TopicSettingsProps & { onClose: () => void }) {
  const change = useChangeSettings(me, term);
  const { moreSources = [] } = useSite() ?? {};
  const { deliveryDay = 'sunday', timeZone = 'UTC' } = preferences ?? {};
  const form = useZodForm(settingsForm, formOf(term, deliveryDay));
  const { register, control } = form;
  const [filter, schedule] = [can.filter(me), can.schedule(me)];
  const save = form.handleSubmit((settings) => change.save(changeOf(me, term, settings), onClose));
  const leave = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();
  const hasMore = !term.kind && moreSources.length > 0;
  const isEditable = (!term.kind && filter.yes) || schedule.yes || hasMore;
  return (
    <Form onSubmit={save} onKeyDown={leave} className="space-y-5">
      {!term.kind && filter.yes && (
        <section aria-label="Filters">
          <FilterFields {...{ register, control: control as never, preferences }} />
        </section>
      )}
      {hasMore && (
        <section aria-label="More sources">
          <MoreSources control={control as never} offered={moreSources} />
        </section>
      )}
      {schedule.yes && (
        <section aria-label="Schedule">
          <ScheduleFields
            {...{ register, control: control as never, preferences: { deliveryDay, timeZone } }}
            instead={
              preferences?.weeklyDigest === false
                ? 'none, notifications are off'
                : isOpen(term)
                  ? 'after this search'
                  : term.isActive
                    ? null
                    : 'none while inactive'
            }
          />
        </section>
      )}
      <NotCovered me={me} term={term} onClear={(unused) => change.save(unused, onClose)} />
      <div className={isEditable ? 'space-y-2.5 rounded-md bg-wash px-4 py-3.5' : ''}>
        <p role="alert" className="text-sm text-bad empty:hidden">
          {change.refusal}
        </p>
        <p role="status" className="text-[0.9375rem] empty:hidden">
          {!term.kind && filter.yes && <WouldHaveKept id={term.id} control={control as never} />}
          {isEditable && 'Nothing changes until you save.'}
        </p>
        <div className="flex gap-3">
          {isEditable && <Submit label="Save" size="small" pending={change.isPending} />}
          <Button variant="secondary" size="small" onClick={onClose}>
            {isEditable ? 'Cancel' : 'Close'}
          </Button>
        </div>
      </div>
    </Form>
  );
}

type NotCoveredProps = Pick<TopicSettingsProps, 'me' | 'term'> & {
  onClear: (unused: SettingsChange) => void;
};

/** What a larger plan adds, said once. Settings made under such a plan can be cleared. */
function NotCovered({ me, term, onClear }: NotCoveredProps) {
  const [filter, schedule] = [can.filter(me), can.schedule(me)];
  const because = [!term.kind && !filter.yes && filter.because, !schedule.yes && schedule.because];
  const unused: SettingsChange = {
    ...(!filter.yes && term.filters && { filters: null }),
    ...(!schedule.yes && term.schedule && { schedule: null }),
  };
  const hasUnused = Object.keys(unused).length > 0;
  if (!because.some(Boolean)) return null;
  return (
    <Notice>
      {because.filter(Boolean).join(' ')}
      {hasUnused && ' Your settings are saved but not in use.'}
      <p className="mt-1.5 text-muted">
        The day of all your digests is in{' '}
        <Link to="/settings" className="link">
          Settings
        </Link>
        .
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <ButtonLink to="/subscribe" size="small">
          {filter.yes ? 'Upgrade to Team' : 'Upgrade'}
        </ButtonLink>
        {hasUnused && (
          <Button variant="secondary" size="small" onClick={() => onClear(unused)}>
            Clear
          </Button>
        )}
      </div>
    </Notice>
  );
}

/** What the filters in the form would have kept lately, once typing rests. */
function WouldHaveKept({ id, control }: { id: string; control: Control<SettingsInput, unknown, never> }) {
  const read = filters.safeParse(useWatch({ control, name: 'filters' }));
  const wanted = useSettledText(JSON.stringify(read.data ?? null));
  const { data } = useQuery({
    ...reading(trendsApi.kept, { params: { id }, body: { filters: JSON.parse(wanted || 'null') } }),
    enabled: wanted.startsWith('{'),
    placeholderData: keepPreviousData,
  });
  // A week without a close match says nothing about filters.
  if (!data?.fourWeeks.of) return null;
  const { week, fourWeeks } = data;
  return (
    <>
      <b className="font-semibold">
        Would have kept {withCommas(week.kept)} of {withCommas(week.of)} last week
      </b>{' '}
      and {withCommas(fourWeeks.kept)} of {withCommas(fourWeeks.of)} in the last four.{' '}
    </>
  );
}

interface ScheduleFieldsProps {
  register: UseFormRegister<SettingsInput>;
  control: Control<SettingsInput, unknown, never>;
  preferences: Pick<Preferences, 'deliveryDay' | 'timeZone'>;
  /** Shown instead of the next day, such as while notifications are off. */
  instead: string | null;
}

/** The schedule of a topic, in the time zone of the preferences. */
function ScheduleFields({ register, control, preferences, instead }: ScheduleFieldsProps) {
  const { deliveryDay, timeZone } = preferences;
  const values = useWatch({ control });
  const { cadence } = values;
  const read = settingsForm.safeParse(values);
  const plan = { deliveryDay, timeZone, schedule: read.success ? scheduleOf(read.data) : null };
  return (
    <div className="space-y-5">
      <Select
        label="How often"
        options={[
          { value: 'usual', label: `As usual: ${lowered(scheduleInWords(null, deliveryDay))}` },
          ...cadences,
        ]}
        {...register('cadence')}
      />
      {cadence === 'weekly' && (
        <fieldset>
          <legend className="mb-2.5 text-sm font-medium">Days</legend>
          <div className="grid grid-cols-[repeat(auto-fill,minmax(8rem,1fr))] gap-x-4 gap-y-2">
            {inWorkingOrder.map((day) => (
              <Checkbox key={day} value={day} label={dayName(day)} {...register('days')} />
            ))}
          </div>
        </fieldset>
      )}
      {cadence !== 'usual' && (
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2">
          {cadence === 'fortnightly' && <Select label="Day" options={days} {...register('day')} />}
          {cadence === 'monthly' && (
            <Select
              label="Day of the month"
              hint="In shorter months, the last day."
              options={daysOfMonth}
              {...register('dayOfMonth')}
            />
          )}
          <Select label="Hour" hint={`${placeOf(timeZone)} time.`} options={hours} {...register('hour')} />
        </div>
      )}
      <p role="status" className="text-[0.9375rem]">
        Next digest: {instead ?? nextDigestInWords(plan, new Date()) ?? 'unknown'}
      </p>
    </div>
  );
}

const lowered = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);
const cadences = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week, on the days you choose' },
  { value: 'fortnightly', label: 'Every other week' },
  { value: 'monthly', label: 'Every month' },
];
const inWorkingOrder = [...weekdays.slice(1), weekdays[0]];
const days = inWorkingOrder.map((value) => ({ value, label: dayName(value) }));
const numbers = Array.from({ length: 31 }, (_, at) => at + 1);
const daysOfMonth = numbers.map((day) => ({ value: String(day), label: ordinal(day) }));
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourInWords(hour) }));

interface MoreSourcesProps {
  control: Control<SettingsInput, unknown, never>;
  /** The sources this server offers besides the usual ones. */
  offered: readonly SourceName[];
}

/** Sources that a topic can add to those of the preferences. */
const MoreSources = ({ control, offered }: MoreSourcesProps) => (
  <Controller
    control={control}
    name="moreSources"
    render={({ field: { value, onChange } }) => (
      <fieldset>
        <legend className="mb-1.5 text-sm text-muted">
          <span className="block font-medium text-ink">More sources</span>
          Off unless you turn them on. They come in addition to the sources in your preferences.
        </legend>
        <div className="flex flex-wrap gap-x-6 gap-y-2">
          {offered.map((source) => (
            <Checkbox
              key={source}
              label={sourceLabels[source]}
              checked={value.includes(source)}
              onChange={({ target }) =>
                onChange(target.checked ? [...value, source] : value.filter((one) => one !== source))
              }
            />
          ))}
        </div>
      </fieldset>
    )}
  />
);
