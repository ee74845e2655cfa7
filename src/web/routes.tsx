import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';
import { Loading, PageFailed } from './pages/PageFailed.tsx';
import { Root } from './Root.tsx';

/** Every screen of the specification (§2). Each page is its own file to load. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    errorElement: <PageFailed />,
    hydrateFallbackElement: <Loading />,
    children: [page('*', () => import('./pages/NotFoundPage.tsx'), 'NotFoundPage')],
  },
];

/** `name` is the page's exported component. */
function page<Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteObject {
  return {
    path,
    errorElement: <PageFailed />,
    lazy: async () => ({ Component: (await load())[name] }),
  };
}
