import { type Control, Controller } from 'react-hook-form';
import { Switch } from '#web/ui/Form.tsx';
import type { SettingsInput } from './form.ts';

/** Whether each digest may include one paper of a kind the reader has not judged yet. */
export const Exploration = ({ control }: { control: Control<SettingsInput, unknown, never> }) => (
  <Controller
    control={control}
    name="explores"
    render={({ field: { value, onChange } }) => (
      <Switch
        label="One paper per digest from just outside the topic"
        hint="Close to the topic, and of a kind you have not rated yet. It is marked, and your feedback on it teaches the most."
        checked={value}
        onChange={onChange}
      />
    )}
  />
);
