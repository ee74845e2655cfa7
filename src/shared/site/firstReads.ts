import { type Me, visitApi } from '../accounts/me.ts';
import { preferencesApi } from '../accounts/preferences.ts';
import { fillPath } from '../contract/endpoint.ts';
import { digestApi } from '../digests/digest.ts';
import { deskApi } from '../shelf/paperState.ts';
import { searchTermApi } from '../topics/searchTerm.ts';
import { siteApi } from './site.ts';

/** What tells the server who reads. */
export const whoReads = visitApi.me.path;

/**
 * What a page of a signed-in reader asks for before it is drawn, as addresses; nothing for a page that is not listed. The
 * document holds the answers, so that they come with it and not two journeys later.
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
