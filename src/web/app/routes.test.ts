import { expect, test } from 'vitest';
import { pages } from '#shared/site/pages.ts';
import { paths } from './routes.tsx';

test('every page that the server knows has a screen, and the other way round', () => {
  expect(paths.filter((path) => path !== '*').toSorted()).toEqual(pages.map(({ path }) => path).toSorted());
});
