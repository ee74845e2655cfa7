import { AppError } from '#shared/contract/errors.ts';
import { sentenceOf } from '#web/api/api.ts';
import type { ToastContent } from '#web/ui/toast/toast.ts';

export interface Refusal {
  toast: ToastContent;
  /** Page to go to. */
  to: string | null;
  /** Whether the topic is kept as the pending search, to be taken up again. */
  keep: boolean;
}

/** What a search that could not be added means for the reader (specification §8). */
export function searchRefusal(error: Error): Refusal {
  const details = error instanceof AppError ? error.details : {};
  const status = error instanceof AppError ? error.status : 0;
  if (status === 403 && details.requiresSupport)
    return { toast: bad('Maximum Searches Reached', error.message), to: null, keep: false };
  if (status === 402 && details.requiresPayment) {
    const tier = (details.currentCount ?? 0) >= 5 ? 'team' : 'pro';
    return { toast: bad('Subscription Required', error.message), to: `/subscribe?tier=${tier}`, keep: true };
  }
  return {
    toast: bad('Search Failed', sentenceOf(error, 'Failed to perform search')),
    to: null,
    keep: status === 401,
  };
}

/** What a subscription that could not be cancelled means (specification §8); `toTerms` scrolls to the search list. */
export function cancelRefusal(error: Error, activeTerms: number): { toast: ToastContent; toTerms: boolean } {
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

/** Said before the server is asked (specification §5). */
export const tooManyToCancel = (activeTerms: number): ToastContent =>
  bad(
    'Cannot Cancel Subscription',
    `You have ${activeTerms} active search terms. Please delete search terms down to 1 before canceling your subscription.`,
  );

const bad = (title: string, description: string): ToastContent => ({ title, description, tone: 'bad' });
