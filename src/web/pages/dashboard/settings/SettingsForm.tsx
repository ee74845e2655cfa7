import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { KeyboardEvent, ReactNode } from 'react';
import { type Control, Controller, type UseFormRegister, useWatch } from 'react-hook-form';
import type { Preferences } from '#shared/accounts/preferences.ts';
import { type Answer, can } from '#shared/billing/plan.ts';
import { type SourceName, sourceLabels } from '#shared/papers/sources.ts';
import { filters } from '#shared/topics/searchTerm.ts';
import { dayName, ordinal, scheduleInWords } from '#shared/topics/settingsInWords.ts';
import { trendsApi } from '#shared/topics/trends.ts';
import { hourInWords, withCommas } from '#shared/values/dates.ts';
import { weekdays } from '#shared/values/fields.ts';
import { reading, useSite } from '#web/api/query.ts';
import { useSettledText } from '#web/topics/useUnderstanding.ts';
import { Button, ButtonLink } from '#web/ui/Button.tsx';
import { Checkbox, Form, Select } from '#web/ui/Form.tsx';
import { useZodForm } from '#web/ui/useZodForm.ts';
import { isOpen } from '../desk/topics.ts';
import { placeOf } from '../desk/zones.ts';
import { FilterFields } from './FilterFields.tsx';
import {
  changeOf,
  formOf,
  type SettingsInput,
  scheduleOf,
  settingsForm,
  type TopicSettingsProps,
} from './form.ts';
import { nextDigestInWords } from './nextDigest.ts';
import { useChangeSettings } from './useChangeSettings.ts';

/** The filters and the schedule of a topic. A part that the plan does not cover is shown disabled, with the reason. */
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
  return (
    <Form onSubmit={save} onKeyDown={leave} className="space-y-5">
      {!term.kind && (
        <Part
          title="Filters"
          answer={filter}
          clear={term.filters && (() => change.save({ filters: null }, onClose))}
        >
          <FilterFields {...{ register, control: control as never, preferences }} disabled={!filter.yes} />
        </Part>
      )}
      {!term.kind && moreSources.length > 0 && (
        <Part title="More sources" answer={{ yes: true }} clear={null}>
          <MoreSources control={control as never} offered={moreSources} />
        </Part>
      )}
      <Part
        title="Schedule"
        answer={schedule}
        clear={term.schedule && (() => change.save({ schedule: null }, onClose))}
      >
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
      </Part>
      <div className="space-y-2.5 rounded-md bg-wash px-4 py-3.5">
        <p role="alert" className="text-sm text-bad empty:hidden">
          {change.refusal}
        </p>
        <p role="status" className="text-[0.9375rem]">
          {!term.kind && filter.yes && <WouldHaveKept id={term.id} control={control as never} />}Nothing
          changes until you save.
        </p>
        <div className="flex gap-3">
          <Button type="submit" size="small" pending={change.isPending}>
            Save
          </Button>
          <Button variant="secondary" size="small" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </div>
    </Form>
  );
}

/** What the filters in the form would have kept lately, once typing rests. */
function WouldHaveKept({ id, control }: { id: string; control: Control<SettingsInput, unknown, never> }) {
  const read = filters.safeParse(useWatch({ control, name: 'filters' }));
  const wanted = useSettledText(JSON.stringify(read.data ?? null));
  const { data } = useQuery({
    ...reading(trendsApi.kept, { params: { id }, body: { filters: JSON.parse(wanted || 'null') } }),
    queryKey: [trendsApi.kept.path, id, wanted],
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

interface PartProps {
  title: string;
  answer: Answer;
  /** Clears settings made under a larger plan. */
  clear: (() => void) | null;
  children: ReactNode;
}

function Part({ title, answer, clear, children }: PartProps) {
  return (
    <section aria-label={title}>
      {/* Its fields say it by themselves. */}
      <h3 className={answer.yes ? 'sr-only' : 'mb-1.5 text-sm font-semibold'}>{title}</h3>
      {!answer.yes && (
        <div className="mb-5 rounded-md border border-line border-l-4 border-l-accent px-4 py-3">
          <p className="text-[0.9375rem]">
            {answer.because}
            {clear && ' Your settings are saved but not in use.'}
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <ButtonLink to="/subscribe" size="small">
              See the plans
            </ButtonLink>
            {clear && (
              <Button variant="secondary" size="small" onClick={clear}>
                Clear
              </Button>
            )}
          </div>
        </div>
      )}
      <fieldset disabled={!answer.yes} className={answer.yes ? '' : 'text-muted'}>
        <legend className="sr-only">{title}</legend>
        {children}
      </fieldset>
    </section>
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
