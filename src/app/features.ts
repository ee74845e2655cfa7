import { core } from '#core/index.ts';
import { features as parts } from '#features/index.ts';
import { type App, feature } from '#kit/feature.ts';
import { serve } from '#platform/http/route.ts';
import { keptValue } from '#platform/installation.ts';
import { siteApi } from '#shared/site/site.ts';
import { descriptionRoutes } from './docs/openapi.ts';

/** What this installation is, for pages. */
const site = feature({
  name: 'site',
  routes: [serve(siteApi.read, (app: App) => describeSite(app)), ...descriptionRoutes],
});

/** The rooms of the core, then the features: whom this server asks, in this order. */
export const features = [...core, site, ...parts];

const describeSite = async ({ config, db, features }: App) => ({
  // Every page requests this. While the database is down, pages still show whose site it is.
  banner: await keptValue({ db }, 'banner').catch(() => null),
  supportEmail: config.mail.supportEmail,
  operatorName: config.mail.operatorName,
  postalAddress: config.mail.postalAddress,
  mail: !config.mail.isOff,
  signup: config.signup.mode,
  signIn: { passwords: config.passwords, passwordRule: config.passwordRule },
  plans: config.edition.billing,
  payments: paymentsOf(config),
  mailbox: !config.production && !config.mail.smtpUrl,
  sample: config.sources.sample,
  ...(config.sources.more.length > 0 && { moreSources: config.sources.more }),
  features: Object.fromEntries(features.flatMap(({ name, site }) => (site ? [[name, site(config)]] : []))),
  stripePublishableKey: config.edition.billing ? config.stripe.publishableKey : null,
  stripeScriptUrl: config.edition.billing && config.stripe.secretKey ? config.stripe.scriptUrl : null,
  analytics: config.analytics,
});

/** Stripe's test keys accept test cards too, and the page looks the same as in live mode, so the key decides. */
function paymentsOf({ stripe, edition }: App['config']): 'live' | 'test' | 'off' {
  if (!edition.billing || !stripe.secretKey) return 'off';
  return stripe.sandbox || /^[sr]k_test_/.test(stripe.secretKey) ? 'test' : 'live';
}
