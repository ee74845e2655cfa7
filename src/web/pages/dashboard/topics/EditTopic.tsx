import { type KeyboardEvent, lazy, useEffect, useRef, useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { topic } from '#shared/values/fields.ts';
import { LazyPart } from '#web/ui/Boundary.tsx';
import { Button, Form, Submit, TextField } from '#web/ui/Form.tsx';
import { useEditTopic } from '../desk/topicActions.ts';

export const UnderstoodAs = lazy(async () => ({
  default: (await import('#web/topics/UnderstoodAs.tsx')).UnderstoodAs,
}));

/** Edits a topic in place; Escape cancels. */
export function EditTopic({ me, term, onClose }: { me: Me; term: SearchTerm; onClose: () => void }) {
  const [text, setText] = useState(term.term);
  const [message, setMessage] = useState<string>();
  const edit = useEditTopic(me, { onSaved: onClose });
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);

  const save = () => {
    if (!text.trim() || edit.isPending) return;
    const read = topic.safeParse(text);
    setMessage(read.error?.issues[0]?.message);
    if (!read.success) return;
    if (read.data === term.term) onClose();
    else edit.mutate({ params: { id: term.id }, body: { term: read.data } });
  };
  const leave = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();

  return (
    <Form onSubmit={save} onKeyDown={leave}>
      <TextField
        ref={field}
        label="Search term"
        hint={
          <>
            Original: <bdi className="wrap-anywhere">{term.term}</bdi>
          </>
        }
        value={text}
        error={message}
        onChange={(event) => {
          setText(event.target.value);
          setMessage(undefined);
        }}
        autoComplete="off"
        dir="auto"
      />
      <LazyPart fallback={<div className="mt-3 h-48 sm:h-40" />}>
        <UnderstoodAs text={text} onChange={setText} />
      </LazyPart>
      <div className="mt-3 mb-4 flex flex-wrap gap-3">
        <Submit label="Save" size="small" disabled={!text.trim()} pending={edit.isPending} />
        <Button variant="secondary" size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
