import { AppError } from '#shared/contract/errors.ts';
import { sentenceOf } from '#web/api/api.ts';
import type { toast } from '#web/ui/Notice.tsx';

type Toast = Parameters<typeof toast>;

export interface Refusal {
  toast: Toast;
  /** Page to go to, if any. */
  to: string | null;
  /** Whether to store the topic as the pending search. */
  keep: boolean;
}

/** The toast for a topic that could not be added, and what to do next. */
export function searchRefusal(error: Error): Refusal {
  const details = error instanceof AppError ? error.details : {};
  const status = error instanceof AppError ? error.status : 0;
  if (status === 403 && details.requiresSupport)
    return { toast: bad('Maximum Searches Reached', error.message), to: null, keep: false };
  if (status === 402 && details.requiresPayment) {
    const tier = (details.currentCount ?? 0) >= 5 ? 'team' : 'pro';
    return { toast: bad('Subscription Required', error.message), to: `/subscribe?tier=${tier}`, keep: true };
  }
  const failed = bad('Search Failed', sentenceOf(error, 'Failed to perform search'));
  return { toast: failed, to: null, keep: status === 401 };
}

/** The toast for a refused cancellation. If `toTerms` is set, the page scrolls to the topics. */
export function cancelRefusal(error: Error, activeTerms: number): { toast: Toast; toTerms: boolean } {
  const { requiresSearchDeletion, activeSearchTerms, currentCount } =
    error instanceof AppError ? error.details : {};
  if (requiresSearchDeletion)
    return {
      toast: bad(
        'Cannot Cancel Subscription',
        `You have ${activeSearchTerms ?? currentCount ?? activeTerms} active search terms. Please delete search terms down to 1 before canceling.`,
      ),
      toTerms: true,
    };
  return { toast: bad('Cancellation Failed', error.message), toTerms: false };
}

/** The toast for a cancellation that the server would refuse, shown without asking it. */
export const tooManyToCancel = (activeTerms: number): Toast =>
  bad(
    'Cannot Cancel Subscription',
    `You have ${activeTerms} active search terms. Please delete search terms down to 1 before canceling your subscription.`,
  );

const bad = (title: string, description: string): Toast => ['bad', title, description];
