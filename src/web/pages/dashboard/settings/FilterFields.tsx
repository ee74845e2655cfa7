import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Control, Controller, type UseFormRegister, useWatch } from 'react-hook-form';
import type { Preferences } from '#shared/accounts/me.ts';
import { enabledSources, sourceLabels, usualSources } from '#shared/papers/sources.ts';
import { articleTypes, filterPhrasesAtMost, filters } from '#shared/topics/searchTerm.ts';
import { articleTypeWords } from '#shared/topics/settingsInWords.ts';
import { capitalize } from '#shared/values/plainText.ts';
import { Chip } from '#web/ui/Chip.tsx';
import { Checkbox, Field, TextField } from '#web/ui/Form.tsx';
import type { SettingsInput } from './form.ts';

interface FilterFieldsProps {
  register: UseFormRegister<SettingsInput>;
  control: Control<SettingsInput, unknown, never>;
  preferences: Preferences | undefined;
}

/** The filters of one topic: phrases, article types, sources, and relevance. */
export function FilterFields({ register, control, preferences }: FilterFieldsProps) {
  const phrases = (name: 'required' | 'excluded', label: string, hint: string) => (
    <Controller
      control={control}
      name={`filters.${name}`}
      render={({ field: { value, onChange } }) => (
        <PhraseList {...{ label, hint, onChange }} phrases={value ?? []} />
      )}
    />
  );
  return (
    <div className="space-y-5">
      {phrases(
        'required',
        'Must contain',
        'A word or phrase, then Enter. Title or abstract must contain all of them.',
      )}
      {phrases(
        'excluded',
        'Must not contain',
        'A word or phrase, then Enter. Papers with any of them are left out.',
      )}
      <Choice
        legend="Article types"
        hint="Leave empty for every kind. Letters, editorials, and news belong to no kind."
      >
        {articleTypes.map((type) => (
          <Checkbox
            key={type}
            value={type}
            label={capitalize(articleTypeWords[type])}
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
    <p className="mb-1.5 text-sm text-muted">{hint}</p>
    <div className="flex flex-wrap gap-x-6 gap-y-2">{children}</div>
  </fieldset>
);

const isOn = (preferences: Preferences, source: (typeof usualSources)[number]): boolean =>
  enabledSources(preferences).includes(source);

interface PhraseListProps {
  label: string;
  hint: string;
  phrases: readonly string[];
  onChange: (phrases: string[]) => void;
}

/** A list of words and phrases. Pressing Enter or leaving the field adds the typed one. */
function PhraseList({ label, hint, phrases, onChange }: PhraseListProps) {
  const [text, setText] = useState('');
  const [message, setMessage] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);

  const add = () => {
    const phrase = text.replace(/\s+/g, ' ').trim();
    if (!phrase) return setMessage(undefined);
    const known = phrases.some((one) => one.toLowerCase() === phrase.toLowerCase());
    const read = filters.shape.required.safeParse(known ? phrases : [...phrases, phrase]);
    setMessage(read.error?.issues[0]?.message);
    if (!read.success) return;
    if (!known) onChange([...read.data]);
    setText('');
  };
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !text.trim()) return;
    event.preventDefault();
    add();
  };
  const remove = (at: number) => {
    flushSync(() => onChange(phrases.filter((_, index) => index !== at)));
    const buttons = list.current?.querySelectorAll('button') ?? [];
    (buttons[Math.min(at, buttons.length - 1)] ?? field.current)?.focus();
  };

  return (
    <div>
      <TextField
        ref={field}
        label={label}
        hint={hint}
        error={message}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={enter}
        onBlur={add}
        disabled={phrases.length >= filterPhrasesAtMost}
        maxLength={80}
        enterKeyHint="done"
        autoComplete="off"
        dir="auto"
      />
      {/* Room for the first word, which is added on leaving the field: a button below must not move under the pointer. */}
      <div className="mt-2 min-h-6">
        {phrases.length > 0 && (
          <ul ref={list} aria-label={label} className="flex flex-wrap gap-2">
            {phrases.map((phrase, at) => (
              <Chip key={phrase} of={phrase} onRemove={() => remove(at)} />
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
