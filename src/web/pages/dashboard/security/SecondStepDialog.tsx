import { type ReactNode, useState } from 'react';
import type { SecondStep } from '#shared/accounts/secondStep.ts';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useSecondStep } from './useSecondStep.ts';

export interface OpenProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface ContentProps {
  /** The title while the second step cannot be loaded. */
  failed: string;
  /** The height, as a class, that the content mostly has: the dialog must not move when it comes. */
  height: string;
  /** Given the second step as it is, and what shows new recovery codes above. */
  children: (state: SecondStep, show: (codes: string[] | null) => void) => ReactNode;
}

/** A dialog about a part of the second step. Recovery codes that come with a change are shown at its top, once. */
export const SecondStepDialog = ({
  failed,
  height,
  children,
  ...dialog
}: OpenProps & ContentProps & { title: string; description: string }) => (
  <Dialog {...dialog}>
    <Content failed={failed} height={height}>
      {children}
    </Content>
  </Dialog>
);

function Content({ failed, height, children }: ContentProps) {
  const { data, error, refetch } = useSecondStep();
  const [made, setMade] = useState<string[] | null>(null);
  if (error)
    return (
      <ErrorState title={failed} onRetry={() => void refetch()}>
        {error.message}
      </ErrorState>
    );
  if (!data) return <Skeleton className={height} />;
  return (
    <div className="space-y-6">
      {made && <RecoveryCodes codes={made} />}
      {children(data, setMade)}
    </div>
  );
}
