import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe } from '../../src/lib/contract/account.ts';
import { login } from '../../src/lib/contract/auth.ts';
import { refused } from '../../src/server/core/http/refusal.ts';
import { noMail } from '../../src/server/core/ports/mail.ts';
import { drawInviteCodes, keepInviteCodes } from '../../src/server/identity/auth/invitation.ts';
import { inviteAll, sendInvitations } from '../../src/server/school/students/invitations.ts';
import { addAccount } from '../support/accounts.ts';
import { cpfOf } from '../support/cpf.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';
import { create, linkOf } from '../support/students.ts';

const HELENA = 7;
const DAY_MS = 86_400_000;
const PASSWORD = 'um cavalo azul';
/** A whole unit behind one router. */
const PUPILS = 250;

describe.each(engines)('invitations on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { env: { INVITATIONS_PER_MINUTE: '5' } });
  });
  afterAll(() => portal.close());
  const stateOf = async (id: number) => (await portal.ops.students.getPerson({ id }, { as: HELENA })).body.convite;
  const invite = (body: { ids: number[] } | { todos: true; unidade?: number }, as = HELENA) =>
    portal.ops.students.inviteStudents(body, { as });
  const open = (segredo: string, address = '10.0.0.1') =>
    portal.ops.auth.openInvitation({ segredo }, { caller: { address } });
  const accept = (segredo: string, new_password = PASSWORD, address = '10.0.0.1') =>
    portal.ops.auth.acceptInvitation({ segredo, new_password }, { caller: { address } });
  const outbox = async (kind: string) =>
    (await portal.school.db.selectFrom('outbox').select('recipient').where('kind', '=', kind).execute()).length;
  const sheets = (query = {}, as = HELENA) =>
    portal.send('GET', `/api/v1/portal/students/invitations/sheets/?${new URLSearchParams(query)}`, {}, { as });

  /** Codes of sheets, which a test cannot read from the PDF. */
  const codesFor = async (ids: readonly number[]) => {
    const codes = drawInviteCodes(ids.length);
    const printed = ids.map((userId, index) => ({ userId, code: codes[index] ?? '' }));
    await keepInviteCodes(portal.school.db, portal.school.tokens, printed, portal.school.now());
    return codes;
  };

  it('an invitation leads from the queue to the first login by its link', async () => {
    const email = 'primeira@alunos.example';
    const id = (await create(portal, { email, full_name: 'Primeira Pessoa' })).body.id as number;
    expect(await stateOf(id)).toBe('nao_convidado');
    expect((await invite({ ids: [id] })).body).toEqual({
      ...{ na_fila: 1, responsaveis: 0, sem_email: 0, outros: 0, minutos: 1 },
      detail: expect.stringMatching(/^1 convite na fila: sai em 1 minuto\. O portal não envia e-mails/),
    });
    expect(await stateOf(id)).toBe('na_fila');
    expect((await invite({ ids: [id] })).body).toMatchObject({ na_fila: 0, outros: 1 });
    const [mail] = await portal.mails(email);
    expect(mail?.subject).toBe('Boas-vindas, Primeira: seu acesso ao portal');
    expect(mail?.text).toContain('vale por 7 dias');
    expect(await stateOf(id)).toBe('convidado');
    const secret = await linkOf(portal, email);
    expect((await open(secret)).body).toMatchObject({
      primeiro_nome: 'Primeira',
      unidade: 'KNN Vila Nova',
      login: email,
    });
    expect(await stateOf(id)).toBe('abriu');
    expect((await accept(secret, '1234567890')).status).toBe(400);
    const { body } = await accept(secret);
    expect((await portal.call(getMe, {}, { token: body.access_token ?? '' })).body).toMatchObject({
      id,
      email_verified: true,
    });
    expect(await stateOf(id)).toBe('entrou');
    expect((await accept(secret)).status).toBe(404);
    expect((await invite({ ids: [id] })).body).toMatchObject({ na_fila: 0, outros: 1 });
    expect((await portal.call(login, { body: { username: email, password: PASSWORD } })).status).toBe(200);
  });

  it('an invitation link expires after seven days, with another address and with a block', async () => {
    const made = async (email: string) => {
      const id = (await create(portal, { email, convidar: true })).body.id as number;
      portal.clock.advance(61_000);
      return { id, secret: await linkOf(portal, email) };
    };
    const moved = await made('velho@alunos.example');
    await portal.ops.people.updateUser({ id: moved.id, email: 'novo-endereco@alunos.example' }, { as: HELENA });
    expect((await open(moved.secret)).status).toBe(404);
    const blocked = await made('bloqueio@alunos.example');
    await portal.school.db.updateTable('users').set({ is_blocked: true }).where('id', '=', blocked.id).execute();
    expect((await accept(blocked.secret)).status).toBe(404);
    const late = await made('tarde@alunos.example');
    portal.clock.advance(7 * DAY_MS - 60_000);
    expect((await open(late.secret)).status).toBe(200);
    portal.clock.advance(2 * 60_000);
    expect((await open(late.secret)).status).toBe(404);
  });

  it('mails are sent in batches, and a stop in between neither loses nor repeats one', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 12; n += 1)
      ids.push((await create(portal, { email: `onda${n}@alunos.example` })).body.id as number);
    portal.clock.advance(61_000);
    const before = await outbox('welcome');
    expect((await invite({ ids })).body).toMatchObject({ na_fila: 12, minutos: 3 });
    await Promise.all([sendInvitations(portal.school), sendInvitations(portal.school)]);
    expect(await outbox('welcome')).toBe(before + 5);
    await sendInvitations(portal.school);
    expect(await outbox('welcome')).toBe(before + 5);
    for (let wave = 0; wave < 3; wave += 1) {
      portal.clock.advance(61_000);
      await sendInvitations(portal.school);
    }
    expect(await outbox('welcome')).toBe(before + 12);
  });

  it('without SMTP all invitations wait, and none counts as sent', async () => {
    const id = (await create(portal, { convidar: true })).body.id as number;
    const silent = {
      ...portal.school,
      ports: { ...portal.school.ports, mail: noMail },
      config: { ...portal.school.config, outboxViewer: false },
    };
    const before = await outbox('welcome');
    portal.clock.advance(61_000);
    await sendInvitations(silent);
    expect(await outbox('welcome')).toBe(before);
    expect(await stateOf(id)).toBe('na_fila');
  });

  it('all uninvited students of one unit or of all are invited, also by a command', async () => {
    const unit = await addUnit(portal, `KNN Centro`);
    for (let n = 0; n < 3; n += 1) await create(portal, { unidade_id: unit });
    await create(portal, { unidade_id: unit, email: null, cpf: cpfOf(8100) });
    const trial = await inviteAll(portal.school, { unidade: 'KNN Centro', isTrial: true });
    expect(trial).toEqual({ na_fila: 3, sem_email: 1, minutos: 1 });
    expect(await inviteAll(portal.school, { unidade: 'Nenhuma', isTrial: true })).toBeNull();
    expect((await invite({ todos: true, unidade: unit })).body).toMatchObject({ na_fila: 3, sem_email: 1 });
    expect(await inviteAll(portal.school, { unidade: 'KNN Centro', isTrial: false })).toMatchObject({ na_fila: 0 });
    expect((await invite({ todos: true, unidade: 102 })).status).toBe(422);
  });

  it('ROLE-08 nobody out of reach is invited or printed', async () => {
    const unit = await addUnit(portal, 'KNN Longe');
    const local = await addStaff(portal, { company: unit, rights: ['alunos'], units: [unit] });
    const id = (await create(portal)).body.id as number;
    expect((await invite({ ids: [id] }, local)).body).toMatchObject({ na_fila: 0, outros: 1 });
    expect((await sheets({ ids: String(id) }, local)).status).toBe(404);
    expect((await invite({ ids: [id] }, 1)).status).toBe(403);
    expect((await sheets({ ids: String(id) }, 9)).status).toBe(403);
    expect((await sheets({ ids: 'x' })).status).toBe(422);
  });

  it('a printed code logs in once, a newer sheet invalidates it, and the state is printed', async () => {
    const id = (await create(portal, { email: null, cpf: cpfOf(8200), full_name: 'Sem Correio' })).body.id as number;
    const paper = await sheets({ ids: String(id) });
    expect(paper.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await paper.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect(await stateOf(id)).toBe('convidado');
    const code = async () => (await codesFor([id]))[0] ?? '';
    const [first, second] = [await code(), await code()];
    const { token_hash } = await portal.school.db
      .selectFrom('auth_tokens')
      .select('token_hash')
      .where('user_id', '=', id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(token_hash).not.toContain(second);
    expect((await open(first)).status).toBe(404);
    const typed = `${second.slice(0, 4).toLowerCase()} ${second.slice(4, 8)}-${second.slice(8)}`;
    expect((await open(typed)).body.primeiro_nome).toBe('Sem');
    const { body } = await accept(typed);
    expect((await portal.call(getMe, {}, { token: body.access_token ?? '' })).body.id).toBe(id);
    expect(await stateOf(id)).toBe('entrou');
    expect((await accept(second)).status).toBe(404);
    expect((await sheets({ ids: String(id) })).status).toBe(404);
    expect((await portal.call(login, { body: { username: cpfOf(8200), password: PASSWORD } })).status).toBe(200);
  });

  it('no invitation or printed code opens the account of a colleague who also studies', async () => {
    const colleague = await addStaff(portal);
    const clerk = await addStaff(portal, { rights: ['alunos'] });
    expect((await sheets({ ids: String(colleague) }, clerk)).status).toBe(404);
    expect((await invite({ ids: [colleague] }, clerk)).body).toMatchObject({ na_fila: 0 });
    const [code = ''] = await codesFor([colleague]);
    expect((await open(code)).status).toBe(404);
    expect((await accept(code)).status).toBe(404);
  });

  it('a code ends with a login of the person, and when the person’s accounts are joined', async () => {
    const { id } = await addAccount(portal);
    const [seen = ''] = await codesFor([id]);
    const at = portal.clock.now.toISOString();
    await portal.school.db.updateTable('users').set({ last_seen_at: at }).where('id', '=', id).execute();
    expect((await accept(seen)).status).toBe(404);
    const cpf = cpfOf(8300);
    const enrolled = await addAccount(portal, { cpf });
    const own = await addAccount(portal, { company: null, cpf });
    const [code = ''] = await codesFor([enrolled.id]);
    expect((await open(code)).status).toBe(200);
    const body = { user_id: enrolled.id };
    expect((await portal.ops.people.joinAccount({ id: own.id, ...body }, { as: HELENA })).status).toBe(200);
    expect((await accept(code)).status).toBe(404);
  });

  it('sheets for all keep codes already handed out, and a failed PDF invalidates none', async () => {
    const unit = await addUnit(portal, 'KNN Papel');
    const id = (await create(portal, { unidade_id: unit, email: null, cpf: cpfOf(8400) })).body.id as number;
    const all = { unidade: String(unit) };
    const newest = () =>
      portal.school.db
        .selectFrom('auth_tokens')
        .select('id')
        .where('user_id', '=', id)
        .where('used_at', 'is', null)
        .executeTakeFirst();
    const { papers } = portal.school;
    const run = papers.run;
    papers.run = () => Promise.reject(refused('no paper'));
    expect((await sheets(all)).status).toBe(400);
    papers.run = run;
    expect(await newest()).toBeUndefined();
    expect(await stateOf(id)).toBe('nao_convidado');
    const both = await Promise.all([sheets(all), sheets(all)]);
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const first = await newest();
    const again = await sheets(all);
    expect([again.status, ((await again.json()) as { detail: string }).detail]).toEqual([
      404,
      expect.stringContaining('marque as pessoas'),
    ]);
    expect(await newest()).toEqual(first);
    expect((await sheets({ ids: String(id) })).status).toBe(200);
    expect(await newest()).not.toEqual(first);
  });

  it('one of two concurrent uses of a code succeeds', async () => {
    const { id } = await addAccount(portal);
    const [code = ''] = await codesFor([id]);
    const answers = await Promise.all([accept(code), accept(code)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
  });

  it('only wrong codes count against the IP address of a school', async () => {
    const { hashes } = portal.school;
    const accounts: number[] = [];
    for (let n = 0; n < PUPILS; n += 1) accounts.push((await addAccount(portal)).id);
    const codes = await codesFor(accounts);
    const slow = hashes.hash;
    hashes.hash = async () => 'not a real hash';
    const address = '203.0.113.7';
    for (const code of codes) {
      expect((await open(code, address)).status).toBe(200);
      expect((await accept(code, PASSWORD, address)).status).toBe(200);
    }
    hashes.hash = slow;
    let refused = 0;
    for (let n = 0; n < 320; n += 1) if ((await open('AAAABBBBCCCC', address)).status === 429) refused += 1;
    expect(refused).toBe(20);
  });
});
