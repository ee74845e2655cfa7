import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Understanding, understandingApi } from '#shared/topics/understanding.ts';
import { toOneLine } from '#shared/values/fields.ts';
import { reading } from '#web/api/api.ts';
import { useTimeout } from '../ui/useTimeout.ts';

/** Debounce in milliseconds: longer than the gap between two keys, shorter than a reader would notice. */
const pause = 500;

/** A text once it has not changed for a moment. */
export function useSettledText(text: string, atOnce = false): string {
  const [settled, setSettled] = useState(atOnce ? text : '');
  useTimeout(() => setSettled(text), atOnce ? 0 : pause, text);
  return settled;
}

interface Read {
  /** The latest understanding, of an earlier text while `isWaiting`. */
  reading: Understanding | undefined;
  isWaiting: boolean;
  failed: Error | null;
}

/** How the server understands a topic, requested after a pause in typing, or at once for a topic that is not being typed. */
export function useUnderstanding(typed: string, { atOnce = false } = {}): Read {
  const text = toOneLine(typed);
  const settled = useSettledText(text, atOnce);
  const { data, error } = useQuery({
    ...reading(understandingApi.understand, { body: { topic: settled } }),
    enabled: settled.length > 1 && settled.length <= 300,
    placeholderData: keepPreviousData,
    staleTime: 10 * 60_000,
  });
  return { reading: data, isWaiting: data?.topic !== text, failed: settled === text ? error : null };
}
