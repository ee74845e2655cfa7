import { type ComponentType, useState } from 'react';
import { flushSync } from 'react-dom';
import { toast } from '../toast/toast.ts';

/**
 * A part of the page that replaces another on request and loads then. From the second time on it opens within the press
 * itself, so that no key typed right after is lost. Returns a hook for one place: the part while it is open, whether it is
 * loading (so that the page can reserve space), and functions to open and close it. `ready` loads it ahead.
 */
export function onDemand<Props>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | null = null;
  const ready = () => load().then((part) => (loaded = part));
  return function useOnDemand() {
    const [Part, setPart] = useState<ComponentType<Props> | null>(null);
    const [isComing, setComing] = useState(false);
    const show = (part: ComponentType<Props> | null) =>
      flushSync(() => {
        setPart(() => part);
        setComing(false);
      });
    const open = () => {
      if (loaded) return show(loaded);
      setComing(true);
      void ready().then(show, () => {
        setComing(false);
        refused();
      });
    };
    return {
      Part,
      // Ignore a failed preload: the press tries again and reports errors.
      ready: () => void ready().catch(() => null),
      isComing,
      open,
      close: () => show(null),
    };
  };
}

const refused = () =>
  toast({
    title: 'This part could not be loaded',
    description: 'Litwatch could not be reached. Please check your connection and try again.',
    tone: 'bad',
  });
