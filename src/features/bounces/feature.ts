import { z } from 'zod';
import { feature } from '#kit/feature.ts';
import { settings } from '#platform/runtime/config.ts';
import { bouncesApi } from './contract.ts';
import { routes } from './server/reports.ts';

declare module '#platform/runtime/config.ts' {
  interface Config {
    /** How providers prove their reports of bounces and complaints; each is off without its setting. */
    bounces: {
      sesTopicArn: string | null;
      /** Hosts of Amazon's certificates for SNS. */
      snsHosts: RegExp;
      postmarkSecret: string | null;
      mailgunSigningKey: string | null;
      genericSecret: string | null;
    };
  }
}

const secret = z
  .string()
  .regex(/^\S{16,}$/, 'must be at least 16 characters long, without spaces')
  .optional();

const bounceSettings = settings({
  variables: {
    /** The SNS topic to which Amazon SES reports bounces and complaints. */
    SES_TOPIC_ARN: z
      .string()
      .regex(
        /^arn:aws[\w-]*:sns:/,
        'must be the ARN of an SNS topic, such as arn:aws:sns:eu-west-1:123456789012:bounces',
      )
      .optional(),
    POSTMARK_WEBHOOK_SECRET: secret,
    MAILGUN_SIGNING_KEY: z.string().min(16, 'must be the webhook signing key').optional(),
    BOUNCE_WEBHOOK_SECRET: secret,
  },
  read: (v) => ({
    bounces: {
      sesTopicArn: v.SES_TOPIC_ARN ?? null,
      // A region's name: `sns.s3-us-west-2.amazonaws.com` would be somebody's bucket.
      snsHosts: /^sns\.[a-z]{2}(?:-[a-z]{1,12}){1,3}-\d{1,2}\.amazonaws\.com(?:\.cn)?$/,
      postmarkSecret: v.POSTMARK_WEBHOOK_SECRET ?? null,
      mailgunSigningKey: v.MAILGUN_SIGNING_KEY ?? null,
      genericSecret: v.BOUNCE_WEBHOOK_SECRET ?? null,
    },
  }),
});

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
