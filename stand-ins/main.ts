import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

const usage = `Usage: npm run stand-ins -- NAME [--port N] [--host H]

  sources [--corpus PATH…] [--days N]   PubMed, arXiv, bioRxiv and medRxiv over any corpus, or the sample library
  smtp                                  a mail server that keeps what it is sent
  stripe                                a card sandbox that speaks the provider's API
  crossref                              a registry of DOIs that has what a test registers
  openalex                              an impact service with an invented figure for every DOI
  oidc                                  an OpenID Connect provider with a button for each of its people
  channels                              a receiver of webhooks, and the doors of Slack, Discord, ntfy and Matrix
  zotero                                Zotero's API with two libraries
  llm                                   a model server of OpenAI's protocol; its models are named by their behavior
`;

type Started = { url: string; environment: Record<string, string>; close(): Promise<unknown> };

type Options = { port: number; host: string; corpus: string[]; days: number };

const standIns: Record<string, [label: string, start: (options: Options) => Promise<Started>]> = {
  sources: ['Sources', startSources],
  smtp: [
    'SMTP',
    async (place) => {
      const smtp = await (await import('./smtp/server.ts')).startSmtp(place);
      return { ...smtp, environment: { SMTP_URL: smtp.url } };
    },
  ],
  stripe: ['Stripe', async (place) => (await import('./stripe/server.ts')).startStripe(place)],
  openalex: ['OpenAlex', async (place) => (await import('./openalex.ts')).startOpenAlex(place)],
  crossref: ['Crossref', async (place) => (await import('./crossref.ts')).startCrossref(place)],
  oidc: ['OIDC', async (place) => (await import('./oidc/server.ts')).startOidc(place)],
  channels: [
    'Channels',
    async (place) => {
      const channels = await (await import('./channels/server.ts')).startChannels(place);
      return { ...channels, environment: { ...channels.addresses, token: channels.token } };
    },
  ],
  zotero: ['Zotero', async (place) => (await import('./zotero/server.ts')).startZotero(place)],
  llm: ['LLM', async (place) => (await import('./llm/server.ts')).startLlm(place)],
};

async function startSources({ corpus, ...options }: Options): Promise<Started> {
  const { startSources, sampleLibrary } = await import('./sources/server.ts');
  const sources = await startSources({ ...options, corpus: corpus.length ? corpus : sampleLibrary });
  const { skipped } = sources;
  if (skipped.length)
    process.stderr.write(`${skipped.length} lines could not be read, the first is ${skipped[0]}.\n`);
  return sources;
}

try {
  const { label, start, options } = readCommand();
  const { url, environment, close } = await start(options);
  for (const signal of ['SIGTERM', 'SIGINT'])
    process.once(signal, () => {
      close().then(
        () => process.exit(0),
        (error: Error) => fail(error.message),
      );
    });
  // Print last: a process that reads the line may send a signal at once.
  const settings = Object.entries(environment).map(([variable, value]) => `${variable}=${value}`);
  process.stdout.write(`${label} stand-in at ${url} (${settings.join(' ')})\n`);
} catch (error) {
  fail((error as Error).message);
}

function readCommand() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      port: { type: 'string', default: '0' },
      host: { type: 'string', default: '127.0.0.1' },
      corpus: { type: 'string', multiple: true, default: [] },
      days: { type: 'string', default: '14' },
    },
  });
  const [name = '', ...rest] = positionals;
  const [label, start] = standIns[name] ?? fail(usage);
  // `--corpus a b c`: if the shell expands a pattern, the option gets the first file and the others follow it.
  const corpus = [...values.corpus, ...rest];
  const missing = corpus.find((file) => !existsSync(file));
  if (missing) fail(`--corpus: there is no file ${missing}.`);
  const [port, days] = [Number(values.port), Number(values.days)];
  if (!Number.isInteger(port) || port < 0 || port > 65_535) fail('--port must be a port number.');
  if (!Number.isInteger(days) || days < 1 || days > 3_650) fail('--days must be a number of days.');
  return { label, start, options: { port, host: values.host, corpus, days } };
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence.trimEnd()}\n`);
  process.exit(1);
}
