import { lazy } from 'react';
import { WhenOpened } from '../lazy/WhenOpened.tsx';
import type { DialogProps } from './DialogFrame.tsx';

const Frame = lazy(async () => ({ default: (await import('./DialogFrame.tsx')).DialogFrame }));

/** A dialog: traps the focus while open and returns it to what opened it. */
export const Dialog = (props: DialogProps) => (
  <WhenOpened open={props.open}>
    <Frame {...props} />
  </WhenOpened>
);
