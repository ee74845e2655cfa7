import { html, raw } from 'hono/html';
import { z } from 'zod';
import type { Access, Endpoint } from '#shared/contract/endpoint.ts';
import { docsLook } from './docsLook.ts';

/** The contracts as a page that needs no script: what there is on the left, each call with what it takes and gives. */
export const docsPage = (sections: Part[], baseUrl: string) => html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>Litwatch API</title>
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <style>
        ${raw(docsLook)}
      </style>
    </head>
    <body>
      <header>
        <div>
          <a class="name" href="/">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M3 5h18M3 11h11M3 17h7" />
              <circle cx="18" cy="16.5" r="3" />
            </svg>
            Litwatch
          </a>
          <a href="/api/openapi.json">openapi.json</a>
        </div>
      </header>
      <div class="page">
        <nav aria-label="Parts of the API">
          <ul>
            <li><a href="#tokens">Tokens for scripts</a></li>
            ${sections.map(({ name }) => html`<li><a href="#${name}">${titleOf(name)}</a></li>`)}
          </ul>
        </nav>
        <main>
          <h1>Litwatch API</h1>
          <p>
            Calls take and give JSON. Sign in by <code>POST /api/auth/login</code> and send the cookie along. Every
            error is <code>{"message", "code", …}</code> with a fitting status; after <code>429</code> wait for
            <code>Retry-After</code> seconds. The same as a document:
            <a href="/api/openapi.json">openapi.json</a>.
          </p>
          <section class="part">
            <h2 id="tokens">Tokens for scripts</h2>
            <p>
              A script of yours needs no password: make a token by <code>POST /api/tokens</code> while signed in, and
              send it as <code>Authorization: Bearer litwatch_…</code>. It reads where a call says so below, and
              changes nothing anywhere. The server keeps only its hash: it is shown once, and
              <code>DELETE /api/tokens/:id</code> ends it. <code>GET /api/auth/me</code> tells the id that the other
              addresses want:
            </p>
            <pre>
curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/auth/me
curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/users/$ID/search-terms
curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/users/$ID/digests
curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/digests/$DIGEST/references.bib</pre>
          </section>
          ${sections.map(section)}
        </main>
      </div>
    </body>
  </html>`;

export interface Part {
  name: string;
  calls: Endpoint[];
}

const titleOf = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const section = ({ name, calls }: Part) => html`
  <section class="part">
    <h2 id="${name}">${titleOf(name)}</h2>
    ${calls.map(entry)}
  </section>
`;

const entry = (call: Endpoint) => html`
  <article aria-label="${call.method} ${call.path}">
    <h3><span class="method ${call.method}">${call.method}</span> <code>${call.path}</code></h3>
    <p>${call.summary}</p>
    <p class="access">${accessWords[call.access]}${call.allowApiToken ? ' A token may read it.' : ''}</p>
    ${fields('In the path', call.params)} ${fields('In the query', call.query)}
    ${call.method === 'GET' || call.selfAuthenticated ? '' : fields('Body', call.body)} ${answer(call.response)}
  </article>
`;

const accessWords: Record<Access, string> = {
  anyone: 'Anyone may call.',
  session: 'Needs a session.',
  admin: 'Administrators; anyone while developing.',
};

function fields(title: string, schema: z.ZodType) {
  const { properties = {}, required = [] } = described(schema, 'input');
  const names = Object.entries(properties);
  if (!names.length) return '';
  return html`<h4>${title}</h4>
    <dl>
      ${names.map(
        ([name, property]) => html`<div>
          <dt><code>${name}</code>${required.includes(name) ? '' : html` <small>optional</small>`}</dt>
          <dd>${shapeOf(property)}</dd>
        </div>`,
      )}
    </dl>`;
}

function answer(schema: z.ZodType) {
  const text = shapeOf(described(schema, 'output'));
  return text === '{}' ? '' : html`<details><summary>Answer</summary><pre>${text}</pre></details>`;
}

const described = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Shape;

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
    return [[shape.type ?? 'any'].flat().join(' | '), shape.format, longest(shape)]
      .filter(Boolean)
      .join(', ');
  const inner = `${indent}  `;
  const lines = Object.entries(shape.properties ?? {}).map(
    ([name, property]) =>
      `${inner}${name}${shape.required?.includes(name) ? '' : '?'}: ${shapeOf(property, inner)}`,
  );
  return lines.length ? `{\n${lines.join('\n')}\n${indent}}` : '{}';
}

const longest = ({ maxLength }: Shape): string => (maxLength ? `at most ${maxLength} characters` : '');
