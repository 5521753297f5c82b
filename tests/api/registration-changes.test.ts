import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as account from '../../src/lib/contract/account.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { kinds } from '../../src/server/operate/import/kinds.ts';
import { addAccount, type NewAccount } from '../support/accounts.ts';
import { cpfOf } from '../support/cpf.ts';
import { partOfPerson } from '../support/person-parts.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff } from '../support/staff.ts';

const HELENA = 7;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe.each(allEngines)('S18 the guardian, CPF and birth date of a minor on %s', (engine) => {
  let portal: TestSchool;
  /** A member of staff with the right `alunos` alone, in one unit. */
  let clerk: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    clerk = await addStaff(portal, { rights: ['alunos'], units: [101] });
  });
  afterAll(() => portal.close());

  const birth_date = `${new Date().getFullYear() - 15}-03-15`;
  let count = 0;
  /** An adult with an account whose mailbox is verified, as a guardian's registration names this person. */
  async function adult(relation: string) {
    count += 1;
    const guardian = {
      full_name: `${relation} Nunes`,
      cpf: cpfOf(760_000_000 + count),
      email: `${relation.toLowerCase()}${count}@familia.example`,
      phone: '19994440000',
      relation,
    };
    const more = { cpf: guardian.cpf, full_name: guardian.full_name, birth_date: '1980-01-01', email_verified: true };
    const { id } = await addAccount(portal, { email: guardian.email, ...more });
    return { id, guardian };
  }
  /** A minor with a mother, and a stranger who wants to be the guardian. */
  async function family(given: NewAccount = {}) {
    const [mother, stranger] = [await adult('Mae'), await adult('Tio')];
    const cpf = cpfOf(770_000_000 + count);
    const minor = { full_name: 'Felipe Nunes', birth_date, cpf, guardian: JSON.stringify(mother.guardian) };
    const { id } = await addAccount(portal, { ...minor, updated_at: '2026-01-02T03:04:05.000Z', ...given });
    return { id, cpf, mother, stranger };
  }
  const change = (id: number, body: object, token?: string) =>
    portal.ops.people.updateUser({ id, ...body }, token ? { token } : { as: clerk });
  const childrenOf = async (as: number) => (await portal.ops.account.listFamily({}, { as })).body.map(({ id }) => id);
  const rowOf = async (id: number) => {
    const { guardian, ...row } = await portal.school.db
      .selectFrom('users')
      .select(['guardian', 'cpf', 'birth_date'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return { ...row, guardian: JSON.parse(guardian ?? 'null') as unknown };
  };
  const inMail = async (email: string, pattern: RegExp) => {
    const tokens = (await portal.mails(email)).map(({ text }) => pattern.exec(text)?.[1]);
    return tokens.find((token) => token !== undefined) ?? '';
  };
  const undoLink = (email: string) => inMail(email, /\/desfazer-cadastro\/([\w-]+)/);
  const undo = (token: string) => portal.ops.account.undoRegistrationChange({ token });
  const confirmLink = (email: string) => inMail(email, /\/responsavel\/([\w.-]+)/);
  const confirm = (token: string, cpf: string) => portal.ops.account.confirmGuardian({ token, cpf, aceite: true });
  const noticesOf = async (as: number) =>
    (await portal.ops.inbox.listNotices({ limit: 50, offset: 0 }, { as })).body.items.map(({ title, body }) => ({
      title,
      body,
    }));
  const titles = async (as: number) => (await noticesOf(as)).map(({ title }) => title);
  const subjects = async (email: string) => (await portal.mails(email)).map(({ subject }) => subject);
  const importRow = async (id: number, columns: Readonly<Record<string, string>>) => {
    const { matricula, unidade, nome, email } = await portal.school.db
      .selectFrom('users')
      .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
      .innerJoin('companies', 'companies.id', 'drive_users.company_id')
      .select(['drive_users.matricula', 'companies.nome as unidade', 'users.full_name as nome', 'users.email'])
      .where('users.id', '=', id)
      .executeTakeFirstOrThrow();
    const altered = new Date(portal.school.now().getTime() + 1000).toISOString();
    const row = { unidade, matricula, nome, email, alterado_em: altered, ...columns };
    const table = `${Object.keys(row).join(';')}\n${Object.values(row).join(';')}\n`;
    return importTable(portal.school, kinds.alunos, new TextEncoder().encode(table));
  };
  const columnsOf = (guardian: Awaited<ReturnType<typeof adult>>['guardian']) => ({
    responsavel_nome: guardian.full_name,
    responsavel_cpf: guardian.cpf,
    responsavel_email: guardian.email,
    responsavel_telefone: guardian.phone,
    responsavel_parentesco: guardian.relation,
  });

  it('a stranger set by a clerk in place of the mother sees nothing, and the mother is notified and undoes it', async () => {
    const { id, mother, stranger } = await family();
    const { status, body } = await change(id, { guardian: stranger.guardian });
    expect([status, body.guardian, body.guardian_pending?.email]).toEqual([
      200,
      mother.guardian,
      stranger.guardian.email,
    ]);
    expect([await childrenOf(stranger.id), await childrenOf(mother.id)]).toEqual([[], [id]]);
    expect((await portal.mails(mother.guardian.email))[0]).toMatchObject({ subject: 'O cadastro de Felipe mudou' });
    expect(await noticesOf(id)).toContainEqual({
      title: 'Outro responsável foi indicado',
      body: 'A escola indicou outro responsável. O novo responsável ainda precisa confirmar. Se não está certo, fale com seu responsável e com a secretaria.',
    });
    expect(await titles(clerk)).toContain('Responsável novo espera a confirmação');
    const [requested, token] = [await confirmLink(stranger.guardian.email), await undoLink(mother.guardian.email)];
    expect((await portal.ops.account.checkRegistrationChange({ token })).body).toMatchObject({
      nome_mascarado: 'Felipe N.',
      campos: ['guardian'],
      da_escola: true,
      espera: true,
    });
    expect((await undo(token)).status).toBe(200);
    expect((await confirm(requested, stranger.guardian.cpf)).status).toBe(404);
    expect((await undo(token)).status).toBe(404);
    expect([await childrenOf(stranger.id), await childrenOf(mother.id)]).toEqual([[], [id]]);
    expect(await titles(clerk)).toContain('O responsável desfez uma mudança');
    const trail = (await partOfPerson(portal, 'mudancas', { id }, { as: clerk })).body.items;
    expect(trail.map(({ quem, acao }) => [quem, acao])[0]).toEqual([
      'Quem abriu o link do e-mail',
      'desfez uma mudança de responsável, CPF ou nascimento',
    ]);
  });

  it('a new guardian counts after confirming by mail, and the mother can still undo for seven days', async () => {
    const { id, mother, stranger } = await family();
    await change(id, { guardian: stranger.guardian });
    const requested = await confirmLink(stranger.guardian.email);
    expect(await confirm(requested, mother.guardian.cpf)).toMatchObject({
      status: 422,
      body: { detail: 'Este CPF não é o do responsável indicado.' },
    });
    expect((await confirm(requested, stranger.guardian.cpf)).status).toBe(200);
    expect([await childrenOf(stranger.id), await childrenOf(mother.id)]).toEqual([[id], []]);
    expect(await titles(clerk)).toContain('Responsável novo confirmado');
    const trail = (await partOfPerson(portal, 'mudancas', { id }, { as: clerk })).body.items;
    expect(trail.map(({ acao }) => acao)).toEqual(['confirmou que responde pelo aluno', 'mudou os dados']);
    expect(trail[1]?.depois).toContain('Situação: o responsável novo ainda confirma pelo e-mail dele');
    portal.clock.advance(6 * DAY);
    expect((await undo(await undoLink(mother.guardian.email))).status).toBe(200);
    expect([await childrenOf(stranger.id), await childrenOf(mother.id)]).toEqual([[], [id]]);
    expect((await confirm(requested, stranger.guardian.cpf)).status).toBe(404);
  });

  it('both links expire after seven days, and the former guardian stays', async () => {
    const { id, mother, stranger } = await family();
    await change(id, { guardian: stranger.guardian });
    const [requested, token] = [await confirmLink(stranger.guardian.email), await undoLink(mother.guardian.email)];
    portal.clock.advance(7 * DAY + MINUTE);
    expect((await undo(token)).status).toBe(404);
    expect((await confirm(requested, stranger.guardian.cpf)).status).toBe(404);
    expect(await childrenOf(mother.id)).toEqual([id]);
    const pending = async () => (await portal.call(account.getMe, {}, { as: id })).body.guardian_pending;
    expect(await pending()).toMatchObject({ email: stranger.guardian.email });
    portal.clock.advance(30 * DAY);
    expect(await pending()).toBeNull();
  });

  it('the protection cannot be bypassed by making the minor an adult in between', async () => {
    const { id, mother, stranger, cpf } = await family();
    await change(id, { birth_date: '1990-01-01' });
    const token = await undoLink(mother.guardian.email);
    await change(id, { guardian: stranger.guardian });
    await change(id, { cpf: cpfOf(780_000_000 + count) });
    await change(id, { birth_date });
    expect(await childrenOf(stranger.id)).toEqual([]);
    expect(await portal.mails(mother.guardian.email)).toHaveLength(4);
    await confirm(await confirmLink(stranger.guardian.email), stranger.guardian.cpf);
    // The first link also undoes all later changes.
    expect((await undo(token)).status).toBe(200);
    expect(await rowOf(id)).toEqual({ guardian: mother.guardian, cpf, birth_date });
    expect([await childrenOf(stranger.id), await childrenOf(mother.id)]).toEqual([[], [id]]);
  });

  it.each<[string, NewAccount, object[]]>([
    ['an adult for a moment, then nobody', {}, [{ birth_date: '1990-01-01' }, { guardian: null }]],
    ['nobody, while the birth date is unknown', { birth_date: null }, [{ guardian: null }]],
  ])('no way around it by steps: %s, then a stranger', async (_what, given, steps) => {
    const { id, mother, stranger } = await family(given);
    for (const step of steps) expect((await change(id, step)).status).toBe(200);
    const { body } = await change(id, { birth_date, guardian: stranger.guardian });
    expect([body.guardian, body.guardian_pending?.email]).toEqual([null, stranger.guardian.email]);
    expect(await childrenOf(stranger.id)).toEqual([]);
    const notified = await portal.mails(mother.guardian.email);
    expect(notified).toHaveLength(steps.length + 1);
    await confirm(await confirmLink(stranger.guardian.email), stranger.guardian.cpf);
    expect(await childrenOf(stranger.id)).toEqual([id]);
    // The link of the last change alone brings the mother back.
    const last = notified.map(({ text }) => text).find((text) => text.includes('Responsável novo'));
    expect((await undo(/\/desfazer-cadastro\/([\w-]+)/.exec(last ?? '')?.[1] ?? '')).status).toBe(200);
    expect([await childrenOf(stranger.id), (await rowOf(id)).guardian]).toEqual([[], mother.guardian]);
  });

  it('a guardian removed by mistake is restored at once', async () => {
    const { id, mother } = await family({ birth_date: null });
    await change(id, { guardian: null });
    expect((await change(id, { guardian: mother.guardian })).body.guardian).toEqual(mother.guardian);
    expect((await rowOf(id)).guardian).toEqual(mother.guardian);
  });

  it('the seven days of undo start when the new guardian counts, and the former one is notified then', async () => {
    const { id, mother, stranger } = await family();
    await change(id, { guardian: stranger.guardian });
    portal.clock.advance(5 * DAY);
    const requested = await confirmLink(stranger.guardian.email);
    await confirm(requested, stranger.guardian.cpf);
    await confirm(requested, stranger.guardian.cpf);
    const heard = (await subjects(mother.guardian.email)).filter(
      (subject) => subject === 'Felipe tem outro responsável',
    );
    expect(heard).toHaveLength(1);
    portal.clock.advance(6 * DAY);
    expect((await undo(await undoLink(mother.guardian.email))).status).toBe(200);
    expect([await childrenOf(stranger.id), await childrenOf(mother.id)]).toEqual([[], [id]]);
  });

  it('the office reverts a mistaken guardian by saving the known one, which ends both links', async () => {
    const { id, mother, stranger } = await family();
    await change(id, { guardian: stranger.guardian });
    const [requested, token] = [await confirmLink(stranger.guardian.email), await undoLink(mother.guardian.email)];
    const saved = await change(id, { guardian: mother.guardian });
    expect([saved.status, saved.body.guardian, saved.body.guardian_pending]).toEqual([200, mother.guardian, null]);
    expect((await confirm(requested, stranger.guardian.cpf)).status).toBe(404);
    expect((await undo(token)).status).toBe(404);
    expect(await titles(id)).toContain('O responsável novo foi retirado');
    expect(await subjects(mother.guardian.email)).toContain('Você continua responsável por Felipe');
    await change(id, { guardian: mother.guardian });
    expect(await portal.mails(mother.guardian.email)).toHaveLength(2);
    const trail = (await partOfPerson(portal, 'mudancas', { id }, { as: clerk })).body.items;
    expect(trail.map(({ acao }) => acao)).toEqual(['desistiu do responsável novo', 'mudou os dados']);
  });

  it('a concurrently saved guardian is not lost', async () => {
    const { id } = await addAccount(portal, { birth_date: '1990-01-01' });
    const [first, second] = [await adult('Tia'), await adult('Tia')];
    const { db } = portal.school;
    const isBlocked = async () =>
      (
        await sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
          db,
        )
      ).rows.length > 0;
    const { answer } = await db.transaction().execute(async (tx) => {
      const guardian = JSON.stringify(first.guardian);
      await tx.updateTable('users').set({ guardian }).where('id', '=', id).execute();
      const answer = change(id, { guardian: second.guardian });
      // The request has read the row without a guardian. SQLite has one writer, which reads after this one.
      if (engine === 'postgres') await expect.poll(isBlocked).toBe(true);
      return { answer };
    });
    const { status, body } = await answer;
    if (engine === 'postgres') expect([status, body]).toMatchObject([409, { code: 'stale' }]);
    else expect([status, body.guardian]).toEqual([200, second.guardian]);
  });

  it('an undo skips a CPF that somebody else has meanwhile, and reverts the rest', async () => {
    const { id, mother, stranger, cpf } = await family();
    const next = cpfOf(781_000_000 + count);
    await change(id, { cpf: next, guardian: { ...mother.guardian, phone: '19990001111' } });
    await portal.school.db.updateTable('users').set({ cpf }).where('id', '=', stranger.id).execute();
    expect((await undo(await undoLink(mother.guardian.email))).status).toBe(200);
    expect(await rowOf(id)).toEqual({ guardian: mother.guardian, cpf: next, birth_date });
    const texts = (await portal.ops.inbox.listNotices({ limit: 50, offset: 0 }, { as: clerk })).body.items;
    expect(texts[0]?.body).toContain('menos o CPF');
  });

  it.each([
    ['guardian', { guardian: 'stranger' }],
    ['CPF', { cpf: cpfOf(790_000_000) }],
    ['birth date', { birth_date: '1990-01-01' }],
  ])('changing the %s of a minor needs re-authentication', async (_what, body) => {
    const { id, stranger } = await family();
    const input = 'guardian' in body ? { guardian: stranger.guardian } : body;
    const before = await rowOf(id);
    const token = await portal.tokenOf(clerk);
    portal.clock.advance(11 * MINUTE);
    expect(await change(id, input, token)).toMatchObject({ status: 403, body: { code: 'proof_needed' } });
    expect(await rowOf(id)).toEqual(before);
    expect((await change(id, { street: 'Rua Nova' }, token)).status).toBe(200);
    await portal.ops.auth.reauthenticate({ senha: 'portal-demo' }, { token });
    expect((await change(id, input, token)).status).toBe(200);
    // The next row must not get the CPF of this one.
    await portal.school.db.updateTable('users').set({ cpf: null }).where('id', '=', id).execute();
  });

  it('the first guardian of a pupil, and the CPF of an adult, need no re-authentication and no confirmation', async () => {
    const { id, stranger } = await family({ guardian: null });
    const grown = await addAccount(portal, { cpf: cpfOf(791_000_000 + count), birth_date: '1990-01-01' });
    const token = await portal.tokenOf(clerk);
    portal.clock.advance(11 * MINUTE);
    expect((await change(id, { guardian: stranger.guardian }, token)).body.guardian).toEqual(stranger.guardian);
    expect(await childrenOf(stranger.id)).toEqual([id]);
    expect((await change(grown.id, { cpf: cpfOf(792_000_000 + count) }, token)).status).toBe(200);
    expect([await titles(id), await titles(grown.id)]).toEqual([[], []]);
  });

  it('an adult whom the school makes a minor is notified at the own address', async () => {
    const { id, email } = await addAccount(portal, { birth_date: '1990-01-01' });
    const { guardian } = await adult('Tia');
    expect((await change(id, { birth_date, guardian })).status).toBe(200);
    expect((await undo(await undoLink(email))).status).toBe(200);
    expect((await rowOf(id)).birth_date).toBe('1990-01-01');
  });

  it('an import keeps the guardian until the new one confirms, and asks once when repeated', async () => {
    const { id, mother, stranger } = await family({ updated_at: null });
    const columns = columnsOf(stranger.guardian);
    const tally = await importRow(id, columns);
    expect(Object.keys(tally.preserved ?? {})).toEqual([
      'com responsável novo, que vale quando confirmar pelo e-mail dele',
    ]);
    await importRow(id, columns);
    expect(await portal.mails(stranger.guardian.email)).toHaveLength(1);
    expect(await portal.mails(mother.guardian.email)).toHaveLength(1);
    expect([await childrenOf(stranger.id), await childrenOf(mother.id)]).toEqual([[], [id]]);
    expect(await titles(clerk)).toContain('Uma planilha mudou cadastros de menores');
    await undo(await undoLink(mother.guardian.email));
    await importRow(id, columns);
    expect(await portal.mails(stranger.guardian.email)).toHaveLength(1);
    expect((await rowOf(id)).guardian).toEqual(mother.guardian);
  });

  it('an import that makes a minor an adult notifies the guardian, who can undo it', async () => {
    const { id, mother } = await family({ updated_at: null });
    await importRow(id, { nascimento: '01/01/1990' });
    expect((await rowOf(id)).birth_date).toBe('1990-01-01');
    expect((await undo(await undoLink(mother.guardian.email))).status).toBe(200);
    expect((await rowOf(id)).birth_date).toBe(birth_date);
  });

  it('an import never makes a minor the own guardian', async () => {
    const { id, cpf, stranger } = await family({ updated_at: null });
    await expect(importRow(id, columnsOf({ ...stranger.guardian, cpf }))).rejects.toMatchObject({
      faults: [{ column: 'responsavel_cpf' }],
    });
    const { id: other, mother } = await family({ updated_at: null });
    // She has no account: nobody else holds her CPF.
    await portal.school.db.updateTable('users').set({ cpf: null }).where('id', '=', mother.id).execute();
    const before = await rowOf(other);
    await expect(importRow(other, { cpf: mother.guardian.cpf })).rejects.toMatchObject({
      faults: [{ column: 'cpf', text: expect.stringContaining('precisa ser de outra pessoa') }],
    });
    expect(await rowOf(other)).toEqual(before);
  });

  it('joining an account with a minor’s enrollment does not silently change guardian or birth date', async () => {
    const { id, cpf, mother, stranger } = await family({ updated_at: null });
    const guardian = JSON.stringify(stranger.guardian);
    const own = await addAccount(portal, {
      company: null,
      cpf,
      guardian,
      birth_date: '1990-01-01',
      full_name: 'Felipe N',
    });
    const joined = await portal.ops.people.joinAccount({ id: own.id, user_id: id }, { as: HELENA });
    expect([joined.status, joined.body.guardian, joined.body.birth_date]).toEqual([200, mother.guardian, '1990-01-01']);
    expect((await undo(await undoLink(mother.guardian.email))).status).toBe(200);
    expect(await rowOf(id)).toEqual({ guardian: mother.guardian, cpf, birth_date });
    expect([await childrenOf(stranger.id), await childrenOf(mother.id)]).toEqual([[], [id]]);
  });

  it('a minor’s change of the guardian’s telephone notifies guardian and school', async () => {
    const { id, mother } = await family();
    const { email, full_name, phone, cep, street, street_number, cpf } = {
      ...(await portal.call(account.getMe, {}, { as: id })).body,
      ...{ phone: '19991112222', cep: '13015904', street: 'Rua A', street_number: '1' },
    };
    const own = { email: email ?? '', full_name, phone, cep, street, street_number, cpf: cpf ?? '' };
    const guardian = { ...mother.guardian, phone: '19990009999' };
    const saved = await portal.call(account.updateRegistration, { body: { ...own, guardian } }, { as: id });
    expect(saved.body.guardian).toEqual(guardian);
    expect(await titles(clerk)).toContain('Cadastro de um menor mudou');
    expect((await undo(await undoLink(mother.guardian.email))).status).toBe(200);
    expect((await rowOf(id)).guardian).toEqual(mother.guardian);
  });

  it('two presses of the link undo once', async () => {
    const { id, mother } = await family();
    await change(id, { birth_date: '1990-01-01' });
    const token = await undoLink(mother.guardian.email);
    const answers = await Promise.all([undo(token), undo(token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  it.each(['abc', 'x'.repeat(43), '../../etc'])('refuses the link %j in words', async (token) => {
    const { status, body } = await undo(token);
    expect([404, 422]).toContain(status);
    expect(body.detail).toMatch(/\S/);
  });
});
