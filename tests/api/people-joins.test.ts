import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe } from '../../src/lib/contract/account.ts';
import { queueMailsAndInbox, queuePushes } from '../../src/server/messages/devices/queue-deliveries.ts';
import { mailDeliveries } from '../../src/server/messages/inbox/mail-deliveries.ts';
import { writeNotices } from '../../src/server/messages/inbox/notify.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { kinds } from '../../src/server/operate/import/kinds.ts';
import { erasePerson } from '../../src/server/operate/privacy/erasure.ts';
import { addAccount, type NewAccount } from '../support/accounts.ts';
import { cpfOf } from '../support/cpf.ts';
import { addDevices, deviceAt } from '../support/device-rows.ts';
import { addLead } from '../support/leads.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

const HELENA = 7;
const ADMIN = 8;

describe.each(allEngines)('limits of joining accounts on %s', (engine) => {
  let portal: TestSchool;
  let count = 0;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const newCpf = () => {
    count += 1;
    return cpfOf(330_000_000 + count);
  };
  const lone = (overrides: NewAccount = {}) => addAccount(portal, { company: null, cpf: newCpf(), ...overrides });
  const join = (id: number, body: { user_id: number } | { proposta_id: number }, as = HELENA) =>
    portal.ops.people.joinAccount({ id, ...body }, { as });
  const take = (name: keyof typeof kinds, lines: readonly string[]) =>
    importTable(portal.school, kinds[name], new TextEncoder().encode(lines.join('\n')));
  /** A pending row of an import that may belong to this account. */
  async function wait(user_id: number, matricula: string, more: object): Promise<number> {
    const data = { full_name: 'Gil Leme', email: 'gil@teste.example', email_key: 'gil@teste.example', ...more };
    const row = { user_id, company_id: 101, matricula, dados: JSON.stringify(data), created_at: '2026-01-01' };
    const { id } = await portal.school.db
      .insertInto('enrolment_proposals')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  const waiting = (numbers: string[]) =>
    portal.school.db.selectFrom('enrolment_proposals').select('matricula').where('matricula', 'in', numbers).execute();

  it('an account with a pending erasure is not linked, so that no enrollment or other account is erased too', async () => {
    const at = portal.clock.now.toISOString();
    const { db } = portal.school;
    for (const whose of ['from', 'into', 'row'] as const) {
      const account = await lone({ cpf: null });
      const enrolled = await addAccount(portal, { cpf: null, email: account.email, last_seen_at: at });
      const user_id = whose === 'into' ? enrolled.id : account.id;
      await db
        .insertInto('erasures')
        .values({ user_id, created_at: at, due_at: '2099-01-01', done_at: null })
        .execute();
      const proposta_id = await wait(account.id, `ER-${account.id}`, {});
      const refused = await join(account.id, whose === 'row' ? { proposta_id } : { user_id: enrolled.id });
      expect([whose, refused.status, refused.body]).toMatchObject([
        whose,
        409,
        { detail: expect.stringContaining('pedido para apagar') },
      ]);
      const wishes = db.selectFrom('erasures').select('user_id').where('user_id', 'in', [account.id, enrolled.id]);
      expect(await wishes.execute()).toEqual([{ user_id }]);
      const { drive_user } = (await portal.call(getMe, {}, { as: account.id })).body;
      expect(drive_user).toBeNull();
      await db.deleteFrom('erasures').where('user_id', '=', user_id).execute();
      expect((await join(account.id, { user_id: enrolled.id })).status).toBe(200);
    }
  });

  it('two concurrent joins into one enrollment keep password and address of the first', async () => {
    const last_seen_at = portal.clock.now.toISOString();
    for (let round = 0; round < 5; round += 1) {
      const cpf = newCpf();
      const enrolled = await addAccount(portal, { cpf });
      const [one, other] = [await lone({ cpf, last_seen_at }), await lone({ cpf, last_seen_at })];
      const body = { user_id: enrolled.id };
      // Two people, because writes of one person run one after the other.
      const joined = await Promise.all([join(one.id, body, HELENA), join(other.id, body, ADMIN)]);
      expect(joined.map(({ status }) => status)).toEqual([200, 200]);
      expect(joined[0]?.body.email).toBe(joined[1]?.body.email);
    }
  });

  it('a message that both accounts got is mailed once, and none of its pushes fails', async () => {
    const { db } = portal.school;
    const at = portal.clock.now;
    const cpf = newCpf();
    const [enrolled, own] = [await addAccount(portal, { cpf, last_seen_at: at.toISOString() }), await lone({ cpf })];
    const text = { title: 'Festa junina', body: 'Sábado, às 15h.', path: '/', category: 'campanha' as const };
    for (const { id: user_id } of [enrolled, own]) {
      await addDevices(portal.school, user_id, [deviceAt(`https://push.example/${user_id}`)]);
      await db.transaction().execute(async (tx) => {
        const rows = [{ user_id, ...text, chave: 'envio:77', sending_id: 77, expires_at: null }];
        const [notice] = await writeNotices(tx, at, rows);
        const queued = { user_id, notice_id: notice?.id, sending_id: 77, kind: 'envio' as const };
        await queuePushes(tx, at, [{ ...queued, due_at: at.toISOString(), expires_at: null }]);
        await queueMailsAndInbox(tx, at, [{ ...queued, target: 'mail', due_at: at.toISOString() }]);
      });
    }
    expect((await join(own.id, { user_id: enrolled.id })).status).toBe(200);
    await mailDeliveries(portal.school);
    await portal.sender.runOnce();
    const sent = await db
      .selectFrom('deliveries')
      .select(['target', 'status', 'reason'])
      .where('user_id', '=', enrolled.id)
      .orderBy('id')
      .execute();
    // A join ends the sessions, and with them the devices.
    expect(sent).toEqual([
      { target: 'push', status: 'expirada', reason: 'gone' },
      { target: 'mail', status: 'aceita', reason: null },
      { target: 'push', status: 'expirada', reason: 'gone' },
    ]);
  });

  it('a number of a student of the unit is not assigned again, and its pending row is closed', async () => {
    const account = await lone({ cpf: null });
    const { matricula, nome: student } = await addAccount(portal).then(({ driveUserId }) =>
      portal.school.db
        .selectFrom('drive_users')
        .select(['matricula', 'nome'])
        .where('id', '=', Number(driveUserId))
        .executeTakeFirstOrThrow(),
    );
    const proposta_id = await wait(account.id, matricula, {});
    const found = await portal.ops.people.listUnlinked({ q: account.email }, { as: HELENA });
    expect(found.body.items).toMatchObject([{ id: account.id, propostas: [] }]);
    const taken = { status: 409, body: { detail: expect.stringContaining(`A matrícula ${matricula} já é de outro`) } };
    expect(await join(account.id, { proposta_id })).toMatchObject(taken);
    expect(await portal.ops.people.refuseProposal({ id: proposta_id }, { as: HELENA })).toMatchObject(taken);
    const { nome } = await portal.school.db
      .selectFrom('companies')
      .select('nome')
      .where('id', '=', 101)
      .executeTakeFirstOrThrow();
    await take('alunos', ['unidade;matricula;nome;email', `${nome};${matricula};${student};lia.prado@teste.example`]);
    expect(await waiting([matricula])).toEqual([]);
  });

  it('other pending rows of a linked account get their own accounts', async () => {
    const phone = '19922224444';
    const [account, second] = [await lone({ phone, cpf: null }), await lone({ cpf: newCpf() })];
    const enrolled = await addAccount(portal, { phone, cpf: null });
    const cpf = newCpf();
    await wait(account.id, 'W-1', { cpf });
    const proposta_id = await wait(second.id, 'W-2', {});
    await wait(second.id, 'W-3', { cpf: newCpf() });
    expect((await join(account.id, { user_id: enrolled.id })).status).toBe(200);
    expect((await join(second.id, { proposta_id })).status).toBe(200);
    const students = portal.school.db
      .selectFrom('users')
      .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
      .select(['matricula', 'users.full_name'])
      .where('matricula', 'like', 'W-%')
      .orderBy('matricula');
    expect(await students.execute()).toMatchObject([
      { matricula: 'W-1', full_name: 'Gil Leme' },
      { matricula: 'W-2' },
      { matricula: 'W-3', full_name: 'Gil Leme' },
    ]);
    expect(await waiting(['W-1', 'W-2', 'W-3'])).toEqual([]);
  });

  it('S15 a pending row keeps nothing of an erased account', async () => {
    const { db } = portal.school;
    const at = portal.clock.now.toISOString();
    const [cpf, phone] = [newCpf(), '19987650011'];
    const { id, email } = await lone({ cpf, phone });
    await wait(id, 'W-ASKED', { cpf, phone, email, email_key: email });
    const requested = { nome: 'Gil Leme', telefone: phone, email, cidade: 'Recife', consentimento_em: at };
    const referral = { ...requested, cpf, user_id: 1, canal: 'formulario', status: 'enviada' } as const;
    await db
      .insertInto('referrals')
      .values({ ...referral, pontos_previstos: 0, criado_em: at })
      .execute();
    await addLead(portal, { telefone: phone, email });
    const wish = { email_key: email, is_access_code: false, created_at: at };
    await db.insertInto('recovery_requests').values(wish).execute();
    await db.insertInto('erasures').values({ user_id: id, created_at: at, due_at: at, done_at: null }).execute();
    expect(await erasePerson(portal.school, id)).toBe(true);
    expect(await db.selectFrom('users').select('phone').where('cpf', '=', cpf).execute()).toEqual([{ phone }]);
    for (const table of ['leads', 'referrals'] as const)
      expect(await db.selectFrom(table).select('id').where('email', '=', email).execute()).toEqual([]);
    const wishes = db.selectFrom('recovery_requests').select('id').where('email_key', '=', email);
    expect(await wishes.execute()).toEqual([]);
  });
});
