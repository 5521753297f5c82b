import { createHash, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import {
  createTokens,
  hashSecret,
  isKnownOn,
  newCode,
  newSecret,
} from '../../../../../src/server/identity/auth/tokens.ts';
import { SECRET } from '../../../../support/bare-env.ts';

const tokens = createTokens(SECRET);
const now = new Date('2026-05-04T12:00:00.500Z');
const issued = () => tokens.issue({ userId: 7, version: 3, scope: 'full' }, now);
const key = (purpose: string) => new Uint8Array(createHash('sha256').update(`${purpose}:${SECRET}`).digest());
const forged = () =>
  new SignJWT({ ver: 3, scope: 'full' })
    .setIssuer('portal')
    .setSubject('7')
    .setJti('one')
    .setIssuedAt()
    .setExpirationTime('1h');

const stranger = { id: null, users: new Map() };
const three = new Map([[3, 1]]);

describe('access tokens (S16)', () => {
  it('access tokens carry user, version and scope', async () => {
    const { token } = await issued();
    expect(await tokens.read(token, now)).toMatchObject({ userId: 7, version: 3, scope: 'full' });
  });

  it('access tokens expire exactly, also when they are cached', async () => {
    const { token, expiresAt } = await issued();
    const at = (ms: number) => new Date(Date.parse(expiresAt) + ms);
    expect(await tokens.read(token, at(-1000))).not.toBeNull();
    expect(await tokens.read(token, at(0))).toBeNull();
    expect(await createTokens(SECRET).read(token, at(0))).toBeNull();
    expect(await createTokens(SECRET).read(token, at(1000))).toBeNull();
  });

  it('access tokens are accepted only with our algorithm, key and claims', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const elsewhere = { issuer: 'elsewhere' };
    const others = [
      new UnsecuredJWT({ ver: 3, scope: 'full' }).setIssuer('portal').setSubject('7').setExpirationTime('1h').encode(),
      await forged().setProtectedHeader({ alg: 'RS256' }).sign(privateKey),
      await forged().setProtectedHeader({ alg: 'HS384' }).sign(key('access')),
      await forged().setProtectedHeader({ alg: 'HS256' }).sign(key('device')),
      await forged().setProtectedHeader({ alg: 'HS256' }).setIssuer(elsewhere.issuer).sign(key('access')),
      await new SignJWT({ ver: 3 })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer('portal')
        .setSubject('7')
        .sign(key('access')),
      await tokens.issueDevice(new Map([[7, 1]])),
      '',
      'a.b.c',
    ];
    for (const token of others) expect(await tokens.read(token, new Date())).toBeNull();
    const good = await forged().setProtectedHeader({ alg: 'HS256' }).sign(key('access'));
    expect(await tokens.read(good, new Date())).toMatchObject({ userId: 7 });
  });

  it('an access token with a changed character is refused', async () => {
    const { token } = await issued();
    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), fc.constantFrom('A', 'z', '0', '_', '.'), async (at, character) => {
        const [header = '', payload = '', signature = ''] = token.split('.');
        const changed = token.slice(0, at) + character + token.slice(at + 1);
        // The last character of a signature has unused bits, so two texts may encode the same signature.
        fc.pre(changed !== token && at < header.length + payload.length + signature.length + 1);
        return (await createTokens(SECRET).read(changed, now)) === null;
      }),
      { numRuns: 100 },
    );
  });

  it('access tokens with an unknown scope get the smallest scope', async () => {
    const token = await new SignJWT({ ver: 1, scope: 'admin' })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('portal')
      .setSubject('7')
      .setJti('one')
      .setExpirationTime('1h')
      .sign(key('access'));
    expect((await tokens.read(token, new Date()))?.scope).toBe('book');
  });
});

describe('after a change of the secret', () => {
  const old = createTokens('the secret of before, long enough too');
  const changed = createTokens(SECRET, 'the secret of before, long enough too');
  const forgetful = createTokens(SECRET);

  it('tokens of the previous secret are valid until they expire, and new ones are signed with the new secret', async () => {
    const { token, expiresAt } = await old.issue({ userId: 7, version: 3, scope: 'full' }, now);
    expect(await changed.read(token, now)).toMatchObject({ userId: 7, version: 3 });
    expect(await changed.read(token, new Date(expiresAt))).toBeNull();
    expect(await changed.readDevice(await old.issueDevice(three))).toMatchObject({ users: three });
    expect(await changed.open('pay', await old.seal('pay', { bill: 5 }, 60))).toMatchObject({ bill: 5 });
    expect(await changed.open('book', await old.seal('pay', { bill: 5 }, 60))).toBeNull();

    const fresh = await changed.issue({ userId: 7, version: 3, scope: 'full' }, now);
    expect(await forgetful.read(fresh.token, now)).toMatchObject({ userId: 7 });
    expect(await old.read(fresh.token, now)).toBeNull();
    expect(changed.derivedKey('x')).toEqual(forgetful.derivedKey('x'));
    expect(changed.derivedKeys('x')).toEqual([forgetful.derivedKey('x'), old.derivedKey('x')]);
  });

  it('tokens of an unknown secret are refused', async () => {
    const { token } = await old.issue({ userId: 7, version: 3, scope: 'full' }, now);
    expect(await forgetful.read(token, now)).toBeNull();
    expect(await forgetful.readDevice(await old.issueDevice(three))).toEqual(stranger);
    expect(await forgetful.open('pay', await old.seal('pay', { bill: 5 }, 60))).toBeNull();
  });
});

describe('device tokens', () => {
  it('device tokens carry users, and no other token is accepted as one', async () => {
    const { token } = await issued();
    const users = new Map([
      [3, 1],
      [1, 2],
    ]);
    const device = await tokens.readDevice(await tokens.issueDevice(users));
    expect(device).toEqual({ id: expect.stringMatching(/^[\w-]{12}$/), users });
    expect(isKnownOn(device, { id: 1, token_version: 2 })).toBe(true);
    expect(isKnownOn(device, { id: 1, token_version: 3 })).toBe(false);
    expect(isKnownOn(device, { id: 2, token_version: 1 })).toBe(false);
    expect(await tokens.readDevice(await tokens.issueDevice(three, device.id))).toEqual({
      id: device.id,
      users: three,
    });
    expect(await tokens.readDevice(token)).toEqual(stranger);
    expect(await tokens.readDevice(undefined)).toEqual(stranger);
    const elsewhere = createTokens('another secret, also long enough');
    expect(await elsewhere.readDevice(await tokens.issueDevice(three))).toEqual(stranger);
  });
});

describe('secrets in messages', () => {
  it('secrets in mails are long and unique; codes have eight digits (AUTH-16)', () => {
    expect(newSecret()).toMatch(/^[\w-]{43}$/);
    expect(newSecret()).not.toBe(newSecret());
    for (let time = 0; time < 200; time += 1) expect(newCode()).toMatch(/^\d{8}$/);
    expect(hashSecret('x')).toMatch(/^[0-9a-f]{64}$/);
  });
});
