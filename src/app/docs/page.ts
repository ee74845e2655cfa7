import { html, raw } from 'hono/html';
import type { Access, Endpoint } from '#shared/contract/endpoint.ts';
import type { Describe, JsonSchema } from './schema.ts';

/** The contracts as a page without scripts: a table of contents on the left, and each call with its input and output. */
export const docsPage = (sections: Part[], baseUrl: string, describe: Describe) => html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>Litwatch API</title>
      <link rel="icon" href="/icon.svg" type="image/svg+xml" />
      <style>
        ${raw(styles)}
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
            <li><a href="#models">Language models</a></li>
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
              changes nothing there. It ends after <code>days</code> if you say so. The server keeps only its hash: it is shown once, and
              <code>DELETE /api/tokens/:id</code> ends it. <code>GET /api/auth/me</code> tells the id that the other
              addresses want:
            </p>
            <pre>
curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/auth/me
curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/users/$ID/search-terms
curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/users/$ID/digests
curl -H "Authorization: Bearer $TOKEN" ${baseUrl}/api/digests/$DIGEST/references.bib</pre>
          </section>
          <section class="part">
            <h2 id="models">Language models</h2>
            <p>
              A program that speaks the Model Context Protocol over HTTP can use Litwatch at
              <code>${baseUrl}/mcp</code> with such a token: it lists your topics and digests, reads them and your
              shelf, and searches the papers of the last year with the reason for each. A token made with the scope
              <code>judge</code> may also say that you want more, or less, like a paper, and keep it on your shelf. An abstract that speaks to language models is left out.
            </p>
            <pre>
{"mcpServers": {"litwatch": {"url": "${baseUrl}/mcp", "headers": {"Authorization": "Bearer litwatch_…"}}}}</pre>
          </section>
          ${sections.map((part) => section(part, describe))}
        </main>
      </div>
    </body>
  </html>`;

export type Part = { name: string; calls: Endpoint[] };

const titleOf = (name: string): string =>
  name.charAt(0).toUpperCase() + name.slice(1).replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

const section = ({ name, calls }: Part, describe: Describe) => html`
  <section class="part">
    <h2 id="${name}">${titleOf(name)}</h2>
    ${calls.map((call) => entry(call, describe))}
  </section>
`;

const entry = (call: Endpoint, describe: Describe) => html`
  <article aria-label="${call.method} ${call.path}">
    <h3><span class="method ${call.method}">${call.method}</span> <code>${call.path}</code></h3>
    <p>${call.summary}</p>
    <p class="access">${accessWords[call.access]}${call.allowApiToken ? ' A token may read it.' : ''}</p>
    ${fields('In the path', describe(call.params, 'input'))} ${fields('In the query', describe(call.query, 'input'))}
    ${call.method === 'GET' || call.selfAuthenticated ? '' : fields('Body', describe(call.body, 'input'))}
    ${answer(describe(call.response, 'output'))}
  </article>
