import { Secret, TOTP } from 'otpauth';
import { MINUTE_MS } from '#lib/rules/time/spans.ts';
import type { Ctx, PublicCtx, School } from '../../core/http/ctx.ts';
import { countFailures } from '../../core/http/limits.ts';
import { invalid, refused } from '../../core/http/refusal.ts';
import { decryptText, encryptText } from '../../core/ports/encrypted-text.ts';
import { factorsOf, requireRoomForFactor, welcomeFactor } from './factors.ts';
import { dropWaitingFactors } from './session.ts';

const PURPOSE = 'totp-secrets';
const SETUP_MS = 30 * MINUTE_MS;
/** A pending secret is sealed for its session: no other session can show or confirm it. */
const purposeOf = ({ session }: Ctx) => `${PURPOSE}:${session.tokenId}`;
const ISSUER = 'Portal do Aluno';

/**
 * The secret of an app until its first code. It stays the same for half an hour, so that a reloaded page shows the QR code that
 * was already scanned; another session gets a secret of its own.
 *
 * @throws Refusal 403, 409
 */
export async function startCode(ctx: Ctx): Promise<{ segredo: string; endereco: string }> {
  await requireRoomForFactor(ctx);
  const { userId } = ctx.session;
  const { email } = await ctx.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow();
  const waiting = await waitingSecret(ctx);
  const segredo = waiting?.text ?? newTotpSecret();
  if (!waiting) {
    const created_at = ctx.now().toISOString();
    await ctx.db.transaction().execute(async (tx) => {
      await dropWaitingFactors(tx, userId);
      await tx
        .insertInto('factors')
        .values({
          ...{ user_id: userId, kind: 'codigo', nome: '', created_at },
          segredo: encryptText(ctx.tokens, purposeOf(ctx), segredo),
        })
        .execute();
    });
  }
  return { segredo, endereco: totpAddress(segredo, ISSUER, email) };
}

async function waitingSecret(ctx: Ctx) {
  const row = await ctx.db
    .selectFrom('factors')
    .select(['id', 'segredo'])
    .where('user_id', '=', ctx.session.userId)
    .where('kind', '=', 'codigo')
    .where('confirmado_em', 'is', null)
    .where('created_at', '>', new Date(ctx.now().getTime() - SETUP_MS).toISOString())
    .orderBy('id', 'desc')
    .executeTakeFirst();
  const opened = row?.segredo ? decryptText(ctx.tokens, purposeOf(ctx), row.segredo) : null;
  return row && opened && { id: row.id, text: opened.text };
}

/** Adds the app by its first code. @returns the recovery codes that come with the first factor @throws Refusal 400, 401, 422, 429 */
export async function confirmCode(ctx: Ctx, typed: string, nome: string): Promise<string[] | null> {
  await requireRoomForFactor(ctx);
  const { userId, tokenId } = ctx.session;
  const waiting = await waitingSecret(ctx);
  if (!waiting) throw refused('O tempo para ler o QR code passou. Comece de novo.');
  const step = await countFailures(ctx.limits, 'second-step', `${userId}:${tokenId}`, async () => {
    const found = totpStep(waiting.text, digitsOf(typed), ctx.now());
    if (found === null) throw wrongFirstCode();
    return found;
  });
  const at = ctx.now().toISOString();
  const codes = await ctx.db.transaction().execute(async (tx) => {
    const added = await tx
      .updateTable('factors')
      .set({ nome, passo: step, confirmado_em: at, segredo: encryptText(ctx.tokens, PURPOSE, waiting.text) })
      .where('id', '=', waiting.id)
      .where('confirmado_em', 'is', null)
      .returning('id')
      .executeTakeFirst();
    if (!added) throw refused('Este aplicativo já foi adicionado.');
    return welcomeFactor({ ...ctx, db: tx });
  });
  ctx.wake();
  return codes;
}

const wrongFirstCode = () =>
  invalid('Este código não confere. Veja se a hora do celular está certa e digite o código de agora.', {
    codigo: 'Não confere',
  });

const digitsOf = (typed: string) => typed.replace(/\s/g, '');
export const isAppCode = (typed: string): boolean => /^\d{6}$/.test(digitsOf(typed));

/** Whether a code of one of the person's apps is right. Each code is accepted once. */
export async function spendAppCode(ctx: PublicCtx, userId: number, typed: string): Promise<boolean> {
  const at = ctx.now();
  const apps = (await factorsOf(ctx.db, userId)).filter(({ kind }) => kind === 'codigo');
  for (const { id, segredo } of apps) {
    const opened = segredo ? decryptText(ctx.tokens, PURPOSE, segredo) : null;
    const step = opened && totpStep(opened.text, digitsOf(typed), at);
    if (!step) continue;
    const spent = await ctx.db
      .updateTable('factors')
      .set({ passo: step, usado_em: at.toISOString() })
      .where('id', '=', id)
      .where('passo', '<', step)
      .returning('id')
      .executeTakeFirst();
    if (spent) return true;
  }
  return false;
}

/** Seals secrets again that were sealed with the previous key, so that they stay readable without that key. */
export async function sealCodesAnew({ db, tokens }: Pick<School, 'db' | 'tokens'>): Promise<void> {
  const rows = await db.selectFrom('factors').select(['id', 'segredo']).where('kind', '=', 'codigo').execute();
  for (const { id, segredo } of rows) {
    const opened = segredo ? decryptText(tokens, PURPOSE, segredo) : null;
    if (!opened?.isOld) continue;
    await db
      .updateTable('factors')
      .set({ segredo: encryptText(tokens, PURPOSE, opened.text) })
      .where('id', '=', id)
      .where('segredo', '=', segredo)
      .execute();
  }
}

const PERIOD_S = 30;
/** Clocks of telephones drift: the previous and the next code are accepted too. */
const WINDOW = 1;

const totpOf = (secret: string, issuer = '', label = '') =>
  new TOTP({
    secret: Secret.fromBase32(secret),
    issuer,
    label,
    issuerInLabel: true,
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_S,
  });

/** 160 bits in base 32, for typing into an app. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The address that an app reads from a QR code. @param label the login name */
export const totpAddress = (secret: string, issuer: string, label: string): string =>
  totpOf(secret, issuer, label).toString();

/** The 30-second step, around now, that this code belongs to; null for a wrong code. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  // The library accepts only ASCII digits; other digits make it throw.
  if (!/^\d{6}$/.test(code)) return null;
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? null : Math.floor(now.getTime() / 1000 / PERIOD_S) + delta;
}
