import type { Log } from '#platform/runtime/log.ts';
import type { PoliteClient, SourceRequest } from '../client/politeClient.ts';

export interface PubmedOptions {
  /** E-utilities without a slash at the end: `/esearch.fcgi` and `/efetch.fcgi` are appended. */
  url: string;
  apiKey: string | null;
  email: string;
  ask: PoliteClient;
  log: Log;
}

/** Uses POST, because queries with many phrases exceed NCBI's limit for addresses. */
export function call<T>(
  { url, apiKey, email, ask }: PubmedOptions,
  program: 'esearch' | 'efetch',
  {
    form,
    ...rest
  }: { form: Record<string, string | number> } & Pick<SourceRequest<T>, 'read' | 'urgent' | 'signal'>,
): Promise<T> {
  const body = new URLSearchParams({
    db: 'pubmed',
    tool: 'litwatch',
    email,
    ...(apiKey && { api_key: apiKey }),
  });
  for (const [name, value] of Object.entries(form)) body.set(name, String(value));
  return ask({ source: 'pubmed', url: new URL(`${url}/${program}.fcgi`), form: body, ...rest });
}
