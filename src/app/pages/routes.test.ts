import { pages } from '#shared/site/pages.ts';
import { paths } from './routes.tsx';

test('the server and the app list the same pages', () =>
  expect(paths.toSorted()).toEqual(pages.map(({ path }) => path).toSorted()));
