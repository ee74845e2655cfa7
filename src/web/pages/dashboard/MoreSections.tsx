import { FeedsAndTokens } from './access/FeedsAndTokens.tsx';
import { SignIn } from './account/SignIn.tsx';
import { YourData } from './account/YourData.tsx';

/** Feeds and API, sign-in, and the reader's data. */
export const MoreSections = () => (
  <div className="mt-5 space-y-8">
    <FeedsAndTokens />
    <SignIn />
    <YourData />
  </div>
);
