import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readConfig } from '#app/settings.ts';
import { envExample, envExampleFile } from './envExample.ts';

describe('.env.example', () => {
  const text = readFileSync(envExampleFile, 'utf8');

  it('equals what npm run env-example writes', () => expect(text).toBe(envExample()));

  it('changes no setting when every line is uncommented', () => {
    const uncommented = parseEnv(text.replace(/^#(?=[A-Z])/gm, ''));
    expect(readConfig(uncommented as Record<string, string>)).toEqual(readConfig({}));
  });
});
