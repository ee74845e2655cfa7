import { features } from '#features/index.ts';
import { shownFeatures } from '#features/web.ts';
import { pages } from '#shared/site/pages.ts';
import { paths } from './routes.tsx';

test('the server and the app list the same pages', () => {
  const served = [...pages, ...features.flatMap(({ pages = [] }) => pages)];
  const shown = [...pages, ...shownFeatures.flatMap(({ pages = [] }) => pages)];
  expect(shown.toSorted(byPath)).toEqual(served.toSorted(byPath));
  expect(paths.toSorted()).toEqual(served.map(({ path }) => path).toSorted());
});

const byPath = (one: { path: string }, other: { path: string }) => (one.path < other.path ? -1 : 1);
