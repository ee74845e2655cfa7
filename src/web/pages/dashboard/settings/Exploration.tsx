import { type Control, Controller } from 'react-hook-form';
import { Switch } from '#web/ui/form/Switch.tsx';
import type { SettingsInput } from './form.ts';

/** Whether a digest may have one paper of a kind that the reader has not judged. */
export const Exploration = ({ control }: { control: Control<SettingsInput, unknown, never> }) => (
  <Controller
    control={control}
    name="explores"
    render={({ field: { value, onChange } }) => (
      <Switch
        label="One paper a digest from a little beside"
        hint="Near the topic, and of a kind that you have not judged yet. It is marked, and what you say of it teaches the most."
        checked={value}
        onChange={onChange}
      />
    )}
  />
);
