import type { Me } from '#shared/accounts/me.ts';
import type { Preferences } from '#shared/accounts/preferences.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { TopicFeedback } from '../feedback/TopicFeedback.tsx';
import { TopicSettings } from '../settings/TopicSettings.tsx';
import { ExpansionPhrases } from './ExpansionPhrases.tsx';
import { Pause } from './PauseTopic.tsx';

interface TopicMoreProps {
  me: Me;
  term: SearchTerm;
  preferences: Preferences | undefined;
  /** Called after the last feedback was removed, because the focused row disappears with it. */
  onAllRemoved: () => void;
}

/** A topic's phrases, settings, and feedback, and a button to pause it. */
export const TopicMore = ({ me, term, preferences, onAllRemoved }: TopicMoreProps) => (
  <div className="mt-1.5 flex flex-wrap items-end justify-between gap-x-6 gap-y-2.5 text-sm">
    <ExpansionPhrases me={me} term={term} />
    <TopicSettings me={me} term={term} preferences={preferences} />
    <Pause me={me} term={term} />
    <TopicFeedback me={me} term={term} onAllRemoved={onAllRemoved} />
  </div>
);
