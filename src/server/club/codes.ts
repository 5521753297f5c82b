import { randomInt } from 'node:crypto';
import type { BrandKey } from '#lib/brand.ts';
import { firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { CODE_ALPHABET, groupCode } from '#lib/rules/account/document-code.ts';
import { MAX_CODES, readCodes } from '#lib/rules/club/code-list.ts';
import { codeMessages } from '#lib/words/club-panel.ts';
import type { Db } from '../core/db/connection.ts';
import { audit } from '../core/http/audit.ts';
import type { Ctx, School } from '../core/http/ctx.ts';
import type { SecretPart } from '../core/http/once.ts';
import { publicUrl } from '../core/http/public-url.ts';
import { conflict, invalid } from '../core/http/refusal.ts';
import { renderMail } from '../core/ports/render-mail.ts';
import { queueMail, REWARD_CODE } from '../messages/mail/outbox.ts';
import { freeCodes, issuedCodes } from './queries.ts';
import { rewardInReach } from './rewards.ts';

/** Codes per statement: databases limit the number of parameters. */
const IN_ONE = 200;

/**
 * Adds pasted codes to a digital reward. Members who wait for a code get one in the job's next run. The log has only the number
 * of codes, never a code.
 *
 * @returns the number of new codes, the lines that repeat another or a stored code, the number of free codes, and the same in
 *   words
 * @throws Refusal 403, 404, 409 for a reward without codes, 422
 */
export async function addRewardCodes(ctx: Ctx, id: number, text: string) {
  const { codes, repeated, tooLong } = readCodes(text);
  if (tooLong.length > 0) throw unusable(codeMessages.tooLong(tooLong));
  if (codes.length === 0) throw unusable(codeMessages.none);
  if (codes.length > MAX_CODES) throw unusable(codeMessages.tooMany);
  const added = await ctx.db.transaction().execute(async (tx) => {
    const { entrega } = await rewardInReach(ctx, tx, id);
    if (entrega !== 'digital') throw conflict(codeMessages.notDigital, 'not_digital');
    const at = ctx.now().toISOString();
    const stored = new Set<string>();
    for (let from = 0; from < codes.length; from += IN_ONE) {
      const some = codes.slice(from, from + IN_ONE);
      const issued = await issuedCodes(
        tx,
        id,
        some.map(({ codigo }) => codigo),
      );
      const fresh = some.filter(({ codigo }) => !issued.has(codigo));
      if (fresh.length === 0) continue;
      const rows = await tx
        .insertInto('reward_codes')
        .values(
          fresh.map(({ codigo }) => ({
            reward_id: id,
            codigo,
            adicionado_em: at,
            usado_em: null,
            redemption_id: null,
          })),
        )
        .onConflict((known) => known.columns(['reward_id', 'codigo']).doNothing())
        .returning('codigo')
        .execute();
      for (const { codigo } of rows) stored.add(codigo);
    }
    const livres = await freeCodes(tx, id);
    await audit({ ...ctx, db: tx }, 'reward-codes', `reward:${id}`, {
      antes: { livres: livres - stored.size },
      depois: { livres },
    });
    const known = codes.filter(({ codigo }) => !stored.has(codigo)).map(({ line }) => line);
    const repetidos = [...known, ...repeated].toSorted((a, b) => a - b);
    return { novos: stored.size, repetidos, livres, detail: codeMessages.added(stored.size, repetidos) };
  });
  ctx.wake();
  return added;
}

const unusable = (problem: string) => invalid(problem, { codigos: problem });

/** Deletes the free codes of a reward, for example when the partner ends them. @throws Refusal 403, 404 */
export function discardRewardCodes(ctx: Ctx, id: number) {
  return ctx.db.transaction().execute(async (tx) => {
    await rewardInReach(ctx, tx, id);
    const gone = await tx
      .deleteFrom('reward_codes')
      .where('reward_id', '=', id)
      .where('usado_em', 'is', null)
      .returning('id')
      .execute();
    const antes = { livres: gone.length };
    await audit({ ...ctx, db: tx }, 'reward-codes-discard', `reward:${id}`, { antes, depois: { livres: 0 } });
    return { descartados: gone.length };
  });
}

interface Redeemed {
  id: number;
  codigo_digital?: string | null | undefined;
}

/** The code of a digital reward is stored only with its redemption; a stored answer has only the redemption's id. */
export const codeOfPurchase = <T extends { resgate: Redeemed }>(): SecretPart<T> => ({
  without: (answer) => ({ ...answer, resgate: { ...answer.resgate, codigo_digital: null } }),
  again: async (tx, stored) => ({
    ...stored,
    resgate: { ...stored.resgate, codigo_digital: await codeOf(tx, stored.resgate) },
  }),
});

async function codeOf(tx: Db, { id }: Redeemed): Promise<string | null> {
  const row = await tx.selectFrom('redemptions').select('codigo_digital').where('id', '=', id).executeTakeFirst();
  return row?.codigo_digital ?? null;
}

interface Delivery {
  recipient: { email: string; full_name: string; marca: BrandKey | null };
  reward: string;
  code: string;
}

/** Puts the mail with a reward's code into the outbox, in the transaction that hands the code over. */
export async function mailCode(
  tx: Db,
  { config, now }: Pick<School, 'config' | 'now'>,
  { recipient, reward, code }: Delivery,
): Promise<void> {
  const brand = recipient.marca ?? 'knn';
  const content = await renderMail({
    brand,
    preview: `O código da sua recompensa: ${reward}.`,
    title: `Olá, ${firstName(recipient.full_name)}`,
    paragraphs: [
      `Aqui está o código da recompensa que você trocou no clube: ${reward}.`,
      code,
      'Guarde este e-mail. O código também fica em Trocas, no clube.',
    ],
    action: { label: 'Ver minhas trocas', href: publicUrl(config, brand) + routes.club.orders() },
  });
  const mail = { to: recipient.email, subject: `Seu código: ${reward}`.slice(0, 120), ...content };
  await queueMail(tx, REWARD_CODE, mail, now());
}

const LENGTH = 8;

/** A code of 40 bits that can be read out at a counter or on the telephone, such as `K7QM-2XWD`. */
export const makeShortCode = (): string =>
  groupCode(Array.from({ length: LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join(''));
