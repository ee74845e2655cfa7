import { Pencil, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { Link } from 'react-router';
import type { Me } from '#shared/accounts/account.ts';
import type { Preferences } from '#shared/accounts/preferences.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { onDemand } from '#web/ui/dialog/onDemand.ts';
import { TopicFeedback } from '../feedback/TopicFeedback.tsx';
import { TopicSettings } from '../settings/TopicSettings.tsx';
import { ExpansionPhrases } from './ExpansionPhrases.tsx';
import { Pause, Paused } from './PauseTopic.tsx';
import { TopicDates, TopicStatusBadge } from './TopicDates.tsx';

const useEditor = onDemand(async () => (await import('./EditTopic.tsx')).EditTopic);

interface TopicCardProps {
  me: Me;
  term: SearchTerm;
  preferences: Preferences | undefined;
  onRemove: () => void;
}

/** One topic: status, dates, and actions. */
export function TopicCard({ me, term, preferences, onRemove }: TopicCardProps) {
  const editor = useEditor();
  const edit = useRef<HTMLButtonElement>(null);
  const close = () => {
    editor.close();
    edit.current?.focus();
  };
  return (
    <li className="rounded-lg border border-line bg-sheet px-4 py-3.5 sm:px-5">
      {editor.Part ? (
        <editor.Part me={me} term={term} onClose={close} />
      ) : (
        <div className="flex items-start justify-between gap-3">
          <h3
            dir="auto"
            title={term.term}
            className="line-clamp-3 min-w-0 grow font-serif text-[1.0625rem] leading-snug font-semibold wrap-anywhere"
          >
            <Link to={`/topics/${term.id}`} className="rounded underline-offset-4 hover:underline">
              {term.term}
            </Link>
          </h3>
          <div className="-my-1 -mr-2.5 flex shrink-0 text-muted">
            <Button
              ref={edit}
              variant="quiet"
              size="small"
              className="px-2.5! text-muted hover:text-ink"
              onPointerEnter={editor.ready}
              onFocus={editor.ready}
              onClick={editor.open}
            >
              <Pencil className="size-3.5" aria-hidden="true" />
              Edit<span className="sr-only"> search term {term.term}</span>
            </Button>
            <Button
              variant="quiet"
              size="small"
              aria-label={`Delete search term ${term.term}`}
              title="Delete"
              className="px-2.5! text-muted hover:text-ink"
              onClick={onRemove}
            >
              <Trash2 className="size-3.5" aria-hidden="true" />
            </Button>
          </div>
        </div>
      )}
      <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1">
        <p className="flex items-center gap-3">
          <Badge tone={term.isActive ? 'quiet' : 'neutral'}>
            {term.isActive && <span className="size-1.5 rounded-full bg-good" aria-hidden="true" />}
            {term.isActive ? 'Active' : 'Inactive'}
          </Badge>
          <TopicStatusBadge status={term.status} />
        </p>
        <TopicDates term={term} preferences={preferences} />
      </div>
      {!term.isActive && <Paused me={me} term={term} />}
      {term.statusDetail && (
        <p className={`mt-2.5 text-sm ${term.status === 'failed' ? 'text-bad' : ''}`}>{term.statusDetail}</p>
      )}
      <div className="mt-2.5 flex flex-wrap items-end justify-between gap-x-6 gap-y-2.5 text-sm">
        <ExpansionPhrases me={me} term={term} />
        <TopicSettings me={me} term={term} preferences={preferences} />
        {term.isActive && <Pause me={me} term={term} />}
        <TopicFeedback me={me} term={term} onAllRemoved={() => edit.current?.focus()} />
      </div>
    </li>
  );
}
