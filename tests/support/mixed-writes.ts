import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { MAX_AT_ONCE } from '../../src/server/messages/mail/outbox.ts';
import { followUpCharges } from '../../src/server/money/finance/follow-up.ts';
import { booksOf } from './bills.ts';
import { cardBody, cards } from './card-body.ts';
import type { KilledPortal } from './killed-portal.ts';
import type { TakenMail } from './mail-server.ts';
import { expectBooks, booksOf as pointsOf } from './points.ts';
import { pdf } from './sample-files.ts';
import type { TestSchool } from './school.ts';

/** A kind of write that repeats until it is stopped, and the state required at the end. */
export interface Writer {
  /** Writes once. */
  write(): Promise<void>;
  /** The number of confirmed writes. */
  acknowledged(): number;
  /** Compares the database and the files with the answers. */
  check(): Promise<void>;
}

const ANA = 1;
const HELENA = 7;
const ESSAY = 101;
const REWARD = 8;
const PAUSE_MS = 250;
const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const fail = (what: string, answer: unknown): never => {
  throw new Error(`${what}: ${JSON.stringify(answer)}`);
};

/** Files that a student submits and withdraws. */
export async function uploads(portal: TestSchool, live: KilledPortal): Promise<Writer> {
  const token = await portal.tokenOf(ANA);
  const stored = new Map<number, string>();
  const gone = new Set<number>();
  let count = 0;
  const path = (rest: string) => `turma-aluno-atividades/${ESSAY}/${rest}/`;
  const numbers = async () => {
    const rows = await portal.school.db
      .selectFrom('atividade_arquivos')
      .select('n')
      .where('turma_aluno_atividade_id', '=', ESSAY)
      .where('kind', '=', 'envio')
      .orderBy('n')
      .execute();
    return rows.map(({ n }) => n);
  };
  const takeBack = async (n: number) => {
    const digest = stored.get(n);
    // After an unknown result both states are right.
    stored.delete(n);
    const answer = await live.send('DELETE', path(`excluir-atividade/${n}`), token);
    if (answer?.status === 200) {
      gone.add(n);
      count += 1;
    } else if (answer && answer.status !== 404) {
      if (digest) stored.set(n, digest);
      fail('take back', answer);
    }
  };
  return {
    async write() {
      const known = await numbers();
      for (const n of known.slice(0, -3)) await takeBack(n);
      const bytes = pdf(`${randomUUID()} ${'folha '.repeat(8_000)}`);
      const form = new FormData();
      form.append('file', new File([new Uint8Array(bytes)], 'redação.pdf'));
      type Sent = { arquivos: { n: number }[] };
      const answer = await live.send<Sent>('POST', path('enviar-arquivo-atividade'), token, form);
      if (!answer || answer.status === 409) return;
      if (answer.status !== 200) fail('upload', answer);
      stored.set(Math.max(...answer.value.arquivos.map(({ n }) => n)), digestOf(bytes));
      count += 1;
    },
    acknowledged: () => count,
    async check() {
      const download = (n: number) => portal.send('GET', `/api/v1/${path(`download-atividade/${n}`)}`, {}, { as: ANA });
      for (const [n, digest] of stored) {
        const answer = await download(n);
        expect([n, answer.status, digestOf(new Uint8Array(await answer.arrayBuffer()))]).toEqual([n, 200, digest]);
      }
      for (const n of gone) expect([n, (await download(n)).status]).toEqual([n, 404]);
    },
  };
}

/** Points that the school credits and a student spends. A request without an answer is sent again with its key. */
export async function points(portal: TestSchool, live: KilledPortal): Promise<Writer> {
  const [ana, helena] = [await portal.tokenOf(ANA), await portal.tokenOf(HELENA)];
  const reported = new Map<number, number>();
  const before = new Set((await pointsOf(portal, ANA)).entries.map(({ id }) => id));
  type Moved = { transaction: { id: number; pontos: number } };
  type Sending = (key: string) => ReturnType<typeof live.send<Moved>>;
  const repeat = async (what: string, send: Sending) => {
    const key = randomUUID();
    let answer: Awaited<ReturnType<Sending>> = null;
    while (!answer) answer = await send(key);
    if (answer.status !== 200) fail(what, answer);
    const { id, pontos } = answer.value.transaction;
    expect(reported.has(id)).toBe(false);
    reported.set(id, pontos);
  };
  return {
    async write() {
      const given = { id: ANA, pontos: 300, motivo: 'Teste' };
      await repeat('adjustPoints', (key) => live.ask('club.adjustPoints', given, helena, key));
      const bought = { reward_id: REWARD, quantidade: 1 };
      await repeat('redeemReward', (key) =>
        live.send('POST', 'transactions/debit/', ana, bought, { 'idempotency-key': key }),
      );
    },
    acknowledged: () => reported.size,
    async check() {
      const { entries } = await pointsOf(portal, ANA);
      const found = new Map(entries.map(({ id, pontos }) => [id, pontos]));
      for (const [id, pontos] of reported) expect(found.get(id)).toBe(pontos);
      await expectBooks(portal, ANA);
      const given = entries.filter(({ id, pontos }) => pontos === 300 && !before.has(id));
      expect(given).toHaveLength([...reported.values()].filter((pontos) => pontos === 300).length);
    },
  };
}

