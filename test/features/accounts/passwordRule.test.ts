import { offerSetup } from '#accounts/setup.ts';
import { type Door, newReader, openDoor, password, signupForm, tokenMailed, twice } from './accountsSetup.ts';

// A password needs four kinds of characters, unless the operator requires only length, as ASVS 6.2.5 and NIST recommend.

let door: Door;
afterEach(() => door.close());
const open = async (environment: Record<string, string> = {}) => {
  door = await openDoor({ environment });
};

/** The response to this password from each place that accepts a new one. */
async function everywhere(chosen: string) {
  const both = twice(chosen);
  const visitor = door.visitor();
  const code = await offerSetup(door.app);
  const setup = await door.visitor().post('/api/setup', { code, email: 'first@example.org', ...both });
  const signUp = await visitor.post('/api/signup', signupForm('small@example.org', both));
  const older = { email: 'older@example.org', password: chosen, researchField: 'Herons' };
  const olderSignUp = await visitor.post('/api/auth/signup', older);
  const reader = await newReader(door, 'changes@example.org');
  const change = await reader.post('/api/account/password', { currentPassword: password, ...both });
  await newReader(door, 'forgets@example.org');
  await visitor.post('/api/forgot-password', { email: 'forgets@example.org' });
  const token = await tokenMailed(door, 'forgets@example.org', 'reset');
  const reset = await visitor.post('/api/reset-password', { token, ...both });
  return { setup, signUp, olderSignUp, change, reset };
}

const passphrase = 'seven quiet herons wade at dawn';

describe('long passphrase in lower case', () => {
  it('opens an account, and replaces a password, where PASSWORD_RULE is length', async () => {
    await open({ PASSWORD_RULE: 'length' });
    for (const [place, { status, body }] of Object.entries(await everywhere(passphrase)))
      expect(status, `${place}: ${JSON.stringify(body)}`).toBe(200);
    const signedIn = { email: 'forgets@example.org', password: passphrase };
    expect((await door.visitor().post('/api/auth/login', signedIn)).status).toBe(200);
    expect((await door.visitor().get('/api/site')).body.signIn.passwordRule).toBe('length');
  });

  it('is told which kind of character it lacks under the default rule', async () => {
    await open();
    const sentence = 'Password must contain at least one uppercase letter';
    for (const [place, { status, body }] of Object.entries(await everywhere(passphrase)))
      expect([status, body.fields?.password], place).toEqual([400, sentence]);
    expect((await door.visitor().get('/api/site')).body.signIn.passwordRule).toBe('kinds');
  });
});

test('a commonly guessed password opens no account where PASSWORD_RULE is length', async () => {
  await open({ PASSWORD_RULE: 'length' });
  const email = 'guessed@example.org';
  for (const chosen of ['short', 'password', 'sunshine', 'password1234', 'litwatch2026', email]) {
    const form = signupForm(email, twice(chosen));
    const { status, body } = await door.visitor().post('/api/signup', form);
    expect([status, Object.keys(body.fields ?? {})], chosen).toEqual([400, ['password']]);
  }
});
