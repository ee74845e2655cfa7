import { useQuery } from '@tanstack/react-query';
import type { Me } from '#shared/accounts/me.ts';
import { preferencesApi } from '#shared/accounts/preferences.ts';
import { keyOf, reading } from './query.ts';

/** For a whole page: repeats a read that failed earlier. */
export const asPage = { retryOnMount: true };
/** For parts of a page: they show a failed read instead of repeating it, or the page would jump. */
export const asPart = { retryOnMount: false };

const own = (me: Me) => ({ params: { id: me.id } });

export const preferencesKey = (me: Me) => keyOf(preferencesApi.read, own(me));

export const usePreferences = (me: Me, as = asPart) =>
  useQuery({ ...reading(preferencesApi.read, own(me)), ...as });

/** The reader's time zone; the browser's until the preferences are loaded. */
export const useZone = (me: Me): string | undefined => usePreferences(me).data?.timeZone;
