import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Form, TextField } from '#web/ui/Form.tsx';

interface AddPhraseProps {
  onAdd: (phrase: string) => void;
  onClose: () => void;
  pending: boolean;
}

/** A form for another word or phrase; Escape closes it. */
export function AddPhrase({ onAdd, onClose, pending }: AddPhraseProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const add = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() && !pending) onAdd(text.trim());
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };

  return (
    <Form onSubmit={add} onKeyDown={leave} className="mt-2.5">
      <TextField
        ref={field}
        label="Another word or phrase"
        hint="It is used from the next digest."
        value={text}
        onChange={(event) => setText(event.target.value)}
        maxLength={80}
        autoComplete="off"
        dir="auto"
      />
      <div className="mt-3 flex flex-wrap gap-3">
        <Button type="submit" size="small" disabled={!text.trim()} pending={pending}>
          Add
        </Button>
        <Button variant="secondary" size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
