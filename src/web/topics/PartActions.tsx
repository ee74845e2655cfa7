import type { TopicPart } from '#shared/topics/understanding.ts';
import { excludePart, includePart, quotePart, removePart, replacePart } from './rewrite.ts';
import { either } from './words.ts';

interface PartActionsProps {
  part: TopicPart;
  /** Whether the topic excludes this part. */
  excludes: boolean;
  topic: string;
  onChange: (topic: string) => void;
}

/** The actions on one part of a topic. Each changes the topic's text. */
export function PartActions({ part, excludes, topic, onChange }: PartActionsProps) {
  const { name, span, exact, alternatives, searchedAs } = part;
  const actions = excludes
    ? [
        { label: 'Ask for it instead', topic: includePart(topic, span) },
        { label: 'Remove', topic: removePart(topic, span) },
      ]
    : [
        ...(searchedAs
          ? [{ label: `Write “${searchedAs}”`, topic: replacePart(topic, span, searchedAs) }]
          : []),
        exact
          ? { label: 'Any form of these words', topic: replacePart(topic, span, name) }
          : { label: 'Only these exact words', topic: quotePart(topic, span) },
        { label: 'Leave it out', topic: excludePart(topic, span) },
        { label: 'Remove', topic: removePart(topic, span) },
      ];
  return (
    <fieldset className="mt-2.5 rounded-md bg-wash px-3 py-2">
      <legend className="sr-only">Change {name}</legend>
      {alternatives.length > 0 && (
        <p className="mb-1.5">
          Papers that say {either(alternatives.map((other) => `“${other.name}”`))} count too.
        </p>
      )}
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {actions.map((action) => (
          <button
            key={action.label}
            type="button"
            className="link min-h-6 rounded"
            onClick={() => onChange(action.topic)}
          >
            {action.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
