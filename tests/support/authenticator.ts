import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type { PasskeyAnswer } from '../../src/lib/contract/auth-factors.schema.ts';

interface PasskeyRequest {
  challenge: string;
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url');
const digest = (text: string | Uint8Array) => createHash('sha256').update(text).digest();

/** A passkey without a device: it signs what the server asks for, for one origin. */
export function softKey(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const domain = new URL(origin).hostname;
  let counter = 0;

  const clientData = (type: string, { challenge }: PasskeyRequest, from: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: from, crossOrigin: false }));
  const head = (flags: number) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([digest(domain), Buffer.from([flags]), count]);
  };
  const coseKey = () => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
  };

  return {
    /** Registers a new passkey. */
    create(requested: PasskeyRequest, from = origin): PasskeyAnswer {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([head(0x41), Buffer.alloc(16), length, id, coseKey()]);
      const attestation = isoCBOR.encode(
        new Map<string, string | Map<string, string> | Uint8Array>([
          ['fmt', 'none'],
          ['attStmt', new Map<string, string>()],
          ['authData', new Uint8Array(authData)],
        ]),
      );
      return {
        id: base64(id),
        rawId: base64(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64(clientData('webauthn.create', requested, from)),
          attestationObject: base64(attestation),
          transports: ['internal'],
        },
      };
    },
    /** Signs a login challenge. */
    sign(requested: PasskeyRequest, from = origin): PasskeyAnswer {
      counter += 1;
      const client = clientData('webauthn.get', requested, from);
      const data = head(0x01);
      return {
        id: base64(id),
        rawId: base64(id),
        type: 'public-key',
        response: {
          clientDataJSON: base64(client),
          authenticatorData: base64(data),
          signature: base64(sign('sha256', Buffer.concat([data, digest(client)]), privateKey)),
        },
      };
    },
  };
}
