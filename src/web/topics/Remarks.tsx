import type { ReactNode } from 'react';
import type { Understanding } from '#shared/topics/understanding.ts';
import { quotedList } from './words.ts';

interface RemarksProps {
  reading: Understanding;
  onChange?: ((topic: string) => void) | undefined;
}

/** Remarks on how a topic is understood: nothing to search for, corrections, syntax errors, ignored words. */
export function Remarks({ reading, onChange }: RemarksProps) {
  const { problem, didYouMean, foreign, notes, ignored, unknown } = reading;
  const use = (topic: string, label: ReactNode) =>
    onChange ? (
      <button type="button" className="link min-h-6 rounded text-start" onClick={() => onChange(topic)}>
        {label}
      </button>
    ) : (
      label
    );
  return (
    <div className="mt-2 space-y-1">
      {problem && <p className="text-warn">{problem}</p>}
      {didYouMean && (
        <p>Did you mean {use(didYouMean, <bdi>{didYouMean}</bdi>)}? That is what is searched.</p>
      )}
      {foreign.map(({ typed, read }) => (
        <p key={typed}>
          <bdi>“{typed}”</bdi> is searched as “{read}.”
        </p>
      ))}
      {notes.map(({ text, span, repair }) => (
        <p key={span.from}>
          {text} {repair && <>This reads as {use(repair, <bdi>{repair}</bdi>)}.</>}
        </p>
      ))}
      {unknown.length > 0 && !problem && (
        <p className="text-warn">
          No paper of the last year has {quotedList(unknown.map(({ text }) => text))}.
        </p>
      )}
      {ignored.length > 0 && (
        <p className="text-muted">
          Not searched, because nearly every paper has these words:{' '}
          {quotedList(ignored.map(({ text }) => text))}.
        </p>
      )}
    </div>
  );
}
