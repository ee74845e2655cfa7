import type { Hono } from 'hono';

export const password = 'Correct-horse-9-battery';

/** A chosen password as the forms send it. */
export const twice = (password: string) => ({ password, confirmPassword: password });

/** The sign-up form as the current page sends it. */
export const signupForm = (email: string, more: object = {}) => ({
  email,
  researchField: '',
  ...twice(password),
  agreeToTerms: true,
  agreeToPrivacy: true,
  ...more,
});

/** A browser as the server sees it: keeps cookies and sends JSON from the same origin. Parses JSON bodies. */
export class Visitor {
  readonly cookies = new Map<string, string>();
  private readonly server: string | Hono;
  private readonly headers: Record<string, string>;

  /** @param server its address, or its routes, which then need no socket */
  constructor(server: string | Hono, headers: Record<string, string> = {}) {
    this.server = server;
    const asPage = typeof server === 'string' && { origin: server, 'sec-fetch-mode': 'cors' };
    this.headers = { 'sec-fetch-site': 'same-origin', ...asPage, ...headers };
  }

  async call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const { server } = this;
    const asked: RequestInit = {
      method,
      redirect: 'manual',
      headers: {
        ...this.headers,
        ...(this.cookies.size > 0 && {
          cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    };
    const response = await (typeof server === 'string'
      ? fetch(server + path, asked)
      : server.request(path, asked));
    for (const line of response.headers.getSetCookie()) this.keep(line);
    return { status: response.status, headers: response.headers, body: asJson(await response.text()) };
  }

  get = (path: string, headers?: Record<string, string>) => this.call('GET', path, undefined, headers);
  post = (path: string, body: unknown = {}) => this.call('POST', path, body);
  put = (path: string, body: unknown) => this.call('PUT', path, body);
  patch = (path: string, body: unknown) => this.call('PATCH', path, body);
  delete = (path: string) => this.call('DELETE', path);

  private keep(line: string): void {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    if (!value || /max-age=0/i.test(line)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

function asJson(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
