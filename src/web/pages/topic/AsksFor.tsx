import { useEffect, useRef, useState } from 'react';
import type { Me } from '#shared/accounts/me.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { ReadingOf } from '#web/topics/UnderstoodAs.tsx';
import { useUnderstanding } from '#web/topics/useUnderstanding.ts';
import { Button } from '#web/ui/Button.tsx';
import { Section } from '../dashboard/desk/Section.tsx';
import { useEditTopic } from '../dashboard/topics/topicChanges.ts';

/** The parts of a topic as chips. A change is previewed at once, and searched once it is saved. */
export function AsksFor({ me, topic }: { me: Me; topic: SearchTerm }) {
  const [draft, setDraft] = useState(topic.term);
  const { reading, isWaiting, failed } = useUnderstanding(draft, { atOnce: true });
  const edit = useEditTopic(me, { onSaved: () => undefined });
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => setDraft(topic.term), [topic.term]);
  const change = (next: string) => {
    if (!next) return;
    setDraft(next);
    part.current?.focus();
  };
  return (
    <Section title="What this topic asks for">
      <p className="mb-3 text-sm text-muted">
        Every part counts, and papers that have all of them come first. Choose one to change it.
      </p>
      <div ref={part} tabIndex={-1} className="min-h-28 rounded text-sm">
        {failed ? (
          <p className="text-muted">How this topic is read cannot be shown right now. {failed.message}</p>
        ) : reading ? (
          <ReadingOf reading={reading} onChange={isWaiting ? undefined : change} />
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
