import { Plus } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Me } from '#shared/accounts/me.ts';
import { expansionsAtMost, type SearchTerm } from '#shared/topics/searchTerm.ts';
import type { TopicPart } from '#shared/topics/understanding.ts';
import { ReadingOf } from '#web/topics/UnderstoodAs.tsx';
import { useUnderstanding } from '#web/topics/useUnderstanding.ts';
import { Chip } from '#web/ui/Chip.tsx';
import { Button, Form, Select, Submit, TextField } from '#web/ui/Form.tsx';
import { Section, topicAction } from '../dashboard/desk/Section.tsx';
import { useChangeExpansion, useEditTopic } from '../dashboard/desk/topicActions.ts';

/** The parts of a topic, a row each, with their names. A change of a part is previewed at once, and searched once it is saved. */
export function AsksFor({ me, topic }: { me: Me; topic: SearchTerm }) {
  const [draft, setDraft] = useState(topic.term);
  const [adding, setAdding] = useState(false);
  const { reading, isWaiting, failed } = useUnderstanding(draft, { atOnce: true });
  const edit = useEditTopic(me, { onSaved: () => undefined });
  const change = useChangeExpansion(me, topic);
  const rows = useRef<HTMLDivElement>(null);
  const add = useRef<HTMLButtonElement>(null);
  const removed = useRef<{ at: number; of: number } | null>(null);
  useEffect(() => setDraft(topic.term), [topic.term]);
  const { length } = topic.expansion;
  useEffect(() => {
    if (!removed.current || length >= removed.current.of) return;
    // The name is removed, so the focus goes to the next one, or to the button that adds one.
    const buttons = rows.current?.querySelectorAll<HTMLElement>('li button') ?? [];
    (buttons[Math.min(removed.current.at, buttons.length - 1)] ?? add.current)?.focus();
    removed.current = null;
  });
  const reword = (next: string) => {
    if (!next) return;
    setDraft(next);
    rows.current?.focus();
  };
  const removeName = (phrase: string) => {
    const buttons = [...(rows.current?.querySelectorAll('li button') ?? [])];
    removed.current = { at: buttons.indexOf(document.activeElement!), of: length };
    change.remove(phrase);
  };
  const close = () => {
    flushSync(() => setAdding(false));
    add.current?.focus();
  };
  // Part by part, each by weight. A part without other names is named by itself.
  const names = topic.expansion.filter(({ phrase, of }) => phrase !== of).sort((a, b) => b.weight - a.weight);
  const namesOf = (part: string | undefined) => {
    const some = names.filter(({ of }) => of === part);
    return (
      some.length > 0 && <Names names={some} term={topic} pending={change.isPending} onRemove={removeName} />
    );
  };
  const canAdd = topic.lastProcessedAt !== null && names.filter(({ of }) => !of).length < expansionsAtMost;
  return (
    <Section
      title="Asks for"
      aside={
        canAdd && (
          <button
            ref={add}
            type="button"
            aria-expanded={adding}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-full border border-dashed border-edge px-3 text-[0.8125rem] hover:border-ink hover:bg-wash"
            onClick={() => setAdding(true)}
          >
            <Plus className="size-3.5" />
            Add a name
          </button>
        )
      }
    >
      <p className="text-[0.8125rem] text-muted">
        Papers with all of these parts come first, each by any of its names. Choose a part to change it.
      </p>
      {adding && (
        <AddName
          parts={(reading?.allOf ?? []).filter(({ exact, searchedAs }) => !exact && !searchedAs)}
          onAdd={(phrase, of) => change.add(phrase, of, close)}
          onClose={close}
          pending={change.isPending}
        />
      )}
      <div ref={rows} tabIndex={-1} className="mt-2 min-h-44 rounded text-sm">
        {failed ? (
          <p className="text-muted">
            How this topic is understood cannot be shown right now. {failed.message}
          </p>
        ) : reading ? (
          <ReadingOf {...{ reading, namesOf, isWaiting }} onChange={reword} />
        ) : (
          <p className="text-muted">Reading your topic…</p>
        )}
      </div>
      {draft !== topic.term && (
        <div className="mt-4 rounded-md border border-line border-l-4 border-l-accent bg-sheet px-4 py-3 text-sm">
          <p>
            Search for “<bdi className="wrap-anywhere">{draft}</bdi>” instead? It is searched again at once.
          </p>
          <div className="mt-3 flex flex-wrap gap-3">
            <Button
              size="small"
              pending={edit.isPending}
              onClick={() => edit.mutate({ params: { id: topic.id }, body: { term: draft } })}
            >
              Save topic
            </Button>
            <Button variant="secondary" size="small" onClick={() => setDraft(topic.term)}>
              Keep as it was
            </Button>
          </div>
        </div>
      )}
    </Section>
  );
}

interface NamesProps {
  /** Of one part of the topic, or of the whole, by weight. */
  names: readonly Name[];
  term: SearchTerm;
  pending: boolean;
  onRemove: (phrase: string) => void;
}

type Name = SearchTerm['expansion'][number];

/** Other words for a part, each with the papers it contributed to the newest digest. The next digest uses a change. */
function Names({ names, term, pending, onRemove }: NamesProps) {
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
function AddName({ parts, onAdd, onClose, pending }: AddNameProps) {
  const [text, setText] = useState('');
  const [of, setOf] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const add = () => {
    if (text.trim() && !pending) onAdd(text.trim(), of);
  };
  const leave = ({ key }: KeyboardEvent) => key === 'Escape' && onClose();

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
        <Submit label="Add" size="small" disabled={!text.trim()} pending={pending} />
        <Button variant="secondary" size="small" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}
