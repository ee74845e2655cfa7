import { type Control, type UseFormRegister, useWatch } from 'react-hook-form';
import type { Preferences } from '#shared/accounts/preferences.ts';
import { dayName, ordinal, scheduleInWords } from '#shared/topics/settingsInWords.ts';
import { hourInWords } from '#shared/values/dates.ts';
import { weekdays } from '#shared/values/fields.ts';
import { Checkbox, Select } from '#web/ui/Form.tsx';
import { placeOf } from '../desk/zones.ts';
import { type SettingsInput, scheduleOf, settingsForm } from './form.ts';
import { nextDigestInWords } from './nextDigest.ts';

interface ScheduleFieldsProps {
  register: UseFormRegister<SettingsInput>;
  control: Control<SettingsInput, unknown, never>;
  preferences: Pick<Preferences, 'deliveryDay' | 'timeZone'>;
  /** Shown instead of the next day, such as while notifications are off. */
  instead: string | null;
}

/** The schedule of a topic, in the time zone of the preferences. */
export function ScheduleFields({ register, control, preferences, instead }: ScheduleFieldsProps) {
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
          <div className="grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-3">
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
          <Select label="Hour" hint={`In ${placeOf(timeZone)} time.`} options={hours} {...register('hour')} />
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
const daysOfMonth = Array.from({ length: 31 }, (_, at) => ({
  value: String(at + 1),
  label: ordinal(at + 1),
}));
const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourInWords(hour),
}));
