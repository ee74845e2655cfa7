import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

// A passkey in software: enough of an authenticator (https://www.w3.org/TR/webauthn-3/) to sign in, and to try what a
// thief would.

const sha256 = (data: Uint8Array | string): Buffer => createHash('sha256').update(data).digest();

/** Parts of a response that a test can falsify. */
interface Lies {
  origin?: string;
  challenge?: string;
  /** Without user verification: no finger, face or code, only the device. */
  unverified?: boolean;
  /** An attestation format that was not requested. */
  format?: string;
}

/** A device with one passkey for a site. */
export function softPasskey(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle: string | null = null;
  const jwk = publicKey.export({ format: 'jwk' });
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(jwk.x!, 'base64url')],
      [-3, Buffer.from(jwk.y!, 'base64url')],
    ]),
  );
  const clientData = (type: string, challenge: string, lies: Lies) =>
    Buffer.from(
      JSON.stringify({ type, challenge: lies.challenge ?? challenge, origin: lies.origin ?? origin }),
    );
  const authenticatorData = (rpId: string, { unverified = false }: Lies, credential?: Buffer) => {
    const flags = 0x01 | (unverified ? 0 : 0x04) | (credential ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(++counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, credential ?? Buffer.alloc(0)]);
  };
  const shown = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' };

  return {
    /** Sets the device's counter, because a copied device would have another value. */
    setCounter: (next: number) => {
      counter = next;
    },
    register(options: { challenge: string; rp: { id: string }; user: { id: string } }, lies: Lies = {}) {
      userHandle = options.user.id;
      const length = Buffer.from([id.length >> 8, id.length & 255]);
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Uint8Array | Map<string, string>>([
          ['fmt', lies.format ?? 'none'],
          ['attStmt', new Map()],
          ['authData', authenticatorData(options.rp.id, lies, credential)],
        ]),
      );
      return {
        ...shown,
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, lies).toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    sign(options: { challenge: string; rpId: string }, lies: Lies = {}) {
      const data = authenticatorData(options.rpId, lies);
      const client = clientData('webauthn.get', options.challenge, lies);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...shown,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle,
        },
      };
    },
  };
}
