import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { importApi, referencesAtMost, type ShelfImport } from '#shared/shelf/imports.ts';
import { severalFrom } from '#shared/topics/proposals.ts';
import { keyOf, reading, useAction } from '#web/api/query.ts';
import { counted } from '#web/digests/digestWords.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Form } from '#web/ui/Form.tsx';
import { Link } from '#web/ui/Link.tsx';
import { ReferencesField } from '../shelf/References.tsx';

/** Earlier imports to choose from. */
const offered = 3;

/** Asks for references, or for an earlier import. */
export function PasteReferences({ onStarted }: { onStarted: (importId: string) => void }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const client = useQueryClient();
  const earlier = useQuery({ ...reading(importApi.newest), staleTime: 0 }).data?.filter(isUsable) ?? [];
  const start = useAction(importApi.start, {
    onSuccess: (started) => {
      void client.invalidateQueries({ queryKey: keyOf(importApi.newest) });
      onStarted(started.id);
    },
    onError: (error) => setProblem(error.message),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setProblem(undefined);
    if (text.trim()) start.mutate({ body: { text } });
  };
  return (
    <>
      <p className="mt-3 max-w-[62ch]">
        Add papers that you know, and Litwatch proposes topics that find more like them. {severalFrom} papers
        or more give a topic for each group of similar ones, fewer give one. You choose what to follow.
      </p>
      <Form onSubmit={submit} className="mt-6 max-w-2xl space-y-4">
        <ReferencesField text={text} onChange={setText} problem={problem} onProblem={setProblem} />
        <p className="text-sm text-muted">
          RIS, BibTeX, CSL-JSON, Zotero RDF, EndNote XML, NBIB, or one DOI, PMID, or other identifier a line.
          Up to {referencesAtMost.toLocaleString('en-US')} references at once.
        </p>
        <Button type="submit" disabled={!text.trim()} pending={start.isPending}>
          Look them up
        </Button>
      </Form>
      {earlier.length > 0 && (
        <section aria-labelledby="earlier" className="mt-10">
          <h2 id="earlier" className="font-serif text-xl font-semibold">
            Or use papers that you added before
          </h2>
          <ul className="mt-3 space-y-1.5 text-[0.9375rem]">
            {earlier.slice(0, offered).map((one) => (
              <li key={one.id}>
                <Link to={`/follow?import=${one.id}`} className="link rounded">
                  {counted(foundIn(one), 'paper')}
                </Link>{' '}
                <span className="text-muted">
                  from <AbsoluteDate value={one.createdAt} zone={undefined} short />
                  {one.status !== 'done' && ', still being looked up'}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <p className="mt-8 text-sm text-muted">
        Papers already on your{' '}
        <Link to="/shelf" className="link rounded">
          shelf
        </Link>
        ? Select some there, then press “Follow papers like these.”
      </p>
    </>
  );
}

/** Number of papers an import has found so far. */
export const foundIn = ({ added, known }: ShelfImport): number => added + known;

const isUsable = (one: ShelfImport): boolean => one.status !== 'done' || foundIn(one) > 0;
