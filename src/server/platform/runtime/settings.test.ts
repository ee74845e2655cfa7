import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '#app/settings.ts';
import { temporaryFolder } from '#test/opened.ts';
import { ConfigError } from './config.ts';

const folder = temporaryFolder();

function file(name: string, content: string): string {
  const at = path.join(folder, name);
  writeFileSync(at, content);
  return at;
}

const unreadable = 'SESSION_SECRET_FILE: /nowhere cannot be read (ENOENT).';
const twice = { METRICS_TOKEN: 'sixteen letters or more', METRICS_TOKEN_FILE: '/y' };

describe('settingsFrom', () => {
  it('takes a secret from the file that its _FILE names, without the final line break', () => {
    const secret = 'at least thirty-two characters long';
    expect(readConfig({ SESSION_SECRET_FILE: file('secret', `${secret}\n`) }).sessionSecret).toBe(secret);
    expect(readConfig({ DATABASE_URL_FILE: file('url', 'postgres://db/litwatch') }).databaseUrl).toBe(
      'postgres://db/litwatch',
    );
  });

  it.each([
    ['a file that is not there', { SESSION_SECRET_FILE: '/nowhere' }, unreadable],
    ['a variable given twice', twice, /^METRICS_TOKEN and METRICS_TOKEN_FILE are both set/],
  ])('stops the start at %s with one line', (_, environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(ConfigError);
    expect(() => readConfig(environment)).toThrow(sentence);
  });

  it('ignores other variables that end in _FILE', () =>
    expect(readConfig({ SOME_OTHER_FILE: '/nowhere' }).port).toBe(3000));

  it.each([
    [
      'values and files',
      { PORT: 'http', BILLING: 'maybe', SESSION_SECRET_FILE: '/nowhere', ...twice },
      [
        unreadable,
        'METRICS_TOKEN and METRICS_TOKEN_FILE are both set; unset one of them.',
        'PORT must be a port number.',
        'BILLING must be on or off.',
      ],
    ],
    [
      'what is right alone and wrong together',
      {
        ...{ NODE_ENV: 'production', BASE_URL: 'http://litwatch.test', SIGNUP: 'open', BILLING: 'on' },
        ...{ AUTH_HEADER: 'X-Forwarded-Email', AI_BASE_URL: 'http://127.0.0.1:1/v1' },
      },
      [
        expect.stringMatching(/^SESSION_SECRET must be set in production/),
        expect.stringMatching(/^BASE_URL must begin with https:.*plain http only at a private address/),
        'STRIPE_SECRET_KEY must be set in production when BILLING is on.',
        expect.stringMatching(/^SIGNUP must be invite or closed without SMTP_URL/),
        'AI_MODEL must be set when AI_BASE_URL is.',
        expect.stringMatching(/^TRUSTED_PROXIES must be set when AUTH_HEADER is/),
      ],
    ],
  ])('lists every wrong value at once: %s', (_, environment, sentences) => {
    expect.assertions(1);
    try {
      readConfig(environment);
    } catch (error) {
      expect((error as ConfigError).lines).toEqual(sentences);
    }
  });
});
