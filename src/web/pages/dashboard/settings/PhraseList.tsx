import { X } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { filterPhrasesAtMost, filters } from '#shared/topics/searchTerm.ts';
import { TextField } from '#web/ui/Form.tsx';

interface PhraseListProps {
  label: string;
  hint: string;
  phrases: readonly string[];
  onChange: (phrases: string[]) => void;
  disabled: boolean;
}

/** A list of words and phrases. Pressing Enter or leaving the field adds the typed one. */
export function PhraseList({ label, hint, phrases, onChange, disabled }: PhraseListProps) {
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
        disabled={disabled || phrases.length >= filterPhrasesAtMost}
        maxLength={80}
        enterKeyHint="done"
        autoComplete="off"
        dir="auto"
      />
      {phrases.length > 0 && (
        <ul ref={list} aria-label={label} className="mt-2.5 flex flex-wrap gap-2 text-[0.8125rem]">
          {phrases.map((phrase, at) => (
            <Phrase key={phrase} phrase={phrase} disabled={disabled} onRemove={() => remove(at)} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface PhraseProps {
  phrase: string;
  disabled: boolean;
  onRemove: () => void;
}

const Phrase = ({ phrase, disabled, onRemove }: PhraseProps) => (
  <li className="inline-flex items-center rounded bg-wash ring-1 ring-line ring-inset">
    <span dir="auto" className="py-0.5 pl-2 wrap-anywhere">
      {phrase}
    </span>
    <button
      type="button"
      aria-label={`Remove ${phrase}`}
      disabled={disabled}
      onClick={onRemove}
      className="grid size-6 place-items-center rounded text-muted hover:text-ink"
    >
      <X className="size-3.5" aria-hidden="true" />
    </button>
  </li>
);
