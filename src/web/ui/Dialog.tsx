import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { ConfirmDialogProps, DialogProps } from './DialogFrame.tsx';

// No page needs a dialog before it is asked for one: it is loaded when the browser has nothing else to do, or when opened.
const load = () => import('./DialogFrame.tsx');
globalThis.requestIdleCallback?.(() => void load().catch(() => undefined));
const Frame = lazy(async () => ({ default: (await load()).DialogFrame }));
const ConfirmFrame = lazy(async () => ({ default: (await load()).ConfirmFrame }));

/** A dialog: traps the focus while open and returns it to what opened it. */
export const Dialog = (props: DialogProps) => (
  <OnceOpened open={props.open}>
    <Frame {...props} />
  </OnceOpened>
);

/** Asks for confirmation before something that is hard to undo. */
export const ConfirmDialog = (props: ConfirmDialogProps) => (
  <OnceOpened open={props.open}>
    <ConfirmFrame {...props} />
  </OnceOpened>
);

/** Stays when it closes, since the focus goes back then. */
function OnceOpened({ open = true, children }: Pick<DialogProps, 'open'> & { children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(open);
  if (open && !wasOpened) setWasOpened(true);
  return wasOpened && <Suspense>{children}</Suspense>;
}
