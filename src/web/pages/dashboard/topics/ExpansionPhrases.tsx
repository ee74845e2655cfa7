import { Plus, X } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Me } from '#shared/accounts/me.ts';
import { expansionsAtMost, type SearchTerm } from '#shared/topics/searchTerm.ts';
import { useUnderstanding } from '#web/topics/useUnderstanding.ts';
import { Button } from '#web/ui/Button.tsx';
import { Form, Select, TextField } from '#web/ui/Form.tsx';
import { topicAction } from '../desk/Section.tsx';
import { useChangeExpansion } from '../desk/topicActions.ts';

/**
 * The words and phrases also searched for a topic, by weight, each with the papers it contributed to the newest digest.
 * Readers can remove and add phrases; the next digest uses the change.
 */
export function ExpansionPhrases({ me, term }: { me: Me; term: SearchTerm }) {
  const [adding, setAdding] = useState(false);
  const [all, setAll] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const removed = useRef<{ at: number; of: number } | null>(null);
  const change = useChangeExpansion(me, term);
  useEffect(() => {
    if (!removed.current || term.expansion.length >= removed.current.of) return;
    // The phrase is removed, so the focus goes to the next one, or to the button that adds one.
    const buttons = list.current?.querySelectorAll('button') ?? [];
    (buttons[Math.min(removed.current.at, buttons.length - 1)] ?? add.current)?.focus();
    removed.current = null;
  });
  if (!term.expansion.length && term.lastProcessedAt === null) return null;
  // A part without other names is named by itself; there is nothing to remove.
  const sorted = term.expansion.filter(({ phrase, of }) => phrase !== of).sort((a, b) => b.weight - a.weight);
  const hidden = sorted.length - shownAtFirst;

  const remove = (phrase: string, at: number) => {
    removed.current = { at, of: sorted.length };
    change.remove(phrase);
  };
  const close = () => {
    flushSync(() => setAdding(false));
    add.current?.focus();
  };

  return (
    <div className="min-w-0 grow basis-80">
      <div className="flex flex-wrap items-center gap-x-1.5 gap-y-1.5">
        <span className="mr-0.5 text-muted">Also searched:</span>
        <ul ref={list} aria-label="Also searched" className="contents">
          {sorted.slice(0, all ? undefined : shownAtFirst).map(({ phrase, of, from }, at) => (
            <Phrase
              key={`${of} ${phrase}`}
              phrase={phrase}
              of={of}
              from={from}
              papers={term.expansionCounts?.[phrase] ?? 0}
              pending={change.isPending}
              onRemove={() => remove(phrase, at)}
            />
          ))}
        </ul>
        {!all && hidden > 1 ? (
          <button type="button" className={`${topicAction} ml-1`} onClick={() => setAll(true)}>
            {hidden} more
          </button>
        ) : null}
        {!adding && (all || hidden < 2) && sorted.filter(({ of }) => !of).length < expansionsAtMost && (
          <button ref={add} type="button" className={`${topicAction} ml-1`} onClick={() => setAdding(true)}>
            <Plus className="size-3.5" aria-hidden="true" />
            <span>
              Add<span className="sr-only"> a word or phrase to {term.term}</span>
            </span>
          </button>
        )}
      </div>
      {adding && (
        <AddPhrase
          topic={term.term}
          onAdd={(phrase, of) => change.add(phrase, of, close)}
          onClose={close}
          pending={change.isPending}
        />
      )}
    </div>
  );
}

const shownAtFirst = 2;

/** Whose a phrase is. */
const whose = { model: 'by the model', pubmed: 'by PubMed', reader: 'yours' };

interface PhraseProps {
  phrase: string;
  /** The part of the topic that it is another name for. */
  of: string | undefined;
  from: keyof typeof whose;
  papers: number;
  pending: boolean;
  onRemove: () => void;
}

function Phrase({ phrase, of, from, papers, pending, onRemove }: PhraseProps) {
  const brought = `brought ${papers} ${papers === 1 ? 'paper' : 'papers'} to the latest digest`;
  return (
    <li className="inline-flex min-w-0 items-center rounded bg-wash text-[0.8125rem] ring-1 ring-line/70 ring-inset">
      <span dir="auto" title={phrase} className="truncate py-0.5 pl-2">
        {of && <span className="text-muted">{of}, also: </span>}
        {phrase}
      </span>
      <span className="pl-1.5 text-muted">{whose[from]}</span>
      {papers > 0 && (
        <span className="pl-1.5 text-muted" title={brought}>
          <span aria-hidden="true">{papers}</span>
          <span className="sr-only">{brought}</span>
        </span>
      )}
      <button
        type="button"
        aria-label={`Remove ${phrase}`}
        aria-disabled={pending || undefined}
        onClick={() => !pending && onRemove()}
        className="grid size-6 shrink-0 place-items-center rounded text-edge hover:text-ink"
      >
        <X className="size-3" aria-hidden="true" />
      </button>
    </li>
  );
}

interface AddPhraseProps {
  topic: string;
  /** Adds a phrase; `of` is the part that it is another name for, or empty. */
  onAdd: (phrase: string, of: string) => void;
  onClose: () => void;
  pending: boolean;
}

/** A form for another word or phrase; Escape closes it. */
function AddPhrase({ topic, onAdd, onClose, pending }: AddPhraseProps) {
  const [text, setText] = useState('');
  const [of, setOf] = useState('');
  const { reading } = useUnderstanding(topic, { atOnce: true });
  const parts = (reading?.allOf ?? []).filter(({ exact, searchedAs }) => !exact && !searchedAs);
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
