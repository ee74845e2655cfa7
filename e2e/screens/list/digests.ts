import type { ReaderSetup } from '#e2e/stage/setup.ts';
import {
  after,
  as,
  down,
  keys,
  newestDigest,
  type Open,
  pressed,
  says,
  shown,
  slow,
} from '#e2e/support/actions.ts';
import { readerWithFeedback, weeklyDigests } from './readers.ts';

type Kind = NonNullable<ReaderSetup['digests']>[number];

const dialogOf = (kind: Kind) => after(as({ digests: [kind] }), pressed(/Research Digest$/), shown('dialog'));
const pageOf = (setup: ReaderSetup) => after(as(setup, '/digests'), (page) => newestDigest(page).click());
const pageWith = (kind: Kind) => after(pageOf({ digests: [kind] }), shown('article'));
const ofTopic = (kind: Kind) => pageOf({ terms: [{ term: 'soil microbiome and drought' }], digests: [kind] });
const nowhere = as({}, '/digests/00000000-0000-4000-8000-000000000000');

/** One digest in its dialog and on its page, and the list of all digests. */
export const digestScreens = {
  digest: dialogOf('whole'),
  'digest, partial': dialogOf('partial'),
  'digest, long texts': dialogOf('hostile'),
  'digest, before summaries': dialogOf('plain'),
  'digest page': pageWith('whole'),
  'digest page, a paper': async (page) => {
    await after(pageOf(readerWithFeedback), shown('article'), keys('j'))(page);
    await page.getByText(/· Relevance 91%/).click();
    await page.getByLabel(/^More for A drought/).click();
  },
  'shared page': async (page) => {
    await after(pageWith('whole'), pressed('Share'), pressed('Share by a link'))(page);
    await page.goto(await page.getByLabel('Address of the shared page').inputValue());
    await says('Strong match')(page);
  },
  'digest page, partial': pageWith('partial'),
  'digest page, long texts': pageWith('hostile'),
  'digest page, close matches': after(
    ofTopic('crowded'),
    pressed('Show the other 13 close matches'),
    shown('button', 'Show more'),
  ),
  'digest page, no papers': after(ofTopic('empty'), says('The closest was')),
  'digest page, not found': nowhere,
  'digest page, loading': after(slow('**/api/digests/*'), nowhere),
  'digest page, failed': after(down('**/api/digests/*'), nowhere, shown('button', 'Try again')),
  'all digests, loading': after(slow(/\/api\/digests\?/), as({}, '/digests')),
  'all digests, failed': after(down(/\/api\/digests\?/), as({}, '/digests'), shown('button', 'Try again')),
  'all digests': as({ digests: weeklyDigests(30) }, '/digests'),
  'all digests, none': as({}, '/digests'),
  'all digests, no match': as({ digests: weeklyDigests(3) }, '/digests?q=zebrafish'),
} satisfies Record<string, Open>;
