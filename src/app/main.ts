import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, ConfigError } from '#platform/runtime/config.ts';

// Node keeps what it stripped and compiled of everything imported from here on, and starts sooner the next time. In a folder
// that cannot be written it does without.
enableCompileCache(path.join(import.meta.dirname, '../../dist/compiled'));
const { explainStartError } = await import('#platform/db/serverErrors.ts');
const { readConfig } = await import('./settings.ts');
const { startLitwatch } = await import('./start.ts');

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    web: { type: 'boolean', default: false },
    worker: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    demo: { type: 'boolean', default: false },
    setup: { type: 'boolean', default: false },
    'rotate-secret': { type: 'boolean', default: false },
    corpus: { type: 'string', multiple: true, default: [] },
    days: { type: 'string', default: '14' },
  },
});

if (values.check) {
  const { checkInstallation } = await import('./check.ts');
  const print = (line: string) => process.stdout.write(`${line}\n`);
  process.exit(await checkInstallation(print, () => new Date()));
}

try {
  const config = readConfig();
  const stopSamples = values.demo ? await startSampleSources(config) : async () => {};
  const sandbox =
    config.production || config.stripe.secretKey || !config.edition.billing
      ? null
      : await startCardSandbox(config);
  const roles = { web: values.web || !values.worker, worker: values.worker || !values.web };
  const place = { url: config.databaseUrl, folder: path.join(config.dataDir, 'database') };
  const litwatch = await startLitwatch(config, roles, {
    setup: values.setup,
    rotatesSecret: values['rotate-secret'],
  }).catch((error: unknown) => {
    throw explainStartError(error, place);
  });
  if (sandbox) sandbox.delivery.url = `http://127.0.0.1:${litwatch.port ?? config.port}/api/stripe/webhook`;
  // With a PostgreSQL server there may be other processes, to which a load balancer can switch meanwhile.
  const drainMs = 3000;
  stopOn(['SIGTERM', 'SIGINT'], async () => {
    await litwatch.stop({ drainMs: config.databaseUrl ? drainMs : 0 });
    await stopSamples();
    await sandbox?.close();
  });
  if (litwatch.url) process.stdout.write(`Litwatch is ready at ${litwatch.url}\n`);
  else
    process.stdout.write(
      litwatch.port
        ? `Litwatch is working, and says at port ${litwatch.port} whether it is ready.\n`
        : 'Litwatch is working.\n',
    );
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
}

/** Starts the stand-ins of the sources: servers on loopback, which all other code reaches by address like the real ones. */
async function startSampleSources(config: Config): Promise<() => Promise<void>> {
  const { startSources, sampleLibrary } = await import('#stand-ins/sources/server.ts');
  const { startCrossref } = await import('#stand-ins/crossref.ts');
  const { addSampleJournals } = await import('#stand-ins/sampleJournals.ts');
  // With `--corpus a b c`, as from a pattern of the shell, the first file is the value and the others are positional.
  const files = [...values.corpus, ...positionals];
  const missing = files.find((file) => !existsSync(file));
  if (missing) throw new ConfigError(`--corpus: there is no file ${missing}.`);
  const corpus = files.length ? files : sampleLibrary;
  const sources = await startSources({ corpus, days: Number(values.days) });
  Object.assign(config.sources.urls, sources.environment);
  config.sources.sample = files.length === 0;
  const registry = await startCrossref();
  if (config.sources.sample) addSampleJournals(registry, sources, new Date());
  config.crossref = { isOn: config.sources.sample, url: registry.url };
  // A separate folder, so that samples never get mixed with real papers.
  config.dataDir = path.join(config.dataDir, 'demo');
  return async () => {
    await registry.close();
    await sources.close();
  };
}

/** Outside production and without the provider's key, payments go to the card sandbox. */
async function startCardSandbox({ stripe }: Config) {
  const { startStripe } = await import('#stand-ins/stripe/server.ts');
  const sandbox = await startStripe();
  stripe.secretKey = sandbox.environment.STRIPE_SECRET_KEY;
  stripe.publishableKey = sandbox.environment.STRIPE_PUBLISHABLE_KEY;
  stripe.webhookSecret = sandbox.environment.STRIPE_WEBHOOK_SECRET;
  const { STRIPE_PRICE_PRO: pro, STRIPE_PRICE_TEAM: team } = sandbox.environment;
  stripe.prices = { pro: [pro], team: [team] };
  stripe.apiUrl = sandbox.environment.STRIPE_API_URL;
  stripe.scriptUrl = sandbox.scriptUrl;
  stripe.sandbox = true;
  return sandbox;
}

/** Maximum time for a stop. Another process continues what still runs, once its lease expires. */
const stopWithinMs = 9500;

/** Stops cleanly on a signal, and within this time in any case. A second signal ends the process immediately. */
function stopOn(signals: NodeJS.Signals[], stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of signals)
    process.on(signal, () => {
      if (stopping) process.exit(1);
      stopping = true;
      setTimeout(() => {
        process.stderr.write(
          'Stopped after ten seconds with work unfinished; another process will finish it.\n',
        );
        process.exit(1);
      }, stopWithinMs).unref();
      stop().then(
        () => process.exit(0),
        (error: Error) => {
          process.stderr.write(`${error.stack}\n`);
          process.exit(1);
        },
      );
    });
}
