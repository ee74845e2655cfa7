import { GraduationCap } from 'lucide-react';
import { lazy, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Me } from '#shared/accounts/me.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { LazyPart } from '#web/ui/Boundary.tsx';
import { topicAction } from '../desk/Section.tsx';
import { learnsFrom } from '../desk/topics.ts';

const JudgedPapers = lazy(async () => ({ default: (await import('./JudgedPapers.tsx')).JudgedPapers }));

interface TopicFeedbackProps {
  me: Me;
  term: SearchTerm;
  /** Called after the last feedback was removed, because the focused row disappears with it. */
  onAllRemoved: () => void;
}

/** How much feedback a topic has, and a dialog to see and change it. */
export function TopicFeedback({ me, term, onAllRemoved }: TopicFeedbackProps) {
  const [open, setOpen] = useState(false);
  const taught = learnsFrom(term.feedback);
  const close = () => {
    // The dialog traps the focus until it is closed.
    flushSync(() => setOpen(false));
    if (!taught) onAllRemoved();
  };
  return (
    <>
      {taught && (
        <div className="w-full">
          <button type="button" aria-haspopup="dialog" onClick={() => setOpen(true)} className={topicAction}>
            <GraduationCap className="size-3.5" />
            <span>
              {taught}
              <span className="sr-only"> for {term.term}</span>
            </span>
          </button>
        </div>
      )}
      {open && (
        <LazyPart>
          <JudgedPapers me={me} term={term} onClose={close} />
        </LazyPart>
      )}
    </>
  );
}
