import { randomInt, randomUUID } from 'node:crypto';
import { generatePixPayload } from '@brazilian-utils/brazilian-utils';
import cardValidator from 'card-validator';
import type { Selectable } from 'kysely';
import { normalForm } from '#lib/format/normal-form.ts';
import { daysUntil } from '#lib/rules/time/days.ts';
import type { Db } from '#server/core/db/connection.ts';
import type { Schema } from '#server/tables.ts';
import { readMessage } from './message.ts';
import {
  type BoletoOrder,
  type CardOrder,
  type ChargeState,
  type DeclineReason,
  type PaymentProvider,
  type PixOrder,
  ProviderSilent,
} from './provider.ts';
import { checkSignature, SIGNATURE_HEADER, sign } from './signature.ts';

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
  /** Acts as the payer's bank: pays a Pix or a boleto before it expires. @returns whether it was paid */
  pay(reference: string): Promise<boolean>;
  /** The acquirer's signed message about a charge. */
  messageAbout(reference: string): { body: string; headers: Record<string, string> };
  /**
   * Returns money of a paid charge as the payer's bank or the card's issuer would, without the portal.
   *
   * @param amount centavos; absent: the rest of the payment
   */
  giveBack(reference: string, amount?: number): Promise<void>;
  waiting(): Promise<Row[]>;
  /** The latest payments that were not returned in full. */
  paid(): Promise<Row[]>;
}

interface SandboxOptions {
  db: Db;
  now(): Date;
  /** The first secret signs messages; all of them verify. */
  secrets: readonly [string, ...string[]];
}

/**
 * An acquirer for demos and tests. It has its own tables and does not read ours. The card number decides (`testCards`); it never
 * charges one reference twice, and can confirm late.
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
    methods: ['pix', 'boleto', 'cartao'],
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

/** Charges that were not returned in full, the latest first. */
const paidCharges = (db: Db) =>
  db
    .selectFrom('sandbox_charges')
    .selectAll()
    .where('status', '=', 'paid')
    .whereRef('refunded', '<', 'amount')
    .orderBy('paid_at', 'desc')
    .limit(10)
    .execute();

/** Charges that can still be paid, the latest first. */
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

/** The received and returned amounts. The portal's own refunds have its references. */
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

/** The code of the row is the line and the barcode. */
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

/** A card that will be declined after its review has the reason from the start. */
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

/** How the sandbox handles a card. */
type Scenario =
  | { kind: 'declined'; reason: DeclineReason }
  /** The answer never comes, but the charge succeeds. */
  | { kind: 'silent' }
  /** Under review first, then approved or declined. */
  | { kind: 'review'; ends: 'paid' | 'declined' };

/** Card numbers with a special result in the sandbox; any other valid number is approved (docs/payments.md). */
const testCards: Readonly<Record<string, Scenario>> = {
  '4000000000001018': { kind: 'declined', reason: 'saldo_insuficiente' },
  '4000000000001026': { kind: 'declined', reason: 'nao_autorizado' },
  '4000000000001034': { kind: 'declined', reason: 'cartao_vencido' },
  '4000000000001042': { kind: 'declined', reason: 'cvv_invalido' },
  '4000000000001059': { kind: 'declined', reason: 'cartao_bloqueado' },
  '4000000000001067': { kind: 'declined', reason: 'limite_de_tentativas' },
  '4000000000001075': { kind: 'declined', reason: 'suspeita_de_fraude' },
  '4000000000001083': { kind: 'declined', reason: 'nao_processado' },
  '4000000000002016': { kind: 'silent' },
  '4000000000002024': { kind: 'review', ends: 'paid' },
  '4000000000002032': { kind: 'review', ends: 'declined' },
};

interface BrCodeInput {
  key: string;
  name: string;
  city: string;
  centavos: number;
  /** At most 25 letters and digits. */
  txid: string;
}

/** A name reduced to the characters that a code allows; `otherwise` if none is left. */
function printable(name: string, otherwise: string): string {
  const folded = normalForm(name, 'NFKD')
    .replace(/[^\x20-\x7e]/g, '')
    .trim();
  return /[A-Za-z0-9]/.test(folded) ? folded : otherwise;
}

/**
 * The text of a Pix (BR Code). The library takes reais as a number; centavos / 100 prints the same two decimals for
 * every amount below 2^53, and the test reads each one back.
 *
 * @throws RangeError for values that no BR Code can hold.
 */
export function brCode({ key, name, city, centavos, txid }: BrCodeInput): string {
  const code = generatePixPayload({
    key,
    merchantName: printable(name, 'Escola'),
    merchantCity: printable(city, 'Brasil'),
    amount: centavos / 100,
    txid,
  });
  if (code === null) throw new RangeError(`No BR Code can say ${centavos} centavos to ${key} as ${txid}`);
  return code;
}

/** The day on which FEBRABAN's due-day factor restarted at 1000. */
const FIRST_DAY = '2025-02-22';
const FIRST_FACTOR = 1000;
const FACTORS = 9000;
const REAL = '9';

/**
 * A barcode and its line by the layout of FEBRABAN: bank, currency, check digit, factor of the due day, centavos, and 25 digits
 * that the bank defines.
 */
export function boletoLine({
  bank,
  dueDay,
  centavos,
  own,
}: {
  bank: string;
  dueDay: string;
  centavos: number;
  own: string;
}) {
  const factor = String((daysUntil(FIRST_DAY, dueDay) % FACTORS) + FIRST_FACTOR);
  const amount = String(centavos).padStart(10, '0');
  const free = own.padStart(25, '0');
  const check = checkDigit(bank + REAL + factor + amount + free);
  const fields = [bank + REAL + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  return {
    barcode: bank + REAL + check + factor + amount + free,
    line: fields.map((field) => field + modulo10(field)).join('') + check + factor + amount,
  };
}

function checkDigit(digits: string): number {
  const sum = [...digits].toReversed().reduce((total, digit, at) => total + Number(digit) * (2 + (at % 8)), 0);
  const check = 11 - (sum % 11);
  return check > 9 ? 1 : check;
}

function modulo10(field: string): number {
  const products = [...field].toReversed().map((digit, at) => Number(digit) * (at % 2 === 0 ? 2 : 1));
  const sum = products.reduce((total, product) => total + Math.trunc(product / 10) + (product % 10), 0);
  return (10 - (sum % 10)) % 10;
}
