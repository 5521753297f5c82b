import { randomInt, randomUUID } from 'node:crypto';
import cardValidator from 'card-validator';
import type { Selectable } from 'kysely';
import type { Db } from '#server/core/db/connection.ts';
import type { Schema } from '#server/tables.ts';
import { boletoLine } from './boleto-line.ts';
import { brCode } from './br-code.ts';
import { readMessage } from './message.ts';
import type { BoletoOrder, CardOrder, ChargeState, DeclineReason, PaymentProvider, PixOrder } from './provider.ts';
import { ProviderSilent } from './provider.ts';
import { checkSignature, SIGNATURE_HEADER, sign } from './signature.ts';
import { type Scenario, testCards } from './test-cards.ts';

type Row = Selectable<Schema['sandbox_charges']>;

const RECEIVER = {
  nome: 'Escola de Idiomas Demonstração Ltda.',
  documento_mascarado: '**.222.333/0001-**',
  instituicao: 'Banco de Testes',
};
const PIX = { key: '11222333000181', name: 'Escola Demonstracao', city: 'Campinas' };
/** How long a card stays under review. */
const REVIEW_MS = 20_000;

export interface Sandbox extends PaymentProvider {
  /** The payer's bank: it pays a Pix or a boleto at any time before it expires. @returns whether it could. */
  pay(reference: string): Promise<boolean>;
  /** The acquirer's signed message about a charge. */
  messageAbout(reference: string): { body: string; headers: Record<string, string> };
  /**
   * Somebody else than the portal sends money of a paid charge back: the payer's bank, or the card's issuer.
   *
   * @param amount centavos; the rest of the payment without it
   */
  giveBack(reference: string, amount?: number): Promise<void>;
  waiting(): Promise<Row[]>;
  /** The last payments that did not go back whole. */
  paid(): Promise<Row[]>;
}

interface SandboxOptions {
  db: Db;
  now(): Date;
  /** The first secret signs messages; all of them verify. */
  secrets: readonly [string, ...string[]];
}

/**
 * An acquirer for demos and tests. It keeps its own books beside ours and does not see ours. It decides by the card
 * number (`testCards`), never charges one reference twice, and can confirm late.
 */
export function sandboxProvider({ db, now, secrets }: SandboxOptions): Sandbox {
  const find = (reference: string): Promise<Row | undefined> =>
    db.selectFrom('sandbox_charges').selectAll().where('reference', '=', reference).executeTakeFirst();
  const keep = async (row: Omit<Row, 'refunded'>): Promise<Row> => {
    const made = await db
      .insertInto('sandbox_charges')
      .values({ ...row, refunded: 0 })
      .onConflict((known) => known.doNothing())
      .returningAll()
      .executeTakeFirst();
    return made ?? ((await find(row.reference)) as Row);
  };
  const reportedState = async (row: Row): Promise<ChargeState> => {
    const state = stateOf(row, now());
    return state.status === 'paga' ? { ...state, ...(await moneyOf(db, row)) } : state;
  };
  return {
    name: 'sandbox',
    receiver: RECEIVER,
    ways: ['pix', 'boleto', 'cartao'],
    async createPix(order) {
      const row = await keep(pixRow(order, now()));
      return { code: row.code ?? '' };
    },
    async issueBoleto(order) {
      const [line = '', barcode = ''] = ((await keep(boletoRow(order, now()))).code ?? '').split(' ');
      return { line, barcode, url: null };
    },
    async endCharge(reference) {
      const unpaid = { status: 'declined', reason: 'nao_processado' } as const;
      const query = db.updateTable('sandbox_charges').set(unpaid).where('reference', '=', reference);
      const ended = await query.where('status', '=', 'pending').returning('reference').executeTakeFirst();
      if (!ended && (await find(reference))?.status === 'paid') throw new ProviderSilent('it was paid meanwhile');
    },
    async chargeCard(order) {
      const row = await keep(cardRow(order, now()));
      const scenario = order.card && testCards[order.card.number];
      if (scenario?.kind === 'silent') throw new ProviderSilent('The answer got lost on its way');
      return reportedState(row);
    },
    find: (reference) => find(reference).then((row) => (row ? reportedState(row) : null)),
    async refund({ reference, charge, amount }) {
      const made = await db
        .insertInto('sandbox_refunds')
        .values({ reference, charge, amount })
        .onConflict((known) => known.doNothing())
        .returning('reference')
        .executeTakeFirst();
      if (!made) return;
      await db
        .updateTable('sandbox_charges')
        .set(({ eb }) => ({ refunded: eb('refunded', '+', amount) }))
        .where('reference', '=', charge)
        .execute();
    },
    readEvent(body, headers, at) {
      checkSignature(secrets, body, headers.get(SIGNATURE_HEADER), at);
      return readMessage(body);
    },
    async pay(reference) {
      const at = now().toISOString();
      const paid = await db
        .updateTable('sandbox_charges')
        .set({ status: 'paid', paid_at: at })
        .where('reference', '=', reference)
        .where('kind', 'in', ['pix', 'boleto'])
        .where('status', '=', 'pending')
        .where('expires_at', '>', at)
        .returning('reference')
        .executeTakeFirst();
      return paid !== undefined;
    },
    async giveBack(reference, amount) {
      const row = await find(reference);
      const left = row?.status === 'paid' ? row.amount - row.refunded : 0;
      const centavos = Math.min(amount ?? left, left);
      if (centavos <= 0) return;
      await this.refund({ reference: `fora-${randomUUID().slice(0, 8)}`, charge: reference, amount: centavos });
    },
    messageAbout(reference) {
      const at = now();
      const body = JSON.stringify({ id: randomUUID(), reference, kind: 'charge.changed', at: at.toISOString() });
      return { body, headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: sign(secrets[0], body, at) } };
    },
    paid: () => paidCharges(db),
    waiting: () => waitingCharges(db, now()),
  };
}

