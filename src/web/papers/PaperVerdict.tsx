import { useQueryClient } from '@tanstack/react-query';
import { Bookmark, Check, Minus, Plus } from 'lucide-react';
import type { ComponentType } from 'react';
import type { OpenedDigest } from '#shared/digests/digest.ts';
import type { PaperState } from '#shared/papers/paper.ts';
import { verdicts } from '#shared/topics/feedback.ts';
import { usePaperKeysOn } from './keys/useKeys.ts';
import { isOneDigest, type Judged, useAnswer, useSay, verdictLabels } from './verdict.ts';

const icons = { more: Plus, less: Minus };

/** Keep and two feedback buttons. Pressing an active one undoes it. Keys press them too, see `usePaperKeys`. */
export function PaperVerdict({ judged, number }: { judged: Judged; number: number }) {
  const say = useSay(judged);
  const keep = useKeep(judged);
  return (
    <fieldset className="mt-1.5 -ml-2 flex min-w-0 flex-wrap gap-1 print:hidden">
      <legend className="sr-only">Paper {number}</legend>
      <Choice
        Icon={Bookmark}
        name="state"
        shortcut="s"
        pressed={judged.state === 'kept'}
        onPress={() => keep('kept')}
      >
        {judged.state === 'kept' ? 'Kept' : 'Keep'}
      </Choice>
      {verdicts.map((verdict) => (
        <Choice
          key={verdict}
          Icon={icons[verdict]}
          name="verdict"
          shortcut={verdict === 'less' ? 'x' : undefined}
          pressed={judged.verdict === verdict}
          onPress={() => say(judged.verdict === verdict ? null : verdict)}
        >
          {verdictLabels[verdict]}
        </Choice>
      ))}
    </fieldset>
  );
}

/** Puts a paper of an open digest on the shelf, or takes it off. */
function useKeep(judged: Judged): (wanted: PaperState) => void {
  const client = useQueryClient();
  return useAnswer(judged, (state) =>
    client.setQueriesData<OpenedDigest>(
      { predicate: isOneDigest },
      (digest) => digest && { ...digest, states: { ...digest.states, [judged.paperId]: state } },
    ),
  );
}

interface ChoiceProps {
  Icon: ComponentType<{ className: string }>;
  /** The question it answers. Answers with the same name replace each other. */
  name: 'state' | 'verdict';
  shortcut: string | undefined;
  pressed: boolean;
  onPress: () => void;
  children: string;
}

function Choice({ Icon: Unpressed, name, shortcut, pressed, onPress, children }: ChoiceProps) {
  const [on] = usePaperKeysOn();
  const Icon = pressed ? Check : Unpressed;
  return (
    <button
      type="button"
      name={name}
      aria-keyshortcuts={on ? shortcut : undefined}
      aria-pressed={pressed}
      onClick={onPress}
      className="inline-flex min-h-8 items-center pointer-coarse:min-h-11 gap-1.5 rounded-md px-2 text-sm text-muted hover:bg-wash hover:text-ink aria-pressed:bg-accent-wash aria-pressed:text-accent"
    >
      <Icon className="size-4" aria-hidden="true" />
      {children}
    </button>
  );
}
