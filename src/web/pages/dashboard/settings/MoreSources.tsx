import { type Control, Controller } from 'react-hook-form';
import { type SourceName, sourceLabels } from '#shared/papers/sources.ts';
import { Checkbox } from '#web/ui/Form.tsx';
import type { SettingsInput } from './form.ts';

interface MoreSourcesProps {
  control: Control<SettingsInput, unknown, never>;
  /** The sources this server offers besides the usual ones. */
  offered: readonly SourceName[];
}

/** Sources that a topic can add to those of the preferences. */
export const MoreSources = ({ control, offered }: MoreSourcesProps) => (
  <Controller
    control={control}
    name="moreSources"
    render={({ field: { value, onChange } }) => (
      <fieldset>
        <legend className="mb-2.5 text-sm text-muted">
          Off unless you turn them on. They come in addition to the sources in your preferences.
        </legend>
        <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
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
