import { usePaperKeysOn } from '#web/papers/paperKeys.ts';
import { DialogFrame } from '#web/ui/dialog/DialogFrame.tsx';
import { Switch } from '#web/ui/form/Switch.tsx';
import { deskKeys } from './useDeskKeys.ts';

/** The keys of the desk, and the switch that turns them off (WCAG 2.2, 2.1.4). */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const [on, setOn] = usePaperKeysOn();
  return (
    <DialogFrame open onOpenChange={(open) => open || onClose()} title="Keys">
      <dl className="grid grid-cols-[3rem_1fr] gap-y-1.5">
        {deskKeys.map(([key, meaning]) => (
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
    </DialogFrame>
  );
}
