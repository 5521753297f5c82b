import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { addAccount } from './accounts.ts';
import { addBills, booksOf } from './bills.ts';
import { cpfOf } from './cpf.ts';
import type { KilledPortal } from './killed-portal.ts';
import type { TestSchool } from './school.ts';
import { runningClass } from './taught-class.ts';

// Writes of a family while the portal is killed, and the state required at the end.

/** A person's notices of a kind. */
export const noticesOf = ({ school }: TestSchool, id: number, kind: string) =>
  school.db
    .selectFrom('notices')
    .select('chave')
    .where('user_id', '=', id)
    .where('chave', 'like', `${kind}:%`)
    .execute();

/** A teacher who writes to a class, repeating each message with one key until it is answered. */
export async function classMessages(portal: TestSchool, live: KilledPortal, teacher: number) {
  const { id, students } = await runningClass(portal, teacher);
  const token = await portal.tokenOf(teacher);
  const sent = new Set<number>();
  return {
    async write() {
      await wait(150);
      const key = randomUUID();
      for (;;) {
        const input = { id, texto: `Tragam o livro ${sent.size}.` };
        const answer = await live.ask<{ id: number }>('classMessages.sendClassMessage', input, token, key);
        if (answer === null) continue;
        // The limit is twenty messages an hour.
        if (answer.status === 429) return void (await wait(250));
        expect(answer.status, JSON.stringify(answer.value)).toBe(200);
        return void sent.add(answer.value.id);
      }
    },
    async check() {
      const { db } = portal.school;
      const rows = await db.selectFrom('class_messages').select('id').where('turma_id', '=', id).execute();
      expect(new Set(rows.map((row) => row.id))).toEqual(sent);
      for (const student of students)
        expect(await noticesOf(portal, student, 'mensagem_da_turma')).toHaveLength(sent.size);
      expect(sent.size).toBeGreaterThan(0);
    },
  };
}

/** Mothers who each pay the bills of two children with one Pix. */
export async function families(portal: TestSchool, live: KilledPortal) {
  const { sandbox } = portal.school.ports.payments;
  const paid: { mother: number; bills: number[] }[] = [];
  let count = 0;
  async function family() {
    count += 1;
    const cpf = cpfOf(714_300_000 + count);
    const mother = await addAccount(portal, { cpf, full_name: `Mãe ${count}`, email_verified: true });
    const named = { full_name: `Mãe ${count}`, cpf, email: mother.email, phone: '19994440000', relation: 'Mãe' };
    const bills: number[] = [];
    for (let child = 0; child < 2; child += 1) {
      const { id } = await addAccount(portal, { birth_date: '2014-05-05', guardian: JSON.stringify(named) });
      bills.push((await addBills(portal, id))[0]?.id ?? 0);
    }
    return { mother: mother.id, bills };
  }
  return {
    async write() {
      await wait(100);
      const { mother, bills } = await family();
      const token = await portal.tokenOf(mother);
      const ask = async (more = '') => {
        const path = `financeiro-parcelas/${bills[0]}/cobranca/execute/pix/portal/?com=${bills[1]}${more}`;
        for (;;) {
          const answer = await live.send<{ txid: string; status: string }>('GET', path, token);
          if (answer === null || answer.status === 409) continue;
          expect(answer.status, JSON.stringify(answer.value)).toBe(200);
          return answer.value;
        }
      };
      const { txid } = await ask();
      await sandbox?.pay(txid);
      while ((await ask(`&txid=${txid}`)).status !== 'CONCLUIDA') await wait(50);
      paid.push({ mother, bills });
    },
    /** Whether every mother has the notices of her payment. */
    async isDone() {
      const told = await Promise.all(paid.map(({ mother }) => noticesOf(portal, mother, 'parcela_paga')));
      return told.every((rows) => rows.length >= 2);
    },
    async check() {
      expect(paid.length).toBeGreaterThan(0);
      for (const { mother } of paid) {
        const keys = (await noticesOf(portal, mother, 'parcela_paga')).map(({ chave }) => chave);
        expect([keys.length, new Set(keys).size]).toEqual([2, 2]);
      }
      for (const bill of paid.flatMap(({ bills }) => bills)) {
        const { bill: row, taken, refunds } = await booksOf(portal, bill);
        expect([bill, row.status, taken.length, refunds.length]).toEqual([bill, 'paga', 1, 0]);
      }
    },
  };
}
