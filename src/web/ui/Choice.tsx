interface ChoiceProps<Name extends string> {
  label: string;
  choices: readonly { name: Name; label: string }[];
  value: Name;
  onChange: (name: Name) => void;
  className?: string;
}

/** A choice of one option, as a row of buttons. */
export const Choice = <Name extends string>({
  label,
  choices,
  value,
  onChange,
  className = '',
}: ChoiceProps<Name>) => (
  <div className={className}>
    {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be styled as a row of joined buttons */}
    <div role="group" aria-label={label} className="inline-flex rounded-md border border-edge bg-sheet p-0.5">
      {choices.map(({ name, label: words }) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === value}
          onClick={() => onChange(name)}
          className="min-h-7 rounded px-2.5 text-sm text-muted hover:text-ink aria-pressed:bg-wash aria-pressed:font-medium aria-pressed:text-ink aria-pressed:ring-1 aria-pressed:ring-edge pointer-coarse:min-h-11"
        >
          {words}
        </button>
      ))}
    </div>
  </div>
);
