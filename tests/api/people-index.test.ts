import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateRegistration } from '../../src/lib/contract/account.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { kinds } from '../../src/server/operate/import/kinds.ts';
import { addAccount } from '../support/accounts.ts';
import { HELENA } from '../support/broadcasts.ts';
import { cpfOf } from '../support/cpf.ts';
import { checkPeopleIndex, piecesOf } from '../support/people-index.ts';
import { openTestSchool, type TestSchool } from '../support/school.ts';

const STEPS = 120;

/** The same numbers each time. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % sides;
  };
}

describe('the index of people in SQLite holds what their rows say', () => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool('sqlite', { env: { ERASURE_GRACE_DAYS: '0' } });
  });
  afterAll(() => portal.close());

  const check = () => checkPeopleIndex(portal.school.db);

  it('after one change of name, CPF and telephone by the office, and one by the person', async () => {
    const { id, email } = await addAccount(portal, { full_name: 'Vitória Nunes', birth_date: '1980-01-01' });
    const changes = { full_name: 'Vitória Prado', cpf: cpfOf(781_000_001), phone: '19994440001' };
    const answer = await portal.ops.people.updateUser({ id, ...changes }, { as: HELENA });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await check();
    const place = { cep: '13015904', street: 'Rua das Palmeiras', street_number: '10' };
    const changed = { full_name: 'Vitória Prado Luz', cpf: cpfOf(781_000_002), phone: '19994440002' };
    const body = { ...place, ...changed, birth_date: '1980-01-01', email };
    const own = await portal.call(updateRegistration, { body: body as never }, { as: id });
    expect(own.status, JSON.stringify(own.body)).toBe(200);
    await check();
  });

  it.each([3, 70])('after an import that renames %s people and tells their CPF', async (many) => {
    const lines = (name: string, cpf: (at: number) => string) => [
      'unidade;matricula;nome;email;cpf',
      ...Array.from({ length: many }, (_, at) => {
        const number = `7${String(many * 1_000 + at)}`;
        return `KNN Vila Nova;${number};${name} ${at};i${number}@index.example;${cpf(at)}`;
      }),
    ];
    const take = (text: string[]) =>
      importTable(portal.school, kinds.alunos, new TextEncoder().encode(text.join('\n')));
    expect(await take(lines('Beatriz', () => ''))).toMatchObject({ added: many });
    await check();
    expect(await take(lines('Cecília', (at) => cpfOf(783_000_000 + many * 100 + at)))).toMatchObject({ changed: many });
    await check();
  });

  it('after changes of every kind in any order', async () => {
    const { db } = portal.school;
    const random = dice(11);
    const people = await Promise.all([1, 2, 3].map(() => addAccount(portal)));
    const values = (step: number) => ({
      full_name: `Nome ${random(4)}`,
      email_key: `passo${step}@index.example`,
      cpf: random(2) ? null : cpfOf(784_000_000 + step),
      phone: random(2) ? null : `1999444${1_000 + step}`,
      drive_user_id: random(2) ? null : person(step).driveUserId,
      search_text: 'outro texto',
      is_blocked: random(2) === 1,
    });
    const person = (step: number) => people[step % people.length] as (typeof people)[number];
    for (let step = 0; step < STEPS; step += 1) {
      const { id, driveUserId } = person(step);
      const chosen = Object.fromEntries(Object.entries(values(step)).filter(() => random(2) === 0));
      if (Object.keys(chosen).length > 0) await db.updateTable('users').set(chosen).where('id', '=', id).execute();
      const number = { matricula: `P${step}` };
      if (random(3) === 0) await db.updateTable('drive_users').set(number).where('id', '=', driveUserId).execute();
      await check();
    }
    await db.deleteFrom('users').where('id', '=', person(0).id).execute();
    await check();
  });

  it('after an erasure, which leaves no piece of the name, the CPF or the telephone', async () => {
    const full_name = 'Zqxwy Kjvqz';
    const row = { full_name, cpf: cpfOf(785_000_001), phone: '+55 ☎☏☐☑', birth_date: '1990-01-01' };
    const { id } = await addAccount(portal, row);
    const own = ['zqx', 'qxw', 'xwy', 'kjv', 'jvq', 'vqz', '☎☏☐'];
    const found = async () => {
      const pieces = await piecesOf(portal.school.db);
      return own.filter((piece) => pieces.has(piece));
    };
    expect(await found()).toEqual(own);
    const body = { current_password: 'portal-demo' };
    const answer = await portal.ops.account.deleteAccount(body, { as: id });
    expect([answer.status, answer.body.status]).toEqual([200, 'apagada']);
    await check();
    expect(await found()).toEqual([]);
  });
});