`;

const accessWords: Record<Access, string> = {
  anyone: 'Anyone may call.',
  session: 'Needs a session.',
  admin: 'Administrators; anyone while developing.',
  administrator: 'Administrators.',
};

function fields(title: string, { properties = {}, required = [] }: JsonSchema) {
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

function answer(schema: JsonSchema) {
  const text = shapeOf(schema);
  return text === '{}' ? '' : html`<details><summary>Answer</summary><pre>${text}</pre></details>`;
}

/** A schema in brief for people: names, types, and which may be left out. */
function shapeOf(shape: JsonSchema, indent = ''): string {
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

const longest = ({ maxLength }: JsonSchema): string => (maxLength ? `at most ${maxLength} characters` : '');

/** The style sheet of the API page: the pages' own colors (src/app/pages/styles.css), in one file without a build. */
const styles = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#fbfaf7, #191815);
  --ink: light-dark(#1c1b18, #ece8de);
  --muted: light-dark(#5f5a50, #aca598);
  --line: light-dark(#e3dfd5, #38352e);
  --accent: light-dark(#14506b, #8fc6df);
  --serif: "Source Serif 4", "Iowan Old Style", "Palatino Linotype", "URW Palladio L", P052, Georgia, serif;
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; -webkit-text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: break-word;
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif;
}
a { color: var(--accent); text-underline-offset: 0.18em; text-decoration-thickness: 1px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
h1, h2 { font-family: var(--serif); font-weight: 600; line-height: 1.2; margin: 0; }
h1 { font-size: 2.25rem; }
h2 { font-size: 1.5rem; }
p { margin: 0.75rem 0 0; max-width: 68ch; }
code, pre { font: 0.875rem/1.6 ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
pre {
  margin: 1rem 0 0; padding: 0.875rem 1rem; border: 1px solid var(--line); border-radius: 0.5rem;
  background: light-dark(#ffffff, #211f1b); white-space: pre-wrap;
}

body > header { border-bottom: 1px solid var(--line); }
body > header div {
  max-width: 72rem; min-height: 4rem; margin: auto; padding: 0.625rem 1.5rem;
  display: flex; align-items: center; justify-content: space-between; gap: 1rem;
}
body > header a { min-height: 1.5rem; }
.name { display: flex; align-items: center; gap: 0.625rem; font: 600 1.25rem/1.5 var(--serif); letter-spacing: -0.025em; color: inherit; text-decoration: none; }
.name svg { width: 1.5rem; fill: none; stroke: var(--accent); stroke-width: 2; stroke-linecap: round; }
.page {
  max-width: 72rem; margin: auto; padding: 3rem 1.5rem 5rem;
  display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 4rem;
}
.page > nav { position: sticky; top: 1.5rem; align-self: start; max-height: calc(100dvh - 3rem); overflow-y: auto; font-size: 0.875rem; }
.page > nav ul { margin: 0; padding: 0; list-style: none; }
.page > nav a { display: block; padding: 0.25rem 0.125rem; color: var(--muted); text-decoration: none; }
.page > nav a:hover { color: var(--ink); text-decoration: underline; }

.part { margin-top: 3.5rem; padding-top: 2rem; border-top: 1px solid var(--line); }
article { margin-top: 2.25rem; }
article p { margin-top: 0.375rem; }
.access { color: var(--muted); font-size: 0.875rem; }
h3 { display: flex; align-items: baseline; gap: 0.75rem; margin: 0; font-size: 1rem; font-weight: 600; }
h3 code { font-size: 0.9375rem; min-width: 0; }
.method { flex: none; width: 3.75rem; font-size: 0.8125rem; letter-spacing: 0.02em; color: var(--muted); }
.method.GET { color: light-dark(#1d6339, #93d3a8); }
.method.POST { color: var(--accent); }
.method.PATCH { color: light-dark(#754c00, #e6c27a); }
.method.DELETE { color: light-dark(#9a1f17, #f4a59d); }
article > :not(h3) { margin-left: 4.5rem; }
h4 { margin: 1rem 0 0; font-size: 0.875rem; font-weight: 600; }
dl { margin-top: 0.375rem; margin-bottom: 0; border-top: 1px solid var(--line); font-size: 0.875rem; }
dl div { display: grid; grid-template-columns: minmax(9rem, 14rem) minmax(0, 1fr); gap: 1rem; padding: 0.375rem 0; border-bottom: 1px solid var(--line); }
dt small { font-size: 0.8125rem; color: var(--muted); }
dd { margin: 0; color: var(--muted); white-space: pre-wrap; overflow-wrap: anywhere; }
details { margin-top: 0.75rem; font-size: 0.875rem; }
summary { display: inline-block; padding: 0.125rem 0; color: var(--accent); cursor: pointer; }
summary::before { content: "+"; display: inline-block; width: 1rem; font-weight: 600; }
[open] > summary::before { content: "−"; }
details pre { margin-top: 0.5rem; }

@media (max-width: 56rem) {
  .page { display: block; padding: 2rem 1rem 4rem; }
  .page > nav { position: static; max-height: none; margin-bottom: 2.5rem; padding-bottom: 1.25rem; border-bottom: 1px solid var(--line); }
  .page > nav ul { columns: 2; }
  body > header div { padding-inline: 1rem; }
  h1 { font-size: 1.875rem; }
  article > :not(h3) { margin-left: 0; }
  .method { width: auto; }
  dl div { grid-template-columns: 1fr; gap: 0; }
}
@media (pointer: coarse) {
  body > header a, .page > nav a, summary { min-height: 2.75rem; align-content: center; }
  body > header a { display: inline-flex; align-items: center; }
}
`;
