import { passkeysWork } from '#accounts/secondStep/webAuthn.ts';
import { bannerOf } from '#platform/banner.ts';
import { type Route, serve } from '#platform/http/route.ts';
import { siteApi } from '#shared/site/site.ts';
import type { App } from './app.ts';

export const siteRoutes: Route<App>[] = [serve(siteApi.read, (app) => describeSite(app))];

const describeSite = async ({ config, db }: App) => ({
  // Every page requests this. While the database is down, pages still show whose site it is.
  banner: await bannerOf({ db }).catch(() => null),
  supportEmail: config.mail.supportEmail,
  operatorName: config.mail.operatorName,
  postalAddress: config.mail.postalAddress,
  mail: !config.mail.isOff,
  signup: config.signup.mode,
  signIn: {
    passwords: config.passwords,
    passwordRule: config.passwordRule,
    passkeys: passkeysWork(config),
    outside: config.oidc?.name ?? null,
    proxy: config.authHeader !== null,
  },
  plans: config.edition.billing,
  payments: paymentsOf(config),
  mailbox: !config.production && !config.mail.smtpUrl,
  sample: config.sources.sample,
  ...(config.sources.more.length > 0 && { moreSources: config.sources.more }),
  stripePublishableKey: config.edition.billing ? config.stripe.publishableKey : null,
  stripeScriptUrl: config.edition.billing && config.stripe.secretKey ? config.stripe.scriptUrl : null,
  analytics: config.analytics,
});

/** Stripe's test keys accept test cards too, and the page looks the same as in live mode, so the key decides. */
function paymentsOf({ stripe, edition }: App['config']): 'live' | 'test' | 'off' {
  if (!edition.billing || !stripe.secretKey) return 'off';
  return stripe.sandbox || /^[sr]k_test_/.test(stripe.secretKey) ? 'test' : 'live';
}
