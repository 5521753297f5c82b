import type { Selectable } from 'kysely';
import type { Schema } from '../db/types.ts';
import type { PublicCtx, School } from '../http/ctx.ts';
import type { Intent } from '../http/once.ts';
import { unavailable } from '../http/refusal.ts';

type ChargeRow = Selectable<Schema['charges']>;

interface CardInput {
  intent: Intent;
  userId: number;
  parcelaId: number;
  installments: number;
  card?: unknown;
  cardToken?: string;
  cpf: string;
}

/** Stands in until bills can be charged: notes a charge whose code no bank knows. */
export async function runningPix(
  { db, now }: School,
  { userId, parcelaIds, expiresAt }: { userId: number; parcelaIds: number[]; expiresAt?: Date },
): Promise<ChargeRow> {
  const chave = `stand-in:${parcelaIds.join()}`;
  return db.transaction().execute(async (tx) => {
    const known = await tx.selectFrom('charges').selectAll().where('chave', '=', chave).executeTakeFirst();
    if (known) return known;
    const bills = await tx
      .selectFrom('parcelas')
      .select(['id', 'valor_centavos'])
      .where('id', 'in', parcelaIds)
      .execute();
    const made = await tx
      .insertInto('charges')
      .values({
        txid: chave.replace(/\W/g, '').padEnd(26, '0'),
        user_id: userId,
        forma: 'pix',
        provider: 'stand-in',
        valor_centavos: bills.reduce((sum, { valor_centavos }) => sum + valor_centavos, 0),
        status: 'ativa',
        chave,
        br_code: `00020126-${chave}`,
        criada_em: now().toISOString(),
        expira_em: expiresAt?.toISOString() ?? null,
        pago_em: null,
        consultada_em: null,
        bandeira: null,
        final: null,
        parcelas: 1,
        codigo_autorizacao: null,
        nsu: null,
        motivo: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!made) return tx.selectFrom('charges').selectAll().where('chave', '=', chave).executeTakeFirstOrThrow();
    for (const bill of bills) {
      await tx
        .insertInto('charge_items')
        .values({ charge_id: made.id, parcela_id: bill.id, valor_centavos: bill.valor_centavos })
        .execute();
    }
    return made;
  });
}

export function chargeCard(
  _ctx: PublicCtx,
  _input: CardInput,
): Promise<{ status: 'aprovado' | 'em_analise' | 'recusado'; motivo?: string | null }> {
  return Promise.reject(unavailable('O pagamento com cartão ainda não está disponível. Pague com Pix.'));
}
