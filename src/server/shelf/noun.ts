import { feature } from '#kit/feature.ts';
import { moveShelf } from './papers.ts';
import { shelfRoutes } from './routes.ts';

export const shelf = feature({
  name: 'shelf',
  routes: shelfRoutes,
  onPapersMerged: moveShelf,
});
