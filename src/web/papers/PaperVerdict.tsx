import { useQueryClient } from '@tanstack/react-query';
import { Bookmark, Check, Minus, Plus } from 'lucide-react';
import type { ComponentType } from 'react';
import type { OpenedDigest } from '#shared/digests/digest.ts';
import { deskApi } from '#shared/shelf/paperState.ts';
import { verdicts } from '#shared/topics/feedback.ts';
import { useAction } from '../api/query.ts';
import { toast } from '../ui/toast/toast.ts';
import { isOneDigest, type Judged, useSay, verdictLabels } from './verdict.ts';

const icons = { more: Plus, less: Minus };

/** Keep and two feedback buttons; pressing a pressed one takes it back. */
export function PaperVerdict({ judged, number }: { judged: Judged; number: number }) {
  const say = useSay(judged);
  const keep = useKeep(judged);
  return (
    <fieldset className="mt-1.5 -ml-2 flex min-w-0 flex-wrap gap-1 print:hidden">
      <legend className="sr-only">Paper {number}</legend>
      <Choice Icon={Bookmark} pressed={judged.isKept} onPress={() => keep(!judged.isKept)}>
        {judged.isKept ? 'Kept' : 'Keep'}
      </Choice>
      {verdicts.map((verdict) => (
        <Choice
          key={verdict}
          Icon={icons[verdict]}
          pressed={judged.verdict === verdict}
          onPress={() => say(judged.verdict === verdict ? null : verdict)}
        >
          {verdictLabels[verdict]}
        </Choice>
      ))}
    </fieldset>
  );
}

/** Puts a paper on the shelf or takes it off; shown at once, and reverted if it cannot be saved. */
function useKeep({ termId, paperId }: Judged): (isKept: boolean) => void {
  const client = useQueryClient();
  const show = (isKept: boolean) =>
    client.setQueriesData<OpenedDigest>(
      { predicate: isOneDigest },
      (digest) => digest && { ...digest, states: { ...digest.states, [paperId]: isKept ? 'kept' : 'new' } },
    );
  const action = useAction(deskApi.setState, {
    scope: { id: `keep ${paperId}` },
    onError: ({ message }, { body }) => {
      show(body!.state !== 'kept');
      toast({ title: 'Answer Not Saved', description: message, tone: 'bad' });
    },
  });
  return (isKept) => {
    show(isKept);
    action.mutate({ params: { id: paperId }, body: { termId, state: isKept ? 'kept' : 'new' } });
  };
}

interface ChoiceProps {
  Icon: ComponentType<{ className: string }>;
  pressed: boolean;
  onPress: () => void;
  children: string;
}

function Choice({ Icon: Unpressed, pressed, onPress, children }: ChoiceProps) {
  const Icon = pressed ? Check : Unpressed;
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className="inline-flex min-h-8 items-center pointer-coarse:min-h-11 gap-1.5 rounded-md px-2 text-sm text-muted hover:bg-wash hover:text-ink aria-pressed:bg-accent-wash aria-pressed:text-accent"
    >
      <Icon className="size-4" aria-hidden="true" />
      {children}
    </button>
  );
}
