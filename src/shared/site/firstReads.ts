import { type Me, visitApi } from '../accounts/me.ts';
import { preferencesApi } from '../accounts/preferences.ts';
import { fillPath } from '../contract/endpoint.ts';
import { digestApi } from '../digests/digest.ts';
import { deskApi } from '../shelf/paperState.ts';
import { searchTermApi } from '../topics/searchTerm.ts';
import { siteApi } from './site.ts';

/** The call that identifies the reader. */
export const whoReads = visitApi.me.path;

/**
 * Addresses of the calls that a signed-in reader's page makes before it is drawn; empty for a page that is not listed. The
 * document contains the responses, which saves two round trips.
 */
export const firstReads = (page: string): ((me: Pick<Me, 'id'>) => string[]) | undefined => reads[page];

const reads: Record<string, (me: Pick<Me, 'id'>) => string[]> = {
  '/dashboard': (me) => [
    siteApi.read.path,
    deskApi.read.path,
    `${digestApi.page.path}?limit=3`,
    fillPath(searchTermApi.list.path, me),
    fillPath(preferencesApi.read.path, me),
  ],
};
