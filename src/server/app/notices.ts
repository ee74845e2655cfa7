import { offerSetup } from '#accounts/admission/setup.ts';
import { type Config, examplesLeft } from '#platform/runtime/config.ts';
import type { Log } from '#platform/runtime/log.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { type SourceTrouble, troubledSources } from '#sources/registry.ts';
import type { App } from './app.ts';

/** The only way in while there is no account: anyone who reads this output may become the first administrator. */
export async function printSetupCode(app: App): Promise<void> {
  const code = await offerSetup(app);
  if (code)
    process.stdout.write(
      `There is no account yet. Make the first one, an administrator's, at ${app.config.baseUrl}/setup with the code ${code}\n`,
    );
}

/**
 * Warns about example values. Mail is sent anyway, but every footer shows whose it is, and a mail server may refuse the
 * sender.
 */
export function warnAboutPlaceholders(config: Config, log: Log): void {
  const left = examplesLeft(config);
  if (!left.length) return;
  process.stderr.write(
    `${left.join(', ')} still ${left.length > 1 ? 'hold' : 'holds'} the example: mails and legal pages name nobody real until set.\n`,
  );
  log.warn({ left }, 'settings hold examples');
}

/**
 * Warns about missing trusted proxies. Behind an unnamed proxy every reader would count as one network and share its
 * limits.
 */
export function warnAboutProxies({ production, trustedProxies }: Config, log: Log): void {
  if (!production || trustedProxies.length) return;
  process.stderr.write(
    'TRUSTED_PROXIES is not set: behind a proxy, all readers count as one network and share its limits.\n',
  );
  log.warn('no trusted proxies are set');
}

/** Warns in one clear line if papers cannot be fetched from here. The product keeps running and retrying. */
export async function warnAboutSources({ config, log }: App): Promise<void> {
  const troubles = await troubledSources(config.sources);
  if (!troubles.length) return;
  process.stderr.write(
    `Cannot read ${troublesInWords(troubles)} from here: digests will lack them until they answer. To try Litwatch without them: npm run demo\n`,
  );
  log.warn({ troubles }, 'sources cannot be read');
}

/** For example `PubMed (answers 503), arXiv (no answer)`. */
export const troublesInWords = (troubles: readonly SourceTrouble[]): string =>
  troubles
    .map(
      ({ source, status }) =>
        `${sourceLabels[source]} (${status === null ? 'no answer' : `answers ${status}`})`,
    )
    .join(', ');

/** Warns about a missing mail server, without which everything else works. */
export function warnAboutMail({ mail: { isOff } }: Config, log: Log): void {
  if (!isOff) return;
  process.stderr.write(
    'SMTP_URL is not set: no mail leaves. Digests are on the pages and in feeds; sign-up is by invitation.\n',
  );
  log.warn('no mail server is set');
}