/** Charges that still hold money, the latest first. */
const paidCharges = (db: Db) =>
  db
    .selectFrom('sandbox_charges')
    .selectAll()
    .where('status', '=', 'paid')
    .whereRef('refunded', '<', 'amount')
    .orderBy('paid_at', 'desc')
    .limit(10)
    .execute();

/** Charges that somebody may still pay, the latest first. */
const waitingCharges = (db: Db, at: Date) =>
  db
    .selectFrom('sandbox_charges')
    .selectAll()
    .where('kind', 'in', ['pix', 'boleto'])
    .where('status', '=', 'pending')
    .where('expires_at', '>', at.toISOString())
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute();

/** What came in and what went back. The portal's own refunds have its references. */
async function moneyOf(db: Db, { reference, amount }: Row): Promise<Pick<ChargeState, 'received' | 'returned'>> {
  const rows = await db.selectFrom('sandbox_refunds').selectAll().where('charge', '=', reference).execute();
  const isOwn = (of: string) => of.startsWith('refund-');
  const returned = rows.map((row) => ({ amount: row.amount, ...(isOwn(row.reference) && { refund: row.reference }) }));
  return { received: amount, returned };
}

const nothing = {
  reason: null,
  brand: null,
  last4: null,
  installments: 1,
  code: null,
  authorization: null,
  decides_at: null,
  expires_at: null,
  paid_at: null,
};

const pixRow = ({ reference, amount, expiresAt }: PixOrder, at: Date): Omit<Row, 'refunded'> => ({
  ...nothing,
  reference,
  kind: 'pix',
  amount,
  status: 'pending',
  code: brCode({ ...PIX, centavos: amount, txid: reference }),
  created_at: at.toISOString(),
  expires_at: expiresAt.toISOString(),
});

/** Its code is the line and the bars. */
function boletoRow({ reference, amount, dueDay }: BoletoOrder, at: Date): Omit<Row, 'refunded'> {
  const { line, barcode } = boletoLine({ bank: '000', dueDay, centavos: amount, own: String(randomInt(1e12)) });
  const expires_at = new Date(`${dueDay}T23:59:59-03:00`).toISOString();
  const row = { ...nothing, reference, kind: 'boleto' as const, amount, status: 'pending' as const };
  return { ...row, code: `${line} ${barcode}`, created_at: at.toISOString(), expires_at };
}

function cardRow({ reference, amount, installments, card }: CardOrder, at: Date): Omit<Row, 'refunded'> {
  const scenario = card ? testCards[card.number] : undefined;
  const reason = card ? refusalOf(card, at) : null;
  const isDeclined = reason !== null || scenario?.kind === 'declined';
  const isReview = !isDeclined && scenario?.kind === 'review';
  return {
    ...nothing,
    reference,
    kind: 'card',
    amount,
    installments,
    status: isDeclined ? 'declined' : isReview ? 'pending' : 'paid',
    reason: reason ?? reasonOf(scenario),
    brand: (card && cardValidator.number(card.number).card?.niceType) ?? 'Cartão',
    last4: card?.number.slice(-4) ?? '0000',
    authorization: isDeclined ? null : String(randomInt(100_000, 999_999)),
    created_at: at.toISOString(),
    decides_at: isReview ? new Date(at.getTime() + REVIEW_MS).toISOString() : null,
    paid_at: isDeclined || isReview ? null : at.toISOString(),
  };
}

/** A card that will be refused after its review has its reason from the start. */
function reasonOf(scenario: Scenario | undefined): DeclineReason | null {
  if (scenario?.kind === 'declined') return scenario.reason;
  return scenario?.kind === 'review' && scenario.ends === 'declined' ? 'suspeita_de_fraude' : null;
}

/** Cards that every acquirer refuses. */
function refusalOf(card: NonNullable<CardOrder['card']>, at: Date): DeclineReason | null {
  const ends = new Date(Date.UTC(card.expiry_year, card.expiry_month, 1));
  if (ends <= at) return 'cartao_vencido';
  return card.cvv === '000' ? 'cvv_invalido' : null;
}

function stateOf(row: Row, at: Date): ChargeState {
  const seen = { brand: row.brand ?? undefined, last4: row.last4 ?? undefined };
  const approved = { ...seen, authorization: row.authorization ?? undefined, nsu: row.reference.slice(0, 9) };
  if (row.status === 'paid') return { ...approved, status: 'paga', paidAt: new Date(row.paid_at ?? row.created_at) };
  if (row.status === 'declined' && row.kind !== 'card') return { status: 'expirada' };
  if (row.status === 'declined') {
    return { ...seen, status: 'recusada', reason: (row.reason ?? 'nao_autorizado') as DeclineReason };
  }
  if (row.kind !== 'card') {
    return { status: row.expires_at !== null && row.expires_at <= at.toISOString() ? 'expirada' : 'pendente' };
  }
  if (row.decides_at === null || row.decides_at > at.toISOString()) return { ...seen, status: 'pendente' };
  return row.reason === null
    ? { ...approved, status: 'paga', paidAt: new Date(row.decides_at) }
    : { ...seen, status: 'recusada', reason: row.reason as DeclineReason };
}
