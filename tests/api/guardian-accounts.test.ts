import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe, verifyEmail } from '../../src/lib/contract/account.ts';
import { login, requestPasswordReset, resetPassword } from '../../src/lib/contract/auth.ts';
import { drawInviteCodes, keepGuardianCodes } from '../../src/server/identity/auth/invitation.ts';
import { eraseDue } from '../../src/server/operate/privacy/erasure.ts';
import { addAccount } from '../support/accounts.ts';
import { cpfOf } from '../support/cpf.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';
import { create, linkOf } from '../support/students.ts';

const HELENA = 7;
const DAY_MS = 86_400_000;
const PASSWORD = 'um cavalo azul';

describe.each(engines)('the account of a guardian on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  let count = 0;
  const newGuardian = () => {
    count += 1;
    return {
      full_name: `Marta Jovem ${'abcdefghijklmnopqrstuvwxyz'[count % 26]}`,
      ...{ cpf: cpfOf(910_000 + count), email: `mae${count}@familia.example`, phone: '19994440000', relation: 'Mãe' },
    };
  };
  type Guardian = ReturnType<typeof newGuardian>;
  const birth = () => `${portal.clock.now.getFullYear() - 12}-01-01`;
  const enroll = async (guardian: Guardian, more: object = {}) =>
    (await create(portal, { birth_date: birth(), guardian, convidar: true, ...more })).body.id as number;
  const open = (segredo: string) => portal.ops.auth.openInvitation({ segredo });
  const accept = (segredo: string, more: object = {}) =>
    portal.ops.auth.acceptInvitation({ segredo, new_password: PASSWORD, aceite: true, ...more });
  const personOf = async (id: number, as = HELENA) => (await portal.ops.students.getPerson({ id }, { as })).body;
  const stateOf = async (id: number) => (await personOf(id)).convite_do_responsavel?.estado;
  const childrenOf = async (token: string | null) => {
    const { body } = await portal.ops.account.listFamily({}, { token: token ?? '' });
    return Array.isArray(body) ? body.map(({ id }) => id) : body;
  };
  const come = async (guardian: Guardian) => (await accept(await linkOf(portal, guardian.email))).body.access_token;
  const codeFor = async (userId: number, guardian: Guardian) => {
    const [code = ''] = drawInviteCodes(1);
    await keepGuardianCodes(portal.school.db, portal.school.tokens, [{ userId, guardian, code }], portal.clock.now);
    return code;
  };

  it('a guardian named by the office logs in by a link that works once', async () => {
    const guardian = newGuardian();
    const id = await enroll(guardian, { full_name: 'Leo Jovem', email: null, cpf: cpfOf(920_001) });
    expect(await stateOf(id)).toBe('na_fila');
    const [mail] = await portal.mails(guardian.email);
    expect(mail?.subject).toBe('Acompanhe Leo no portal');
    expect(await stateOf(id)).toBe('convidado');
    const secret = await linkOf(portal, guardian.email);
    expect((await open(secret)).body).toMatchObject({
      ...{ primeiro_nome: 'Marta', unidade: 'KNN Vila Nova', login: guardian.email },
      responsavel: { alunos: ['Leo Jovem'], conta: 'nova' },
    });
    expect(await stateOf(id)).toBe('abriu');
    expect(await accept(secret, { aceite: false })).toMatchObject({ status: 422, body: { fields: { aceite: /./ } } });
    expect((await accept(secret, { new_password: '1234567890' })).status).toBe(400);
    const { body } = await accept(secret);
    const { body: me } = await portal.call(getMe, {}, { token: body.access_token ?? '' });
    expect(me).toMatchObject({
      email_verified: true,
      tem_criancas: true,
      cpf: guardian.cpf,
      full_name: guardian.full_name,
    });
    expect(me.drive_user).toMatchObject({ papel: 'responsavel', company: { nome: 'KNN Vila Nova' } });
    expect(await childrenOf(body.access_token)).toEqual([id]);
    expect((await accept(secret)).status).toBe(404);
    expect((await open(secret)).status).toBe(404);
    expect((await personOf(id)).conta_do_responsavel).toMatchObject({ id: me.id, ultimo_acesso: /./ });
    expect((await portal.call(login, { body: { username: guardian.email, password: PASSWORD } })).status).toBe(200);
    const consents = await portal.ops.account.listConsents({}, { token: body.access_token ?? '' });
    expect(consents.body.map(({ tipo }) => tipo)).toEqual(['responsavel']);
    expect((await portal.ops.students.inviteGuardian({ id }, { as: HELENA })).status).toBe(409);
  });

  it('a guardian has one account and one mail for several children, also for later ones', async () => {
    const guardian = newGuardian();
    const first = await enroll(guardian, { full_name: 'Ana Jovem' });
    const second = await enroll(guardian, { full_name: 'Beto Jovem' });
    expect(await portal.mails(guardian.email)).toHaveLength(1);
    const third = await enroll(guardian, { full_name: 'Caio Jovem' });
    expect(await portal.mails(guardian.email)).toHaveLength(1);
    const token = await come(guardian);
    expect(await childrenOf(token)).toEqual([first, second, third]);
    const fourth = await enroll(guardian, { full_name: 'Davi Jovem' });
    expect(await portal.mails(guardian.email)).toHaveLength(1);
    expect(await childrenOf(token)).toEqual([first, second, third, fourth]);
  });

  it('a link ends with its days, with another guardian, with another address and with the block of the child', async () => {
    const made = async () => {
      const guardian = newGuardian();
      const id = await enroll(guardian);
      return { id, guardian, secret: await linkOf(portal, guardian.email) };
    };
    const changed = async (change: Partial<Guardian>) => {
      const { id, guardian, secret } = await made();
      const next = JSON.stringify({ ...guardian, ...change });
      await portal.school.db.updateTable('users').set({ guardian: next }).where('id', '=', id).execute();
      return secret;
    };
    expect((await open(await changed({ cpf: cpfOf(930_001) }))).status).toBe(404);
    expect((await open(await changed({ email: 'outra@familia.example' }))).status).toBe(404);
    const blocked = await made();
    await portal.school.db.updateTable('users').set({ is_blocked: true }).where('id', '=', blocked.id).execute();
    expect((await accept(blocked.secret)).status).toBe(404);
    const late = await made();
    portal.clock.advance(7 * DAY_MS - 60_000);
    expect((await open(late.secret)).status).toBe(200);
    portal.clock.advance(2 * 60_000);
    expect((await open(late.secret)).status).toBe(404);
    expect((await open('nenhum segredo')).status).toBe(404);
    await portal.ops.students.inviteGuardian({ id: late.id }, { as: HELENA });
    expect((await open(await linkOf(portal, late.guardian.email))).status).toBe(200);
  });

  it('two concurrent uses of a link make one account', async () => {
    const guardian = newGuardian();
    await enroll(guardian);
    const secret = await linkOf(portal, guardian.email);
    const answers = await Promise.all([accept(secret), accept(secret)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const held = portal.school.db.selectFrom('users').select('id').where('cpf', '=', guardian.cpf);
    expect(await held.execute()).toHaveLength(1);
  });

  it('an existing account with her CPF is linked only by its own password, and then sees the child', async () => {
    const guardian = newGuardian();
    const studies = await addAccount(portal, {
      ...{ cpf: guardian.cpf, email: 'estuda@familia.example', last_seen_at: portal.clock.now.toISOString() },
    });
    const id = await enroll(guardian);
    const secret = await linkOf(portal, guardian.email);
    expect((await open(secret)).body.responsavel).toMatchObject({ conta: 'senha' });
    expect((await open(secret)).body.login).not.toContain('estuda@');
    // If it is not hers, the school corrects it.
    expect((await open(secret)).body.responsavel?.escola).toMatch(/^https:\/\/wa\.me\/\d+/);
    expect(await accept(secret)).toMatchObject({ status: 400, body: { fields: { new_password: /./ } } });
    const { body } = await accept(secret, { new_password: 'portal-demo' });
    expect((await portal.call(getMe, {}, { token: body.access_token ?? '' })).body.id).toBe(studies.id);
    expect(await childrenOf(body.access_token)).toEqual([id]);
    // The guardian's address is not that of the account: nothing proved its mailbox.
    expect((await portal.call(getMe, {}, { token: body.access_token ?? '' })).body.email_verified).toBe(false);
  });

  it('an unused account with her address gets its first password by her link', async () => {
    const guardian = newGuardian();
    const studies = await addAccount(portal, { cpf: guardian.cpf, email: guardian.email });
    const id = await enroll(guardian);
    const { body } = await accept(await linkOf(portal, guardian.email));
    expect((await portal.call(getMe, {}, { token: body.access_token ?? '' })).body).toMatchObject({
      ...{ id: studies.id, email_verified: true },
    });
    expect(await childrenOf(body.access_token)).toEqual([id]);
  });

  it('S18 a printed code opens no unused account of another unit', async () => {
    const guardian = newGuardian();
    const far = await addUnit(portal, 'KNN da Outra');
    await addAccount(portal, { cpf: guardian.cpf, email: guardian.email, company: far });
    const id = await enroll(guardian);
    const code = await codeFor(id, guardian);
    expect((await open(code)).body.responsavel).toMatchObject({ conta: 'senha' });
    expect((await accept(code)).status).toBe(400);
  });

  it('a guardian who enrolls later uses one account for both', async () => {
    const guardian = newGuardian();
    const id = await enroll(guardian);
    const token = await come(guardian);
    const own = (await portal.call(getMe, {}, { token: token ?? '' })).body;
    const made = await create(portal, { cpf: guardian.cpf, email: guardian.email, full_name: guardian.full_name });
    expect(made.body.id).toBe(own.id);
    expect(await childrenOf(token)).toEqual([id]);
    expect((await personOf(own.id)).e_aluno).toBe(true);
    const other = await create(portal, { cpf: guardian.cpf });
    expect(other.status).toBe(409);
  });

  it('no new student takes her account by her CPF alone, or by her e-mail out of reach or unverified', async () => {
    const guardian = newGuardian();
    const id = await enroll(guardian);
    const token = await come(guardian);
    const own = (await portal.call(getMe, {}, { token: token ?? '' })).body;
    const { cpf, email } = guardian;
    const unit = await addUnit(portal, 'KNN de Outra Rua');
    const local = await addStaff(portal, { company: unit, rights: ['alunos'], units: [unit] });
    const users = portal.school.db.updateTable('users').where('id', '=', own.id);
    const answers = [await create(portal, { cpf }), await create(portal, { cpf, email, unidade_id: unit }, local)];
    await users.set({ email_verified: false }).execute();
    answers.push(await create(portal, { cpf, email }));
    expect(answers.map(({ status, body }) => [status, (body as { code?: string }).code])).toEqual(
      answers.map(() => [409, 'cpf_taken']),
    );
    await users.set({ email_verified: true }).execute();
    expect([(await personOf(own.id)).e_aluno, await childrenOf(token)]).toEqual([false, [id]]);
  });

  it('a guardian with a printed code can enroll after confirming her e-mail by a link of the office', async () => {
    const guardian = newGuardian();
    const id = await enroll(guardian, { convidar: false });
    const { body } = await accept(await codeFor(id, guardian));
    const token = body.access_token ?? '';
    const own = (await portal.call(getMe, {}, { token })).body;
    const { cpf, email, full_name } = guardian;
    const study = () => create(portal, { cpf, email, full_name });
    expect((await create(portal, { cpf, email: 'outro@casa.example' })).body.fields?.email).toMatch(/outro e-mail/);
    expect((await study()).body.fields?.email).toMatch(/falta confirmar/);
    const send = (as: number | undefined, given = cpf) =>
      portal.ops.students.sendGuardianVerification({ cpf: given }, { as });
    const local = await addStaff(portal, { company: 103, rights: ['alunos'], units: [103] });
    const refusals = [await send(undefined), await send(own.id), await send(local), await send(HELENA, cpfOf(999_001))];
    expect(refusals.map(({ status }) => status)).toEqual([401, 403, 422, 422]);
    expect((await send(HELENA, '123')).body.fields).toHaveProperty('cpf');
    expect((await send(HELENA)).body.detail).toMatch(/O link saiu para .+\*/);
    expect((await send(HELENA)).status).toBe(429);
    const [mail] = await portal.mails(email);
    const secret = /token_email=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect((await portal.call(verifyEmail, { body: { token_email: secret } }, { token })).status).toBe(200);
    expect((await study()).body.id).toBe(own.id);
    expect(await childrenOf(token)).toEqual([id]);
    expect((await send(HELENA)).status).toBe(422);
  });

  it('a guardian cannot be the child', async () => {
    const guardian = newGuardian();
    const made = await create(portal, { cpf: guardian.cpf, birth_date: birth(), guardian });
    expect(made).toMatchObject({ status: 422, body: { fields: { 'guardian.cpf': /./ } } });
    const id = await enroll(guardian);
    const secret = await linkOf(portal, guardian.email);
    await portal.school.db.updateTable('users').set({ cpf: guardian.cpf }).where('id', '=', id).execute();
    expect(await accept(secret)).toMatchObject({ status: 409, body: { code: 'cpf_taken' } });
  });

  it('an account with her CPF and an unverified e-mail sees nothing, pays nothing and is not notified', async () => {
    const guardian = newGuardian();
    await enroll(guardian, { convidar: false });
    const { id: as } = await addAccount(portal, { cpf: guardian.cpf, email: guardian.email });
    const { account, finance } = portal.ops;
    const seen = [(await account.listFamily({}, { as })).body, (await finance.listFamilyFinance({}, { as })).body];
    expect([...seen, (await portal.call(getMe, {}, { as })).body.paga_por_outros]).toEqual([[], [], null]);
  });

  it('a printed code makes an account with an unverified e-mail, for children of its unit only', async () => {
    const guardian = newGuardian();
    const far = await addUnit(portal, 'KNN da Prima');
    const near = await enroll(guardian);
    await enroll(guardian, { unidade_id: far });
    const sheet = await portal.send(
      ...(['GET', `/api/v1/portal/students/invitations/sheets/?ids=${near}&quem=responsaveis`, {}] as const),
      { as: HELENA },
    );
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect((await personOf(near)).convite_do_responsavel?.impresso_em).not.toBeNull();
    // The same for a guardian with another address, whose earlier mail went elsewhere.
    const moved = newGuardian();
    const theirs = await enroll(moved);
    await portal.mails(moved.email);
    const named = JSON.stringify({ ...moved, email: `nova.${moved.email}` });
    await portal.school.db.updateTable('users').set({ guardian: named }).where('id', '=', theirs).execute();
    const printed = `/api/v1/portal/students/invitations/sheets/?ids=${theirs}&quem=responsaveis`;
    expect((await portal.send('GET', printed, {}, { as: HELENA })).status).toBe(200);
    expect((await personOf(theirs)).convite_do_responsavel).toMatchObject({ convidado_em: null, impresso_em: /./ });
    const [first, code] = [await codeFor(near, guardian), await codeFor(near, guardian)];
    expect((await open(first)).status).toBe(404);
    const { body } = await accept(code);
    const { body: me } = await portal.call(getMe, {}, { token: body.access_token ?? '' });
    expect(me).toMatchObject({ email_verified: false, tem_criancas: true });
    expect(await childrenOf(body.access_token)).toEqual([near]);
    expect((await accept(code)).status).toBe(404);
    const again = `/api/v1/portal/students/invitations/sheets/?ids=${near}&quem=responsaveis`;
    expect((await portal.send('GET', again, {}, { as: HELENA })).status).toBe(404);
  });

  it('an invitation goes to the guardian instead of a child with the same address, and to nobody else', async () => {
    const guardian = newGuardian();
    const shared = await enroll(guardian, { email: guardian.email });
    expect((await portal.mails(guardian.email)).map(({ subject }) => subject)).toEqual(['Acompanhe Novo no portal']);
    const answer = await portal.ops.students.inviteStudents({ ids: [shared] }, { as: HELENA });
    expect(answer.body).toMatchObject({ na_fila: 0, responsaveis: 1, outros: 0 });
    // A second invitation before her login: still only hers.
    await portal.ops.students.inviteStudents({ todos: true }, { as: HELENA });
    const link = await linkOf(portal, guardian.email);
    expect((await portal.mails(guardian.email)).filter(({ subject }) => !subject.startsWith('Acompanhe'))).toEqual([]);
    await accept(link);
    // The child's own invitation is sent once she has logged in.
    expect((await portal.mails(guardian.email))[0]?.subject).not.toMatch(/^Acompanhe/);
    const adult = newGuardian();
    const grown = await enroll(adult, { birth_date: '1990-01-01' });
    expect(await portal.mails(adult.email)).toEqual([]);
    expect((await personOf(grown)).convite_do_responsavel).toBeNull();
    expect((await portal.ops.students.inviteGuardian({ id: grown }, { as: HELENA })).status).toBe(409);
  });

  it('the first guardian set by the office is invited; a replacement has to confirm first', async () => {
    const [first, next] = [newGuardian(), newGuardian()];
    const id = (await create(portal, { birth_date: '1990-01-01' })).body.id as number;
    await portal.school.db.updateTable('users').set({ birth_date: birth() }).where('id', '=', id).execute();
    expect((await portal.ops.people.updateUser({ id, guardian: first }, { as: HELENA })).status).toBe(200);
    expect(await portal.mails(first.email)).toHaveLength(1);
    await portal.ops.people.updateUser({ id, guardian: next }, { as: HELENA });
    const [question, ...more] = await portal.mails(next.email);
    expect(more).toEqual([]);
    const token = decodeURIComponent(/\/responsavel\/([^"\s<]+)/.exec(question?.text ?? '')?.[1] ?? '');
    expect((await portal.ops.account.startGuardianAccess({ token })).status).toBe(404);
    await portal.ops.account.confirmGuardian({ token, cpf: next.cpf, aceite: true });
    const { segredo } = (await portal.ops.account.startGuardianAccess({ token })).body;
    expect(await childrenOf((await accept(segredo)).body.access_token)).toEqual([id]);
    expect((await portal.ops.account.startGuardianAccess({ token: 'x' })).status).toBe(404);
  });

  it('a recovery sends link and code, or the invitation without an account, with the same answer for all', async () => {
    const ask = async (email: string, isAccessCode: 'true' | 'false' = 'false') =>
      (await portal.call(requestPasswordReset, { query: { email, isAccessCode } })).body;
    const guardian = newGuardian();
    await enroll(guardian);
    await portal.mails(guardian.email);
    const answers = [await ask(guardian.email.toUpperCase()), await ask('ninguem@familia.example')];
    expect(new Set(answers.map(({ detail }) => detail)).size).toBe(1);
    const mails = await portal.mails(guardian.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Acompanhe Novo no portal', 'Acompanhe Novo no portal']);
    expect(await portal.mails('ninguem@familia.example')).toEqual([]);
    await come(guardian);
    await ask(guardian.email, 'true');
    const [mail] = await portal.mails(guardian.email);
    const code = /\b\d{8}\b/.exec(mail?.subject ?? '')?.[0] ?? '';
    const body = { new_password: 'outro cavalo azul', email: guardian.email };
    expect((await portal.call(resetPassword, { query: { token: code }, body })).status).toBe(200);
    const again = await portal.call(login, { body: { username: guardian.cpf, password: 'outro cavalo azul' } });
    expect(again.status).toBe(200);
  });

  it('a guardian blocked by the office can neither log in nor be invited', async () => {
    const guardian = newGuardian();
    const id = await enroll(guardian);
    const token = (await come(guardian)) ?? '';
    const account = (await personOf(id)).conta_do_responsavel?.id ?? 0;
    expect((await portal.ops.people.setUserBlock({ id: account, bloqueado: true }, { as: HELENA })).status).toBe(200);
    expect((await portal.call(getMe, {}, { token })).status).toBe(401);
    expect((await personOf(id)).conta_do_responsavel).toMatchObject({ bloqueada: true });
    expect((await portal.ops.students.inviteGuardian({ id }, { as: HELENA })).status).toBe(409);
    expect((await portal.call(login, { body: { username: guardian.email, password: PASSWORD } })).status).toBe(400);
  });

  it('S15 a guardian erases her account, stays named in the registration, and can be invited again', async () => {
    const guardian = newGuardian();
    const id = await enroll(guardian);
    const token = (await come(guardian)) ?? '';
    const requested = await portal.ops.account.deleteAccount({ current_password: PASSWORD }, { token });
    expect(requested.status).toBe(200);
    portal.clock.advance(8 * DAY_MS);
    await eraseDue(portal.school);
    const person = await personOf(id);
    expect(person.conta_do_responsavel).toBeNull();
    expect([person.convite_do_responsavel?.estado, person.cadastro.responsavel?.nome]).toEqual([
      'nao_convidado',
      guardian.full_name,
    ]);
    expect((await portal.ops.students.inviteGuardian({ id }, { as: HELENA })).status).toBe(200);
    expect(await childrenOf((await come(guardian)) ?? '')).toEqual([id]);
  });

  it('the search of the panel finds a child by the name of the current guardian, also without an account', async () => {
    const guardian = { ...newGuardian(), full_name: 'Eufrásia Quirino' };
    const id = await enroll(guardian, { full_name: 'Ubirajara Lins' });
    const search = async (q: string, as = HELENA) =>
      (await portal.ops.panel.searchPanel({ q }, { as })).body.flatMap(({ tipo, ...item }) =>
        tipo === 'pessoa' ? [[item.id, item.detalhe]] : [],
      );
    expect(await search('quirino eufrasia')).toEqual([[id, 'Mãe: Eufrásia Quirino · KNN Vila Nova']]);
    expect(await search('ubirajara')).toEqual([[id, expect.not.stringContaining('Quirino')]]);
    const other = JSON.stringify({ ...guardian, full_name: 'Outra Pessoa' });
    await portal.school.db.updateTable('users').set({ guardian: other }).where('id', '=', id).execute();
    expect(await search('quirino eufrasia')).toEqual([]);
    const unit = await addUnit(portal, 'KNN Distante');
    const local = await addStaff(portal, { company: unit, rights: ['alunos'], units: [unit] });
    expect(await search('outra pessoa', local)).toEqual([]);
  });

  it('ROLE-08 only staff of her child’s unit invite a guardian or print her code', async () => {
    const guardian = newGuardian();
    const id = await enroll(guardian);
    const unit = await addUnit(portal, 'KNN Longe');
    const local = await addStaff(portal, { company: unit, rights: ['alunos'], units: [unit] });
    const invite = (as?: number) => portal.ops.students.inviteGuardian({ id }, { as });
    expect([(await invite()).status, (await invite(1)).status, (await invite(local)).status]).toEqual([401, 403, 404]);
    const path = `/api/v1/portal/students/invitations/sheets/?ids=${id}&quem=responsaveis`;
    expect((await portal.send('GET', path, {}, { as: local })).status).toBe(404);
    expect((await portal.ops.students.inviteGuardian({ id: 0 }, { as: HELENA })).status).toBe(422);
  });
});
