import { lazy } from 'react';
import { WhenOpened } from '../ui/lazy/WhenOpened.tsx';
import type { ConfirmDialogProps } from './ConfirmFrame.tsx';

const Frame = lazy(async () => ({ default: (await import('./ConfirmFrame.tsx')).ConfirmFrame }));

/** Asks for confirmation before something that is hard to undo. */
export const ConfirmDialog = (props: ConfirmDialogProps) => (
  <WhenOpened open={props.open}>
    <Frame {...props} />
  </WhenOpened>
);
