import { ApiTokens } from './ApiTokens.tsx';
import { Feeds } from './Feeds.tsx';

/** Ways other than mail and page by which the papers reach the reader. */
export const FeedsAndApi = () => (
  <div className="mt-3 space-y-7">
    <Feeds />
    <ApiTokens />
  </div>
);
