import type { School } from '../http/ctx.ts';
import { ProviderSilent } from '../ports/payments/provider.ts';
import type { ChargeRow } from './queries.ts';
import { settleCharge } from './settle-charge.ts';

const BETWEEN_QUESTIONS_MS = 10_000;
/** A card order that has not arrived by then never will. */
const LOST_MS = 2 * 60_000;
/** A bank may confirm a Pix that was paid in its last second. */
const GRACE_MS = 2 * 60_000;
const BATCH = 50;

/**
 * Asks the provider what became of a charge, unless somebody asked within ten seconds: messages get lost.
 *
 * @returns the charge as it stands afterwards.
 */
export async function followUp(school: School, charge: ChargeRow): Promise<ChargeRow> {
  const { db, ports, now, log } = school;
  const at = now();
  const before = new Date(at.getTime() - BETWEEN_QUESTIONS_MS).toISOString();
  const mine = await db
    .updateTable('charges')
    .set({ consultada_em: at.toISOString() })
    .where('id', '=', charge.id)
    .where((eb) => eb.or([eb('consultada_em', 'is', null), eb('consultada_em', '<', before)]))
    .returning('id')
    .executeTakeFirst();
  const { provider } = ports.payments;
  if (!mine || provider?.name !== charge.provider) return charge;
  try {
    const state = await provider.find(charge.txid);
    if (state) return await settleCharge(school, charge, state, at);
    const age = at.getTime() - Date.parse(charge.criada_em);
    if (age < LOST_MS) return charge;
    const lost = charge.forma === 'pix' ? ({ status: 'expirada' } as const) : ({ status: 'recusada' } as const);
    return await settleCharge(school, charge, { ...lost, reason: 'nao_processado' }, at);
  } catch (error) {
    if (!(error instanceof ProviderSilent)) throw error;
    log.warn({ txid: charge.txid, reason: error.message }, 'no answer about a charge');
    return charge;
  }
}

/** Asks about every Pix of a bill that may have been paid though nobody said so, before the bill is cancelled. */
export async function followUpBill(school: School, parcelaId: number): Promise<void> {
  const rows = await school.db
    .selectFrom('charges')
    .innerJoin('charge_items', 'charge_items.charge_id', 'charges.id')
    .selectAll('charges')
    .where('charge_items.parcela_id', '=', parcelaId)
    .where('charges.forma', '=', 'pix')
    .where('charges.status', 'in', ['criando', 'ativa', 'removida'])
    .execute();
  for (const row of rows) await followUp(school, row);
}

/**
 * Asks about every card that is under review or was interrupted, and every Pix whose time is over: also one that another
 * code or another payment replaced, since its bank may not know. Whoever waits longest comes first.
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
  for (const row of rows) await followUp(school, row);
}
