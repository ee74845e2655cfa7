import { ApiTokens } from './ApiTokens.tsx';
import { Feeds } from './Feeds.tsx';

/** Atom feeds and API tokens. */
export const FeedsAndApi = () => (
  <div className="mt-3 space-y-7">
    <Feeds />
    <ApiTokens />
  </div>
);
