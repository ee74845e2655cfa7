import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { withCommas } from '#shared/values/dates.ts';
import { textOf } from '#shared/values/textOf.ts';
import { counted } from '#shared/values/words.ts';
import { useAction } from '#web/api/api.ts';
import { controlClass, FieldError, Form, Submit } from '#web/ui/Form.tsx';
import { ProgressBar } from '#web/ui/Spinner.tsx';
import {
  importApi,
  importFormats,
  importTextAtMost,
  referencesAtMost,
  type ShelfImport,
} from '../contract.ts';

export const whatIsRead = `RIS, BibTeX, CSL-JSON, Zotero RDF, EndNote XML, ENW, NBIB, PubMed XML, Web of Science, CSV, or one DOI, PMID, or other identifier a line. Up to ${withCommas(referencesAtMost)} references at once.`;

interface ReferencesFieldProps {
  text: string;
  onChange: (text: string) => void;
  problem: string | undefined;
  onProblem: (problem: string | undefined) => void;
}

interface ImportFormProps {
  tag?: string;
  className?: string;
  onStarted: (started: ShelfImport) => void;
  /** Between the field and the button. */
  children: ReactNode;
}

/** A form that imports references. */
export function ImportForm({ tag, className = '', onStarted, children }: ImportFormProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const start = useAction(importApi.start, {
    onSuccess: (started) => onStarted(started),
    onError: (error) => setProblem(error.message),
  });
  const submit = () => {
    setProblem(undefined);
    if (text.trim()) start.mutate({ body: { text, ...(tag && { tag }) } });
  };
  return (
    <Form onSubmit={submit} className={`space-y-4 ${className}`}>
      <ReferencesField text={text} onChange={setText} problem={problem} onProblem={setProblem} />
      {children}
      <Submit label="Import" disabled={!text.trim()} pending={start.isPending} />
    </Form>
  );
}

/** A field for references: pasted, dropped, or from a file. */
function ReferencesField({ text, onChange, problem, onProblem }: ReferencesFieldProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > importTextAtMost) return onProblem('A file can have at most 5 MB.');
    onProblem(undefined);
    onChange(textOf(await file.arrayBuffer()));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) void readFile(file);
    else onChange(event.dataTransfer.getData('text'));
  };
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        References
      </label>
      <textarea
        id={id}
        rows={8}
        value={text}
        dir="auto"
        spellCheck={false}
        aria-describedby={`${id}-hint ${id}-error`}
        onChange={(event) => onChange(event.target.value)}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={`${controlClass} font-mono text-sm ${isOver ? 'border-accent bg-accent-wash' : ''}`}
      />
      <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
        Paste them, drop a file here, or{' '}
        <label className="link cursor-pointer rounded focus-within:outline-2">
          choose a file
          <input
            type="file"
            className="sr-only"
            accept=".ris,.bib,.bibtex,.json,.rdf,.xml,.nbib,.enw,.txt,.csv,.tsv,text/plain"
            onChange={(event) => void readFile(event.target.files?.[0])}
          />
        </label>
        . Papers found go to your shelf; nothing else is changed.
      </p>
      {/* Reserves one line, so that a later response moves nothing. */}
      <div className="min-h-6.5">
        <FieldError id={`${id}-error`}>{problem}</FieldError>
      </div>
    </div>
  );
}

/** Polling interval of a running import, in milliseconds. */
export const lookMs = 1500;

/** The progress or result of an import; both have the same height. */
export function ImportState({ progress }: { progress: ShelfImport }) {
  const { status, total, resolved, added, known, duplicates, notFoundInAll, detail } = progress;
  const isDone = status === 'done';
  const found = [
    added && `${counted(added, 'paper')} added`,
    known && `${known} on your shelf already`,
    duplicates && `${duplicates} named twice`,
    notFoundInAll && `${notFoundInAll} not found`,
  ].filter(Boolean);
  const words = `${resolved} of ${total} looked up`;
  return (
    <div className="space-y-4">
      <ProgressBar
        label="Import"
        percent={isDone ? 100 : total ? (100 * resolved) / total : 0}
        text={isDone ? 'Import complete' : words}
      />
      <div role="status" className="min-h-25 text-[0.9375rem] sm:min-h-19">
        <p className="font-medium">{isDone ? 'Import complete' : words}</p>
        <p className="text-muted">
          {found.length > 0 ? `${found.join(' · ')}.` : 'Nothing yet.'} Read as{' '}
          {importFormats[progress.format]}.
        </p>
        {status === 'waiting' && detail && <p className="mt-1 text-warn">{detail}</p>}
        {!isDone && <p className="mt-1 text-muted">You can close this; the import continues.</p>}
      </div>
    </div>
  );
}

/** References that could not be found. They come last, because the list grows. */
export function NotFound({ progress: { status, notFound, notFoundInAll } }: { progress: ShelfImport }) {
  if (!notFound.length) return null;
  return (
    <details className="text-sm" open={status === 'done' && notFound.length <= 10}>
      <summary className="min-h-6 cursor-pointer rounded">Not found ({notFoundInAll})</summary>
      <ul className="mt-2 max-h-64 space-y-2 overflow-y-auto">
        {notFound.map(({ place, label, reason }) => (
          <li key={place}>
            <span dir="auto" className="wrap-anywhere">
              {place}. {label}
            </span>
            <span className="block text-muted">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
