import { feature } from '#kit/feature.ts';
import { bouncesApi } from './contract.ts';
import { routes } from './server/reports.ts';
import { bounceSettings } from './settings.ts';

export const bounces = feature({
  name: 'bounces',
  contract: { bounces: bouncesApi },
  settings: bounceSettings,
  routes,
  abilities: ({ bounces: { sesTopicArn, postmarkSecret, mailgunSigningKey, genericSecret } }) => [
    {
      isOn: Boolean(sesTopicArn ?? postmarkSecret ?? mailgunSigningKey ?? genericSecret),
      what: 'Reports of mail that came back (SES_TOPIC_ARN and others).',
    },
  ],
});
