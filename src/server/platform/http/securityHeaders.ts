import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import type { PageAt } from '#shared/site/pages.ts';
import type { Config } from '../runtime/config.ts';

/**
 * Security headers of every response. Files that pages load have only a few. Three kinds of pages differ: on pages with
 * the card form the payment provider's hosts may run scripts; pages with a token in the address send no referrer and run
 * only our own scripts; all others allow the analytics host if one is configured (its script is loaded only after
 * consent). Keeps a header that a handler has set itself.
 */
export function securityHeaders(
  config: Pick<Config, 'stripe' | 'analytics' | 'secureCookies'>,
  pageAt: PageAt,
): MiddlewareHandler {
  const analytics = config.analytics ? [new URL(config.analytics.scriptUrl).origin] : [];
  const plain = headersWith(config, { script: analytics, connect: analytics });
  const payment = headersWith(config, cardHosts(config, analytics));
  const token = headersWith(config, {}, 'no-referrer');
  const file = headersOfFiles(config);
  return (http, next) => {
    if (/^\/assets\/[^/]+\.(js|css|woff2)$/.test(http.req.path)) return file(http, next);
    const page = pageAt(http.req.path);
    if (page?.payment) return payment(http, next);
    return page?.token || http.req.path.startsWith('/api/') ? token(http, next) : plain(http, next);
  };
}

type Hosts = { script?: string[]; connect?: string[]; frame?: string[] };

const headersWith = (
  { secureCookies }: Pick<Config, 'secureCookies'>,
  { script = [], connect = [], frame = [] }: Hosts,
  referrerPolicy = 'strict-origin-when-cross-origin',
): MiddlewareHandler =>
  secureHeaders({
    overwrite: false,
    contentSecurityPolicy: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      objectSrc: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
      scriptSrc: ["'self'", ...script],
      connectSrc: ["'self'", ...connect],
      frameSrc: frame.length ? ["'self'", ...frame] : ["'self'"],
      imgSrc: ["'self'", 'data:'],
      fontSrc: ["'self'"],
      // Dialogs lock the page's scrolling with a style element. A style cannot run scripts.
      styleSrc: ["'self'", "'unsafe-inline'"],
      ...(secureCookies ? { upgradeInsecureRequests: [] } : {}),
    },
    referrerPolicy,
    strictTransportSecurity: secureCookies ? hsts : false,
    xFrameOptions: 'DENY',
    crossOriginOpenerPolicy: frame.length ? 'same-origin-allow-popups' : 'same-origin',
    permissionsPolicy: {
      camera: false,
      microphone: false,
      geolocation: false,
      usb: false,
      browsingTopics: false,
      payment: frame.length ? ['self', ...frame] : false,
    },
  });

/** Headers of scripts, styles and fonts: a policy for documents does not apply to them, and is longer than many. */
const headersOfFiles = ({ secureCookies }: Pick<Config, 'secureCookies'>): MiddlewareHandler =>
  secureHeaders({
    strictTransportSecurity: secureCookies ? hsts : false,
    ...{ crossOriginOpenerPolicy: false, originAgentCluster: false, referrerPolicy: false },
    ...{ xDnsPrefetchControl: false, xDownloadOptions: false, xFrameOptions: false },
    ...{ xPermittedCrossDomainPolicies: false, xXssProtection: false },
  });

/** Two years, as hstspreload.org requires. */
const hsts = 'max-age=63072000; includeSubDomains';

/** Stripe's hosts, or the card sandbox's; none without payments: https://docs.stripe.com/security/guide#content-security-policy */
function cardHosts({ stripe }: Pick<Config, 'stripe'>, analytics: string[]): Hosts {
  if (!stripe.secretKey && !stripe.sandbox) return { script: analytics, connect: analytics };
  const script = new URL(stripe.scriptUrl).origin;
  const own = script === 'https://js.stripe.com' ? [script, 'https://*.js.stripe.com'] : [script];
  return {
    script: [...own, ...analytics],
    connect: [stripe.apiUrl ? new URL(stripe.apiUrl).origin : 'https://api.stripe.com', script, ...analytics],
    frame: [...own, 'https://hooks.stripe.com'],
  };
}
