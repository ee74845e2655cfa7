// What the build puts in the place of `react` (vite.config.ts; docs/decisions/0021).
export * from 'preact/compat';
export { default } from 'preact/compat';

/** Preact has none. React Router imports it for its data router, which these pages do not use. */
export const useOptimistic = (state) => [state, () => undefined];
