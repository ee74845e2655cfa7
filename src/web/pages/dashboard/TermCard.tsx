import { Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Me } from '../../../shared/account.ts';
import type { Preferences } from '../../../shared/preferences.ts';
import type { SearchTerm } from '../../../shared/searchTerm.ts';
import { Badge } from '../../parts/Badge.tsx';
import { Button } from '../../parts/Button.tsx';
import { EditTerm } from './EditTerm.tsx';
import { LearnsFrom } from './LearnsFrom.tsx';
import { TermDates } from './TermDates.tsx';
import { TermSettings } from './TermSettings.tsx';
import { TermStatusBadge } from './TermStatusBadge.tsx';
import { WidenedBy } from './WidenedBy.tsx';

interface TermCardProps {
  me: Me;
  term: SearchTerm;
  preferences: Preferences | undefined;
  onRemove: () => void;
}

/** One search term: where it stands, when it runs, and what can be done with it. */
export function TermCard({ me, term, preferences, onRemove }: TermCardProps) {
  const [editing, setEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const close = () => {
    flushSync(() => setEditing(false));
    edit.current?.focus();
  };
  return (
    <li className="rounded-lg border border-line bg-sheet px-4 py-4 sm:px-5">
      {editing && <EditTerm me={me} term={term} onClose={close} />}
      <div className="grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-2 sm:items-start">
        {!editing && (
          <h3
            dir="auto"
            className="col-span-2 min-w-0 font-serif text-lg leading-snug font-semibold text-pretty wrap-anywhere sm:col-span-1"
          >
            {term.term}
          </h3>
        )}
        <div className="flex flex-wrap gap-2 sm:col-span-2 sm:row-start-2">
          <Badge tone={term.isActive ? 'good' : 'neutral'}>{term.isActive ? 'Active' : 'Inactive'}</Badge>
          <TermStatusBadge status={term.status} />
        </div>
        {!editing && (
          <div className="-my-1 -mr-2 flex sm:col-start-2 sm:row-start-1">
            <Button ref={edit} variant="quiet" size="small" onClick={() => setEditing(true)}>
              <Pencil className="size-4" aria-hidden="true" />
              Edit<span className="sr-only"> search term {term.term}</span>
            </Button>
            <Button
              variant="quiet"
              size="small"
              aria-label={`Delete search term ${term.term}`}
              title="Delete"
              onClick={onRemove}
            >
              <Trash2 className="size-4" aria-hidden="true" />
            </Button>
          </div>
        )}
      </div>
      {!term.isActive && (
        <p className="mt-2.5 text-sm">
          This topic is not searched while it is inactive: you unsubscribed from it, or your plan covers fewer
          topics than you have.
        </p>
      )}
      {term.statusDetail && (
        <p className={`mt-2.5 text-sm ${term.status === 'failed' ? 'text-bad' : ''}`}>{term.statusDetail}</p>
      )}
      <TermDates term={term} preferences={preferences} />
      <WidenedBy me={me} term={term} />
      <TermSettings me={me} term={term} preferences={preferences} />
      <LearnsFrom me={me} term={term} onGone={() => edit.current?.focus()} />
    </li>
  );
}
