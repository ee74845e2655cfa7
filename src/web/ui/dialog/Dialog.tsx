import { lazy } from 'react';
import type { DialogProps } from './DialogFrame.tsx';
import { WhenOpened } from './WhenOpened.tsx';

const Frame = lazy(async () => ({ default: (await import('./DialogFrame.tsx')).DialogFrame }));

/** Traps the focus while open and gives it back to where it came from. */
export const Dialog = (props: DialogProps) => (
  <WhenOpened open={props.open}>
    <Frame {...props} />
  </WhenOpened>
);
