import { ApiTokens } from './ApiTokens.tsx';
import { Feeds } from './Feeds.tsx';
import { Section } from './Section.tsx';

/** Other ways by which the papers reach the reader: a feed reader, a script. */
export const FeedsAndTokens = () => (
  <Section title="Feeds and Scripts">
    <div className="space-y-7">
      <Feeds />
      <ApiTokens />
    </div>
  </Section>
);
