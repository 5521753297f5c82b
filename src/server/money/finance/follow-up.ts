import { oneByOne } from '../../core/db/in-batches.ts';
import type { School } from '../../core/http/ctx.ts';
import {
  type ChargeState,
  GRACE_MS,
  type PaymentProvider,
  ProviderSilent,
} from '../../core/ports/payments/provider.ts';
import { providerNamed } from './accounts.ts';
import type { ChargeRow } from './queries.ts';
import { settleCharge } from './settle-charge.ts';

const BETWEEN_QUESTIONS_MS = 10_000;
/** A card order that has not arrived by then is lost. */
const LOST_MS = 2 * 60_000;
const BATCH = 50;

/** What the provider says of a charge. It learns when our code ends. @throws ProviderSilent */
export const askAbout = (provider: PaymentProvider, { txid, expira_em }: ChargeRow): Promise<ChargeState | null> =>
  provider.find(txid, expira_em ? new Date(expira_em) : undefined);

/**
 * Asks the provider for the result of a charge, at most every ten seconds, because messages get lost.
 *
 * @returns the charge with the result.
 */
export async function followUp(school: School, charge: ChargeRow): Promise<ChargeRow> {
  const { db, now, log } = school;
  const at = now();
  const before = new Date(at.getTime() - BETWEEN_QUESTIONS_MS).toISOString();
  const mine = await db
    .updateTable('charges')
    .set({ consultada_em: at.toISOString() })
    .where('id', '=', charge.id)
    .where((eb) => eb.or([eb('consultada_em', 'is', null), eb('consultada_em', '<', before)]))
    .returning('id')
    .executeTakeFirst();
  const provider = mine ? await providerNamed(school, charge.provider) : null;
  if (!provider) return charge;
  try {
    const state = await askAbout(provider, charge);
    if (state) return await settleCharge(school, charge, state, at);
    const age = at.getTime() - Date.parse(charge.criada_em);
    if (age < LOST_MS) return charge;
    const lost = charge.expira_em !== null ? ({ status: 'expirada' } as const) : ({ status: 'recusada' } as const);
    return await settleCharge(school, charge, { ...lost, reason: 'nao_processado' }, at);
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    log.warn({ txid: charge.txid, reason: error.message }, 'no answer about a charge');
    return charge;
  }
}

/** Before a bill is cancelled, asks about each of its codes that may be paid without our knowledge. */
export async function followUpBill(school: School, parcelaId: number): Promise<void> {
  const rows = await school.db
    .selectFrom('charges')
    .innerJoin('charge_items', 'charge_items.charge_id', 'charges.id')
    .selectAll('charges')
    .where('charge_items.parcela_id', '=', parcelaId)
    .where('charges.expira_em', 'is not', null)
    .where('charges.status', 'in', ['criando', 'ativa', 'removida'])
    .execute();
  for (const row of rows) await followUp(school, row);
}

/**
 * Asks about every card in review or interrupted, and every Pix after its time. This includes a Pix that another code
 * or payment replaced, since its bank may not know. The longest wait comes first.
 */
export async function followUpCharges(school: School): Promise<void> {
  const at = school.now().getTime();
  const earlier = (ms: number) => new Date(at - ms).toISOString();
  const rows = await school.db
    .selectFrom('charges')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([
          eb('forma', '=', 'cartao'),
          eb('expira_em', 'is', null),
          eb('status', 'in', ['criando', 'em_analise']),
          eb('criada_em', '<', earlier(BETWEEN_QUESTIONS_MS)),
        ]),
        eb.and([eb('status', 'in', ['criando', 'ativa', 'removida']), eb('expira_em', '<', earlier(GRACE_MS))]),
      ]),
    )
    .where((eb) => eb.or([eb('consultada_em', 'is', null), eb('consultada_em', '<', earlier(BETWEEN_QUESTIONS_MS))]))
    .orderBy(({ fn }) => fn.coalesce('consultada_em', 'criada_em'))
    .orderBy('id')
    .limit(BATCH)
    .execute();
  await oneByOne(school.log, rows, { job: 'followUpCharges', idOf: ({ id }) => id }, (row) => followUp(school, row));
}
