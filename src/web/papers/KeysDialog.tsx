import { Dialog } from '#web/ui/Dialog.tsx';
import { Switch } from '#web/ui/Form.tsx';
import { usePaperKeysOn } from './paperKeys.ts';

const meanings = {
  j: 'Next paper',
  k: 'Previous paper',
  s: 'Keep',
  e: 'Done',
  x: 'Not for me',
  u: 'Undo the last answer',
  o: 'Open at the source, in a new tab',
  Enter: 'Into the paper',
  Escape: 'Back to the list',
  '?': 'This list',
};

/** What each key does in a list of papers, and the switch that turns them off (WCAG 2.2, 2.1.4). */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [on, setOn] = usePaperKeysOn();
  return (
    <Dialog onClose={onClose} title="Keys">
      <dl className="grid grid-cols-[5rem_1fr] gap-y-1.5">
        {Object.entries(meanings).map(([key, meaning]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="rounded border border-edge px-1.5 font-sans text-sm">{key}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-5">
        <Switch label="Single-key shortcuts" checked={on} onChange={setOn} />
      </div>
    </Dialog>
  );
}
