import { Check, Minus, Plus } from 'lucide-react';
import { type Verdict, verdicts } from '#shared/topics/feedback.ts';
import { type Judged, useSay, verdictLabels } from './verdict.ts';

const icons = { more: Plus, less: Minus };

/** Two feedback buttons; pressing a pressed one removes the feedback. */
export function PaperVerdict({ judged, number }: { judged: Judged; number: number }) {
  const say = useSay(judged);
  return (
    <fieldset className="mt-1.5 -ml-2 flex min-w-0 flex-wrap gap-1 print:hidden">
      <legend className="sr-only">Paper {number}</legend>
      {verdicts.map((verdict) => (
        <Choice
          key={verdict}
          verdict={verdict}
          pressed={judged.verdict === verdict}
          onPress={() => say(judged.verdict === verdict ? null : verdict)}
        />
      ))}
    </fieldset>
  );
}

function Choice({ verdict, pressed, onPress }: { verdict: Verdict; pressed: boolean; onPress: () => void }) {
  const Icon = pressed ? Check : icons[verdict];
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className="inline-flex min-h-8 items-center pointer-coarse:min-h-11 gap-1.5 rounded-md px-2 text-sm text-muted hover:bg-wash hover:text-ink aria-pressed:bg-accent-wash aria-pressed:text-accent"
    >
      <Icon className="size-4" aria-hidden="true" />
      {verdictLabels[verdict]}
    </button>
  );
}
