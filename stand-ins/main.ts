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

/** The server to start, the line to print, and the function that stops it. */
interface Started {
  line: string;
  close(): Promise<void>;
}

interface Options {
  port: number;
  host: string;
  corpus: string[];
  days: number;
}

const standIns: Record<string, (options: Options) => Promise<Started>> = {
  async sources({ port, host, corpus, days }) {
    const { startSources, sampleLibrary } = await import('./sources/server.ts');
    const { url, environment, skipped, close } = await startSources({
      port,
      host,
      corpus: corpus.length ? corpus : sampleLibrary,
      days,
    });
    if (skipped.length)
      process.stderr.write(`${skipped.length} lines could not be read, the first is ${skipped[0]}.\n`);
    return { line: withEnvironment('Sources', url, environment), close };
  },
  async smtp({ port, host }) {
    const { startSmtp } = await import('./smtp/server.ts');
    const { url, close } = await startSmtp({ port, host });
    return { line: withEnvironment('SMTP', url, { SMTP_URL: url }), close };
  },
  async stripe({ port, host }) {
    const { startStripe } = await import('./stripe/server.ts');
    const { url, environment, close } = await startStripe({ port, host });
    return { line: withEnvironment('Stripe', url, environment), close };
  },
  async openalex({ port, host }) {
    const { startOpenAlex } = await import('./openalex.ts');
    const { url, environment, close } = await startOpenAlex({ port, host });
    return { line: withEnvironment('OpenAlex', url, environment), close };
  },
  async crossref({ port, host }) {
    const { startCrossref } = await import('./crossref.ts');
    const { url, environment, close } = await startCrossref({ port, host });
    return { line: withEnvironment('Crossref', url, environment), close };
  },
  async oidc({ port, host }) {
    const { startOidc } = await import('./oidc/server.ts');
    const { url, environment, close } = await startOidc({ port, host });
    return { line: withEnvironment('OIDC', url, environment), close };
  },
  async channels({ port, host }) {
    const { startChannels } = await import('./channels/server.ts');
    const { url, addresses, token, close } = await startChannels({ port, host });
    return { line: withEnvironment('Channels', url, { ...addresses, token }), close };
  },
  async zotero({ port, host }) {
    const { startZotero } = await import('./zotero/server.ts');
    const { url, environment, close } = await startZotero({ port, host });
    return { line: withEnvironment('Zotero', url, environment), close };
  },
  async llm({ port, host }) {
    const { startLlm } = await import('./llm/server.ts');
    const { url, environment, close } = await startLlm({ port, host });
    return { line: withEnvironment('LLM', url, environment), close };
  },
};

const withEnvironment = (name: string, url: string, environment: Record<string, string>): string =>
  `${name} stand-in at ${url} (${Object.entries(environment)
    .map(([variable, value]) => `${variable}=${value}`)
    .join(' ')})`;

try {
  const { start, options } = readCommand();
  const { line, close } = await start(options);
  for (const signal of ['SIGTERM', 'SIGINT'])
    process.once(signal, () => {
      close().then(
        () => process.exit(0),
        (error: Error) => fail(error.message),
      );
    });
  // Print last: a process that reads the line may send a signal at once.
  process.stdout.write(`${line}\n`);
} catch (error) {
  fail((error as Error).message);
}

function readCommand(): { start: (options: Options) => Promise<Started>; options: Options } {
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
  const start = standIns[name];
  if (!start) fail(usage);
  // `--corpus a b c`: if the shell expands a pattern, the option gets the first file and the others follow it.
  const corpus = [...values.corpus, ...rest];
  const missing = corpus.find((file) => !existsSync(file));
  if (missing) fail(`--corpus: there is no file ${missing}.`);
  const [port, days] = [Number(values.port), Number(values.days)];
  if (!Number.isInteger(port) || port < 0 || port > 65_535) fail('--port must be a port number.');
  if (!Number.isInteger(days) || days < 1 || days > 3_650) fail('--days must be a number of days.');
  return { start, options: { port, host: values.host, corpus, days } };
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence.trimEnd()}\n`);
  process.exit(1);
}
