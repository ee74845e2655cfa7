import { type ReactNode, useState } from 'react';
import type { SecondStep } from '#shared/accounts/secondStep.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Spinner.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useSecondStep } from './useSecondStep.ts';

export interface OpenProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

interface ContentProps {
  /** The title if the second step cannot be loaded. */
  failed: string;
  /** A class for the content's usual height, so that the dialog does not move when it loads. */
  height: string;
  /** Receives the current second step, and a function that shows new recovery codes above. */
  children: (state: SecondStep, show: (codes: string[] | null) => void) => ReactNode;
}

/** A dialog about one part of the second step. New recovery codes appear once, at its top. */
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
