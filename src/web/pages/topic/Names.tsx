import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import type { TopicPart } from '#shared/topics/understanding.ts';
import { Button } from '#web/ui/Button.tsx';
import { Chip } from '#web/ui/Chip.tsx';
import { Form, Select, TextField } from '#web/ui/Form.tsx';
import { topicAction } from '../dashboard/desk/Section.tsx';

interface NamesProps {
  /** Of one part of the topic, or of the whole, by weight. */
  names: readonly Name[];
  term: SearchTerm;
  pending: boolean;
  onRemove: (phrase: string) => void;
}

type Name = SearchTerm['expansion'][number];

/** Other words for a part, each with the papers it contributed to the newest digest. The next digest uses a change. */
export function Names({ names, term, pending, onRemove }: NamesProps) {
  const [all, setAll] = useState(false);
  const hidden = all ? 0 : names.length - shownAtFirst;
  return (
    <>
      <span className="text-[0.8125rem] text-muted">also</span>
      <ul aria-label="Names" className="contents">
        {names.slice(0, hidden > 1 ? shownAtFirst : undefined).map(({ phrase, from }) => {
          const papers = term.expansionCounts?.[phrase] ?? 0;
          const brought = `brought ${papers} ${papers === 1 ? 'paper' : 'papers'} to the latest digest`;
          return (
            <Chip
              key={phrase}
              of={phrase}
              title={[phrase, whose[from], papers > 0 && brought].filter(Boolean).join(', ')}
              disabled={pending}
              onRemove={() => onRemove(phrase)}
            >
              {papers > 0 && (
                <span aria-hidden="true" className="pl-1.5 text-muted">
                  {papers}
                </span>
              )}
              <span className="sr-only">
                , {whose[from]}
                {papers > 0 && `, ${brought}`}
              </span>
            </Chip>
          );
        })}
      </ul>
      {hidden > 1 && (
        <button type="button" className={`${topicAction} ml-1`} onClick={() => setAll(true)}>
          {hidden} more
        </button>
      )}
    </>
  );
}

const shownAtFirst = 2;

/** Whose a phrase is. */
const whose = { model: 'by the model', pubmed: 'by PubMed', reader: 'yours' };

interface AddNameProps {
  /** The parts that may have other names. */
  parts: readonly TopicPart[];
  /** Adds a phrase; `of` is the part that it is another name for, or empty. */
  onAdd: (phrase: string, of: string) => void;
  onClose: () => void;
  pending: boolean;
}

/** A form for another word or phrase; Escape closes it. */
export function AddName({ parts, onAdd, onClose, pending }: AddNameProps) {
  const [text, setText] = useState('');
  const [of, setOf] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const add = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() && !pending) onAdd(text.trim(), of);
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose();
  };

  return (
    <Form onSubmit={add} onKeyDown={leave} className="mt-3">
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
      {parts.length > 1 && (
        <Select
          className="mt-3"
          label="Another name for"
          value={of}
          onChange={(event) => setOf(event.target.value)}
          empty="the whole topic"
          options={parts.map(({ name }) => ({ value: name, label: name }))}
        />
      )}
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
