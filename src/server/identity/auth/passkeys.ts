import { randomBytes } from 'node:crypto';
import type { PasskeyAnswer } from '#lib/contract/auth-factors.schema.ts';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import type { Ctx, PublicCtx } from '../../core/http/ctx.ts';
import { conflict, refused } from '../../core/http/refusal.ts';
import { factorsOf, requireRoomForFactor, welcomeFactor } from './factors.ts';
import { domainOf, originsOf } from './passkey-domain.ts';
import { hashSecret } from './tokens.ts';

const CHALLENGE_MS = 5 * MINUTE_MS;

// Loaded on demand: the library is large, and most processes handle few passkeys.
const library = () => import('@simplewebauthn/server');
type Library = Awaited<ReturnType<typeof library>>;
type Credentials = NonNullable<Parameters<Library['generateAuthenticationOptions']>[0]['allowCredentials']>;

const transportsOf = (row: { transportes: string | null }) =>
  (row.transportes ? JSON.parse(row.transportes) : undefined) as Credentials[number]['transports'];

/** A challenge to sign, for one person, once, within five minutes. */
async function newChallenge(ctx: PublicCtx, userId: number): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = new Uint8Array(randomBytes(32));
  const at = ctx.now();
  await ctx.db
    .insertInto('auth_tokens')
    .values({
      kind: 'passkey',
      token_hash: hashSecret(Buffer.from(challenge).toString('base64url')),
      user_id: userId,
      data: null,
      tries: 0,
      created_at: at.toISOString(),
      expires_at: new Date(at.getTime() + CHALLENGE_MS).toISOString(),
      used_at: null,
    })
    .execute();
  return challenge;
}

async function spendChallenge(ctx: PublicCtx, userId: number, challenge: string): Promise<boolean> {
  const at = ctx.now().toISOString();
  const spent = await ctx.db
    .updateTable('auth_tokens')
    .set({ used_at: at })
    .where('kind', '=', 'passkey')
    .where('token_hash', '=', hashSecret(challenge))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', at)
    .returning('id')
    .executeTakeFirst();
  return spent !== undefined;
}

const keysOf = async ({ db, caller }: PublicCtx, userId: number) =>
  (await factorsOf(db, userId)).filter(({ kind, dominio }) => kind === 'chave' && dominio === domainOf(caller.host));

const shown = (rows: Awaited<ReturnType<typeof keysOf>>) =>
  rows.map((row) => ({ id: row.credencial as string, transports: transportsOf(row) }));

/** The options for a browser to create a passkey for the own login. @throws Refusal 403, 409 */
export async function beginPasskey(ctx: Ctx) {
  await requireRoomForFactor(ctx);
  const { userId } = ctx.session;
  const { email, full_name } = await ctx.db
    .selectFrom('users')
    .select(['email', 'full_name'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: 'Portal do Aluno',
    rpID: domainOf(ctx.caller.host),
    userName: email,
    userDisplayName: full_name,
    userID: new TextEncoder().encode(`portal:${userId}`),
    challenge: await newChallenge(ctx, userId),
    excludeCredentials: shown(await keysOf(ctx, userId)),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
}

const badKey = () => refused('Não conseguimos conferir esta chave. Tente de novo.', { chave: 'Não conferiu' });

/** Adds a passkey. @returns the recovery codes that come with the first factor @throws Refusal 400, 403, 409 */
export async function addPasskey(ctx: Ctx, answer: PasskeyAnswer, nome: string): Promise<string[] | null> {
  await requireRoomForFactor(ctx);
  const { userId } = ctx.session;
  const { verifyRegistrationResponse } = await library();
  const domain = domainOf(ctx.caller.host);
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: answer as unknown as Parameters<Library['verifyRegistrationResponse']>[0]['response'],
    expectedChallenge: (challenge) => spendChallenge(ctx, userId, challenge),
    expectedOrigin: originsOf(ctx.caller.host),
    expectedRPID: domain,
    // The password was given before: the key is the second factor, and holding it is enough.
    requireUserVerification: false,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }));
  if (!verified || !registrationInfo) throw badKey();
  const { credential } = registrationInfo;
  const at = ctx.now().toISOString();
  const codes = await ctx.db.transaction().execute(async (tx) => {
    const added = await tx
      .insertInto('factors')
      .values({
        ...{ user_id: userId, kind: 'chave', nome, segredo: null, passo: null, dominio: domain },
        credencial: credential.id,
        chave_publica: Buffer.from(credential.publicKey).toString('base64url'),
        contador: credential.counter,
        transportes: credential.transports ? JSON.stringify(credential.transports) : null,
        ...{ created_at: at, confirmado_em: at, usado_em: null },
      })
      .onConflict((known) => known.column('credencial').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) throw conflict('Esta chave já está entre os fatores de um acesso.');
    return welcomeFactor({ ...ctx, db: tx });
  });
  ctx.wake();
  return codes;
}

/** The challenge for a passkey of this person. @throws Refusal 400 without a passkey of this domain */
export async function passkeyToSign(ctx: PublicCtx, userId: number) {
  const keys = await keysOf(ctx, userId);
  if (keys.length === 0) throw refused('Não há chave de acesso deste endereço: use um código.');
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: domainOf(ctx.caller.host),
    challenge: await newChallenge(ctx, userId),
    allowCredentials: shown(keys),
    userVerification: 'preferred',
  });
}

/** @throws Refusal 400 for an answer that was not signed by a passkey of this person */
export async function verifyPasskey(ctx: PublicCtx, userId: number, answer: PasskeyAnswer): Promise<void> {
  const key = (await keysOf(ctx, userId)).find(({ credencial }) => credencial === answer.id);
  if (!key) throw badKey();
  const { verifyAuthenticationResponse } = await library();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: answer as unknown as Parameters<Library['verifyAuthenticationResponse']>[0]['response'],
    expectedChallenge: (challenge) => spendChallenge(ctx, userId, challenge),
    expectedOrigin: originsOf(ctx.caller.host),
    expectedRPID: key.dominio as string,
    credential: {
      id: key.credencial as string,
      publicKey: new Uint8Array(Buffer.from(key.chave_publica as string, 'base64url')),
      counter: Number(key.contador),
      transports: transportsOf(key),
    },
    requireUserVerification: false,
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo) throw badKey();
  await ctx.db
    .updateTable('factors')
    .set({ contador: authenticationInfo.newCounter, usado_em: ctx.now().toISOString() })
    .where('id', '=', key.id)
    .execute();
}
