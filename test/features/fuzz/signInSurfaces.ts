import { type Door, newReader, password } from '../accounts/accountsSetup.ts';
import { softPasskey } from '../accounts/softPasskey.ts';
import { type Chance, mutated, mutatedText } from './chance.ts';

/** Entry points besides the calls themselves. Each sends one input and returns the status. */
export type Surface = (chance: Chance) => Promise<number>;

export interface Target {
  door: Door;
  origin: string;
  secrets: { mail: string; stripe: string; topic: string };
  /** Signs as Amazon would. */
  amazon: { key: string; origin: string };
}

export type Reader = Awaited<ReturnType<typeof newReader>>;

export const json = (value: unknown): string => JSON.stringify(value) ?? 'null';

/** Sign-ins: by the single sign-on provider's response or a passkey. */
export function signIns({ door, origin }: Target): Record<string, Surface> {
  return {
    'answer of the sign-in provider': async (chance) => {
      const visitor = door.visitor();
      const started = await visitor.get('/api/oidc/start');
      const there = new URL(started.headers.get('location')!);
      const state = there.searchParams.get('state')!;
      const answer = { code: 'no-such-code', state, iss: there.origin, session_state: 'x' };
      const query = mutated(chance, answer, 5);
      const text =
        typeof query === 'object' && query !== null && chance.oneIn(2)
          ? new URLSearchParams(
              Object.entries(query).map(([name, value]) => [name.toWellFormed(), json(value).toWellFormed()]),
            ).toString()
          : encodeURI(
              mutatedText(chance, new URLSearchParams(answer).toString()).slice(0, 4000).toWellFormed(),
            );
      const back = await visitor.get(`/api/oidc/callback?${text.replaceAll('#', '%23')}`);
      return back.status;
    },
    'sign-in by passkey': async (chance) => {
      const visitor = door.visitor();
      const options = (await visitor.post('/api/auth/passkey/begin')).body;
      const device = softPasskey(origin);
      device.register({ challenge: 'a', rp: { id: options.rpId }, user: { id: 'a' } });
      const body = mutated(chance, { response: device.sign(options) }, 6);
      return (await visitor.call('POST', '/api/auth/passkey', json(body), asJson)).status;
    },
  };
}

const asJson = { 'content-type': 'application/json' };

/** A signed-in reader's calls about sign-in: new passkeys, proofs. */
export async function ownDoors({ door, origin }: Target, reader: Reader): Promise<Record<string, Surface>> {
  const holder = await newReader(door, 'holder@example.org');
  const send = async (who: Reader, path: string, body: unknown) =>
    (await who.call('POST', path, json(body), asJson)).status;
  return {
    'a new passkey': async (chance) => {
      const options = (await holder.post('/api/account/passkeys/begin')).body;
      const made = softPasskey(origin).register(options);
      const bytes = Buffer.from(made.response.attestationObject, 'base64url');
      bytes[chance.below(bytes.length)] = chance.below(256);
      const attestationObject = bytes.toString('base64url');
      const response = { ...made, response: { ...made.response, attestationObject } };
      const body = mutated(chance, { name: 'Key', response }, 20);
      const status = await send(holder, '/api/account/passkeys', body);
      if (status === 200) {
        const passkeys = (await holder.get('/api/account/passkeys')).body;
        for (const { id } of passkeys) await holder.delete(`/api/account/passkeys/${id}`);
      }
      return status;
    },
    'a proof': (chance) => send(reader, '/api/account/prove', mutated(chance, { password }, 4)),
  };
}
