import { lazy, Suspense, useState } from 'react';
import type { Me } from '../../../shared/account.ts';
import type { Preferences } from '../../../shared/preferences.ts';
import type { SearchTerm } from '../../../shared/searchTerm.ts';
import { WhenOpened } from '../../parts/WhenOpened.tsx';

const Dialog = lazy(async () => ({
  default: (await import('./settings/SettingsDialog.tsx')).SettingsDialog,
}));
const Line = lazy(async () => ({ default: (await import('./settings/SettingsLine.tsx')).SettingsLine }));

export interface TermSettingsProps {
  me: Me;
  term: SearchTerm;
  preferences: Preferences | undefined;
}

/** What a term's digests are kept to and when they come; the words and the dialog are loaded when there is a use for them. */
export function TermSettings(props: TermSettingsProps) {
  const [open, setOpen] = useState(false);
  const { term } = props;
  return (
    <div className="mt-3 text-sm">
      {(term.filters || term.schedule) && (
        <Suspense fallback={<p className="min-h-5" />}>
          <Line {...props} />
        </Suspense>
      )}
      <button type="button" className="link min-h-6 rounded" onClick={() => setOpen(true)}>
        Filters and schedule<span className="sr-only"> of {term.term}</span>
      </button>
      <WhenOpened open={open}>
        <Dialog {...props} open={open} onClose={() => setOpen(false)} />
      </WhenOpened>
    </div>
  );
}
