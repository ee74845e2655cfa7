import { lazy } from 'react';
import type { DialogProps } from './DialogFrame.tsx';
import { WhenOpened } from './WhenOpened.tsx';

const Frame = lazy(async () => ({ default: (await import('./DialogFrame.tsx')).DialogFrame }));

/** A dialog: traps the focus while open and returns it to what opened it. */
export const Dialog = (props: DialogProps) => (
  <WhenOpened open={props.open}>
    <Frame {...props} />
  </WhenOpened>
);
