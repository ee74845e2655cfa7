import { offerSetup } from '#accounts/admission/setup.ts';
import { type Config, examplesLeft } from '#platform/runtime/config.ts';
import type { Log } from '#platform/runtime/log.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { type SourceTrouble, troubledSources } from '#sources/registry.ts';
import type { App } from './app.ts';

/** The one way in while there is no account: a reader of this output may become the first administrator. */
export async function printSetupCode(app: App): Promise<void> {
  const code = await offerSetup(app);
  if (code)
    process.stdout.write(
      `There is no account yet. Make the first one, an administrator's, at ${app.config.baseUrl}/setup with the code ${code}\n`,
    );
}

/** Mail goes out all the same: whose it is shows in every footer, and a mail server may refuse the sender. */
export function warnAboutPlaceholders(config: Config, log: Log): void {
  const left = examplesLeft(config);
  if (!left.length) return;
  process.stderr.write(
    `${left.join(', ')} still ${left.length > 1 ? 'hold' : 'holds'} the example: mails and legal pages name nobody real until set.\n`,
  );
  log.warn({ left }, 'settings hold examples');
}

/** Behind a proxy that is not named, every reader would count as one network and share its limits. */
export function warnAboutProxies({ production, trustedProxies }: Config, log: Log): void {
  if (!production || trustedProxies.length) return;
  process.stderr.write(
    'TRUSTED_PROXIES is not set: behind a proxy, all readers count as one network and share its limits.\n',
  );
  log.warn('no trusted proxies are set');
}

/** One clear line when papers cannot be fetched from here; the product runs on and keeps trying. */
export async function warnAboutSources({ config, log }: App): Promise<void> {
  const troubles = await troubledSources(config.sources);
  if (!troubles.length) return;
  process.stderr.write(
    `Cannot read ${troublesInWords(troubles)} from here: digests will lack them until they answer. To try Litwatch without them: npm run demo\n`,
  );
  log.warn({ troubles }, 'sources cannot be read');
}

/** `PubMed (answers 503), arXiv (no answer)`. */
export const troublesInWords = (troubles: readonly SourceTrouble[]): string =>
  troubles
    .map(
      ({ source, status }) =>
        `${sourceLabels[source]} (${status === null ? 'no answer' : `answers ${status}`})`,
    )
    .join(', ');

/** Without a mail server everything else works; its operator should know. */
export function warnAboutMail({ mail: { isOff } }: Config, log: Log): void {
  if (!isOff) return;
  process.stderr.write(
    'SMTP_URL is not set: no mail leaves. Digests are on the pages and in feeds; sign-up is by invitation.\n',
  );
  log.warn('no mail server is set');
}
