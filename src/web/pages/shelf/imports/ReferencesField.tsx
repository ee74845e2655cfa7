import { type DragEvent, useId, useState } from 'react';
import { importTextAtMost } from '#shared/shelf/imports.ts';
import { controlClass, FieldError } from '#web/ui/Form.tsx';

interface ReferencesFieldProps {
  text: string;
  onChange: (text: string) => void;
  problem: string | undefined;
  onProblem: (problem: string | undefined) => void;
}

/** A field for references: pasted, dropped, or from a file. */
export function ReferencesField({ text, onChange, problem, onProblem }: ReferencesFieldProps) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > importTextAtMost) return onProblem('A file can have at most 5 MB.');
    onProblem(undefined);
    onChange(await file.text());
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
            accept=".ris,.bib,.bibtex,.json,.rdf,.xml,.nbib,.txt,.csv,text/plain"
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
