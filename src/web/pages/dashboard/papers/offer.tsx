import { type ComponentProps, lazy, Suspense } from 'react';

const LeaveOut = lazy(async () => ({ default: (await import('./LeaveOut.tsx')).LeaveOut }));

/** What a row offers after “Not for me”, loaded when it is first needed. */
export const offerAfter = (given: ComponentProps<typeof LeaveOut>) =>
  given.answers.stateOf(given.paper) === 'not' && (
    <Suspense>
      <LeaveOut {...given} />
    </Suspense>
  );