/** Bills that are paid by card, each with one key until the result is known. */
export async function payments(portal: TestSchool, live: KilledPortal): Promise<Writer> {
  const bills = await portal.school.db
    .selectFrom('parcelas')
    .innerJoin('users', 'users.id', 'parcelas.user_id')
    .select(['parcelas.id', 'parcelas.user_id'])
    .where('users.email_key', 'like', '%@carga.example')
    .where('parcelas.status', '=', 'aberta')
    .orderBy('parcelas.numero')
    .orderBy('parcelas.id')
    .execute();
  const paid = new Set<number>();
  let next = 0;
  return {
    async write() {
      const bill = bills[next];
      next += 1;
      // Without a pause the surrounding loop would block the event loop.
      if (!bill) return wait(PAUSE_MS);
      const token = await portal.tokenOf(bill.user_id);
      const path = `financeiro-parcelas/${bill.id}/cobranca/execute/cartao-credito/portal/`;
      const key = { 'idempotency-key': randomUUID() };
      for (;;) {
        const answer = await live.send<{ status: string }>('POST', path, token, cardBody(cards.approved), key);
        if (answer?.status === 200 && answer.value.status === 'aprovado') break;
        if (answer && answer.status !== 200 && answer.status !== 409) fail('payment', answer);
      }
      paid.add(bill.id);
    },
    acknowledged: () => paid.size,
    async check() {
      await followUpCharges(portal.school);
      for (const bill of paid) {
        const { bill: row, taken } = await booksOf(portal, bill);
        expect([bill, row.status, taken.length]).toEqual([bill, 'paga', 1]);
      }
    },
  };
}

/** A setting that a person switches back and forth. */
export async function settings(portal: TestSchool, live: KilledPortal, userId: number): Promise<Writer> {
  const token = await portal.tokenOf(userId);
  let [count, value] = [0, false];
  let possible = new Set<boolean>([false]);
  return {
    async write() {
      value = !value;
      possible.add(value);
      const answer = await live.send('PUT', 'users/pwa/', token, { pwa_installed: value });
      if (!answer) return;
      if (answer.status !== 200) fail('setting', answer);
      possible = new Set([value]);
      count += 1;
    },
    acknowledged: () => count,
    async check() {
      const row = await portal.school.db
        .selectFrom('users')
        .select('pwa_installed')
        .where('id', '=', userId)
        .executeTakeFirstOrThrow();
      expect(possible).toContain(row.pwa_installed);
    },
  };
}

/** Password resets: each answered request sends a mail. */
export async function mails(
  portal: TestSchool,
  live: KilledPortal,
  taken: readonly TakenMail[],
): Promise<Writer & { copies(): number }> {
  const people = await portal.school.db
    .selectFrom('users')
    .select('email')
    .where('email_key', 'like', '%@carga.example')
    .orderBy('id')
    .execute();
  const wishes = new Map<string, { known: number; unknown: number }>();
  let next = 0;
  const ours = () => taken.filter(({ to }) => wishes.has(to));
  const copies = () => ours().length - new Set(ours().map(({ messageId }) => messageId)).size;
  return {
    async write() {
      // Faster than in a school, slower than mails are rendered: a longer queue would prove nothing more.
      await wait(PAUSE_MS);
      const { email = '' } = people[next % people.length] ?? {};
      next += 1;
      const answer = await live.send('POST', `login/recover-password/?email=${encodeURIComponent(email)}`, null);
      if (answer && answer.status !== 200) fail('recovery', answer);
      const wish = wishes.get(email) ?? { known: 0, unknown: 0 };
      wish[answer ? 'known' : 'unknown'] += 1;
      wishes.set(email, wish);
    },
    acknowledged: () => [...wishes.values()].reduce((sum, { known }) => sum + known, 0),
    copies,
    async check() {
      for (const [email, { known, unknown }] of wishes) {
        const ids = new Set(taken.filter(({ to }) => to === email).map(({ messageId }) => messageId));
        expect(ids.size, email).toBeGreaterThanOrEqual(known);
        expect(ids.size, email).toBeLessThanOrEqual(known + unknown);
      }
      // A kill between the server's acceptance and our record of it sends the running mails again, with the same ids.
      expect(copies()).toBeLessThanOrEqual(live.kills * MAX_AT_ONCE);
    },
  };
}
