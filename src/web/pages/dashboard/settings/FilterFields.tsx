import type { ReactNode } from 'react';
import { type Control, Controller, type UseFormRegister, useWatch } from 'react-hook-form';
import type { Preferences } from '#shared/accounts/preferences.ts';
import { enabledSources, type SourceName, sourceLabels, usualSources } from '#shared/papers/sources.ts';
import { articleTypes } from '#shared/topics/searchTerm.ts';
import { articleTypeWords } from '#shared/topics/settingsInWords.ts';
import { Checkbox, Field } from '#web/ui/Form.tsx';
import type { SettingsInput } from './form.ts';
import { PhraseList } from './PhraseList.tsx';

interface FilterFieldsProps {
  register: UseFormRegister<SettingsInput>;
  control: Control<SettingsInput, unknown, never>;
  preferences: Preferences | undefined;
  disabled: boolean;
}

/** The filters of one topic: phrases, article types, sources, and relevance. */
export function FilterFields({ register, control, preferences, disabled }: FilterFieldsProps) {
  const phrases = (name: 'required' | 'excluded', label: string, hint: string) => (
    <Controller
      control={control}
      name={`filters.${name}`}
      render={({ field: { value, onChange } }) => (
        <PhraseList {...{ label, hint, onChange, disabled }} phrases={value ?? []} />
      )}
    />
  );
  return (
    <div className="space-y-6">
      {phrases(
        'required',
        'Must contain',
        'Type a word or phrase and press Enter. Title or abstract must contain all of them.',
      )}
      {phrases(
        'excluded',
        'Must not contain',
        'Type a word or phrase and press Enter. Papers with any of them are left out.',
      )}
      <Choice
        legend="Article types"
        hint="Leave empty for every kind. Letters, editorials, and news belong to no kind."
      >
        {articleTypes.map((type) => (
          <Checkbox
            key={type}
            value={type}
            label={capitalized(articleTypeWords[type])}
            {...register('filters.articleTypes')}
          />
        ))}
      </Choice>
      <Choice legend="Sources" hint="Leave empty to use the sources in your preferences.">
        {usualSources.map((source) => (
          <Checkbox
            key={source}
            value={source}
            label={
              sourceLabels[source] +
              (preferences && !isOn(preferences, source) ? ' (off in your preferences)' : '')
            }
            {...register('filters.sources')}
          />
        ))}
      </Choice>
      <Relevance register={register} control={control} />
    </div>
  );
}

function Relevance({ register, control }: Pick<FilterFieldsProps, 'register' | 'control'>) {
  const least = Number(useWatch({ control, name: 'filters.minimumRelevance' }) ?? 0);
  const words = least ? `${Math.round(least * 100)}% or more` : 'any';
  return (
    <Field label={<>Minimum relevance: {words}</>} hint="The relevance shown with each paper in a digest.">
      {(aria) => (
        <input
          {...register('filters.minimumRelevance', { valueAsNumber: true })}
          {...aria}
          type="range"
          min={0}
          max={0.95}
          step={0.05}
          aria-valuetext={words}
          className="block h-6 w-full accent-accent"
        />
      )}
    </Field>
  );
}

const Choice = ({ legend, hint, children }: { legend: string; hint: string; children: ReactNode }) => (
  <fieldset>
    <legend className="text-sm font-medium">{legend}</legend>
    <p className="mb-2.5 text-sm text-muted">{hint}</p>
    <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">{children}</div>
  </fieldset>
);

const isOn = (preferences: Preferences, source: SourceName): boolean =>
  enabledSources(preferences).includes(source);

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
