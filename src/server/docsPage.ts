import { html } from 'hono/html';
import { z } from 'zod';
import type { Access, Endpoint } from '../shared/endpoint.ts';

/** The contracts as a page that needs no script. */
export const docsPage = (
  sections: { name: string; calls: Endpoint[] }[],
  baseUrl: string,
) => html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>Litwatch API</title>
      <style>
        ${look}
      </style>
    </head>
    <body>
      <main>
        <h1>Litwatch API</h1>
        <p>
          Calls take and give JSON. Sign in by <code>POST /api/auth/login</code> and send the cookie along. Every
          error is <code>{"message", "code", …}</code> with a fitting status; after <code>429</code> wait for
          <code>Retry-After</code> seconds. The same as a document: <a href="/api/openapi.json">openapi.json</a>.
        </p>
        <h2 id="tokens">Tokens for scripts</h2>
        <p>
          A script of yours needs no password: make a token by <code>POST /api/tokens</code> while signed in, and send
          it as <code>Authorization: Bearer litwatch_…</code>. It reads where a call says so below, and changes nothing
          anywhere. The server keeps only its hash: it is shown once, and <code>DELETE /api/tokens/:id</code> ends it.
          <code>GET /api/auth/me</code> tells the id that the other addresses want:
        </p>
        <pre>
curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/auth/me
curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/users/$ID/search-terms
curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/users/$ID/digests
curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/digests/$DIGEST/references.bib</pre>
        ${sections.map(section)}
      </main>
    </body>
  </html>`;

const section = ({ name, calls }: { name: string; calls: Endpoint[] }) => html`
  <h2 id="${name}">${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}</h2>
  ${calls.map(entry)}
`;

const entry = (call: Endpoint) => html`
  <article>
    <h3><code>${call.method} ${call.path}</code></h3>
    <p>${call.summary} <em>${accessWords[call.access]}${call.byToken ? ' A token may read it.' : ''}</em></p>
    ${fields('In the path', call.params)} ${fields('In the query', call.query)}
    ${call.method === 'GET' || call.carriesProof ? '' : fields('Body', call.body)}
    ${fields('Answer', call.response, 'output')}
  </article>
`;

const accessWords: Record<Access, string> = {
  anyone: 'Anyone may call.',
  session: 'Needs a session.',
  admin: 'Administrators; anyone while developing.',
};

function fields(title: string, schema: z.ZodType, io: 'input' | 'output' = 'input') {
  const text = shapeOf(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape);
  return text === '{}' ? '' : html`<details><summary>${title}</summary><pre>${text}</pre></details>`;
}

interface Shape {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  minLength?: number;
  maxLength?: number;
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  anyOf?: Shape[];
}

/** A schema in the few words a person needs: names, types, which may be left out. */
function shapeOf(shape: Shape, indent = ''): string {
  if (shape.anyOf) return [...new Set(shape.anyOf.map((one) => shapeOf(one, indent)))].join(' | ');
  if (shape.enum) return shape.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.type === 'array') return `[${shapeOf(shape.items ?? {}, indent)}, …]`;
  if (shape.type !== 'object')
    return [shape.type ?? 'any', shape.format, longest(shape)].filter(Boolean).join(', ');
  const inner = `${indent}  `;
  const lines = Object.entries(shape.properties ?? {}).map(
    ([name, property]) =>
      `${inner}${name}${shape.required?.includes(name) ? '' : '?'}: ${shapeOf(property, inner)}`,
  );
  return lines.length ? `{\n${lines.join('\n')}\n${indent}}` : '{}';
}

const longest = ({ maxLength }: Shape): string => (maxLength ? `at most ${maxLength} characters` : '');

const look = `
  body { margin: 0; font: 17px/1.55 Georgia, 'Times New Roman', serif; background: light-dark(#fbfaf7, #191815); color: light-dark(#1c1b19, #ece9e2); }
  main { max-width: 46rem; margin: 3rem auto; padding: 0 1.25rem; }
  h1 { font-weight: 500; } h2 { margin-top: 3rem; font-weight: 500; text-transform: capitalize; border-top: 1px solid light-dark(#dcd8ce, #3a3833); padding-top: 1.5rem; }
  h3 { margin: 1.75rem 0 0.25rem; font-size: 1rem; } p { margin: 0.25rem 0 0.5rem; }
  code, pre { font: 0.875rem/1.5 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
  pre { white-space: pre-wrap; margin: 0.25rem 0 0.75rem 1.25rem; } summary { cursor: pointer; min-height: 1.75rem; }
  a { color: light-dark(#8a2f1d, #f0a58f); }
`;
