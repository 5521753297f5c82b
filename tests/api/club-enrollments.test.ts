import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InputOf } from '../../src/lib/page/operations.ts';
import { creditEnrolledFriends } from '../../src/server/club/referrals.ts';
import { addAccount } from '../support/accounts.ts';
import { addMember, expectBooks, withKey } from '../support/points.ts';
import { referralDesk } from '../support/referrals.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const people = { ana: 1, helena: 7, igor: 8 };

describe.each(engines)('the enrolment of a friend on %s (CLUB-08, CLUB-09)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const { freePhone, refer, contractOf, newcomer, enroll } = referralDesk(() => portal);
  const earning = (as: number) => portal.ops.club.getEarning({}, { as });
  type Confirmed = Omit<InputOf<'club.confirmReferralEnrollment'>, 'id'>;
  const confirm = (id: number, body: Confirmed, as = people.helena) =>
    portal.ops.club.confirmReferralEnrollment({ id, ...body }, withKey({ as }));
  const row = async (id: number) =>
    (await portal.ops.club.listReferrals({ limit: 100 }, { as: people.helena })).body.items.find(
      (each) => each.id === id,
    );

  it('the enrolment of a friend is confirmed by the school of the friend, who is found by telephone or named by CPF or e-mail', async () => {
    const id = await addMember(portal);
    const telefone = freePhone();
    const [one, two] = [(await refer(id, { telefone })).body.id, (await refer(id)).body.id];
    portal.clock.advance(60_000);
    const friend = await addAccount(portal, { phone: telefone, full_name: 'Paula Nogueira' });
    await contractOf(friend.id);
    expect(await row(one)).toMatchObject({
      pode_confirmar: true,
      candidatos: [{ id: friend.id, full_name: 'Paula Nogueira' }],
    });
    expect((await confirm(one, { aluno: 'ninguem@demo.example' })).body.fields).toHaveProperty('aluno');
    expect((await confirm(one, {})).status).toBe(422);
    const done = await confirm(one, { aluno_user_id: friend.id });
    expect(done.body).toMatchObject({ status: 'creditada', pode_confirmar: false, proximos: [] });
    expect(await expectBooks(portal, id)).toBe(1500);
    expect((await confirm(two, { aluno_user_id: friend.id })).status).toBe(422);
    const other = await addAccount(portal, { phone: freePhone() });
    await portal.school.db
      .insertInto('turma_alunos')
      .values({ turma_id: 1, user_id: other.id, status: 'ativa' })
      .execute();
    expect((await confirm(two, { aluno: other.email.toUpperCase() })).status).toBe(200);
    expect(await expectBooks(portal, id)).toBe(3000);
  });

  it('CLUB-09 only an admin confirms by a contract, with other points', async () => {
    const id = await addMember(portal);
    const [one, two] = [(await refer(id)).body.id, (await refer(id)).body.id];
    const { contract: contrato_id } = await newcomer();
    expect((await row(one))?.pode_creditar).toBe(false);
    expect((await confirm(one, { contrato_id })).status).toBe(403);
    expect((await confirm(one, { contrato_id: 999_999 }, people.igor)).status).toBe(404);
    expect((await confirm(one, { contrato_id, aluno: 'x' }, people.igor)).body.fields).toHaveProperty('aluno');
    const done = await confirm(one, { contrato_id, pontos: 700 }, people.igor);
    expect([done.status, done.body.status]).toEqual([200, 'creditada']);
    expect(await expectBooks(portal, id)).toBe(1_200);
    expect((await confirm(two, { contrato_id }, people.igor)).body.code).toBe('duplicate');
    // Only an admin sets other points.
    const friend = await newcomer();
    await confirm(two, { aluno_user_id: friend.id, pontos: 90_000 });
    expect(await expectBooks(portal, id)).toBe(2_700);
  });

  it('an enrollment of another school, of oneself, or confirmed by a student is refused', async () => {
    const id = await addMember(portal, [], { company: 103 });
    const foreign = (await refer(id)).body.id;
    const { id: friend } = await newcomer();
    expect((await confirm(foreign, { aluno_user_id: friend })).status).toBe(404);
    const member = await addMember(portal);
    const own = (await refer(member)).body.id;
    await contractOf(member);
    expect((await confirm(own, { aluno_user_id: member })).body.code).toBe('own');
    expect((await confirm(own, { aluno_user_id: friend }, people.ana)).status).toBe(403);
    expect(await expectBooks(portal, member)).toBe(0);
  });

  it('the enrollment of a friend gives the points of the enabled rule, and says how many', async () => {
    const { db } = portal.school;
    const change = (codigo: 'indicacao' | 'indicacao_matricula', ativo: boolean) =>
      portal.ops.club.updatePointRule(
        {
          codigo,
          pontos: codigo === 'indicacao' ? 500 : 1000,
          periodo: 'sempre',
          limite: null,
          ativo,
        },
        { as: people.helena },
      );
    for (const [codigo, brought] of [
      ['indicacao_matricula', 500],
      ['indicacao', 1000],
    ] as const) {
      const id = await addMember(portal);
      const telefone = freePhone();
      const [byHand, bySelf] = [(await refer(id)).body.id, (await refer(id, { telefone })).body.id];
      await change(codigo, false);
      expect((await confirm(byHand, { aluno_user_id: (await newcomer()).id })).body.pontos_previstos).toBe(brought);
      portal.clock.advance(60_000);
      const friend = await addAccount(portal, { phone: telefone });
      await contractOf(friend.id);
      await portal.worker.runOnce();
      expect(await row(bySelf)).toMatchObject({ status: 'creditada', pontos_previstos: brought });
      expect(await expectBooks(portal, id)).toBe(2 * brought);
      // One notice for each friend, and none asks the member to contact the school.
      const notified = await db.selectFrom('notices').select('title').where('user_id', '=', id).execute();
      expect(notified.map(({ title }) => title.split(':')[0])).toEqual(Array(2).fill('Seu amigo se matriculou'));
      await change(codigo, true);
    }
  });

  it('a referral shows its points, also at the monthly limit or with a number set by an admin', async () => {
    const id = await addMember(portal);
    await portal.school.db
      .deleteFrom('point_rules')
      .where('codigo', 'in', ['indicacao', 'indicacao_matricula'])
      .execute();
    const brought: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const { contract: contrato_id } = await newcomer();
      const { body } = await enroll({ indicacao_id: (await refer(id)).body.id, contrato_id });
      brought.push(body.indicacao?.pontos_previstos ?? 0);
    }
    const { contract: contrato_id } = await newcomer();
    const other = await enroll({ indicador_user_id: id, contrato_id, pontos: 700 });
    brought.push(other.body.indicacao?.pontos_previstos ?? 0);
    expect(brought).toEqual([1500, 1500, 1500, 1500, 1500, 1000, 700]);
    expect(await expectBooks(portal, id)).toBe(brought.reduce((sum, points) => sum + points, 0));
  });

  it('the credit of an enrollment waits at the limit of the rule, and is not lost', async () => {
    const id = await addMember(portal);
    const change = (limite: number | null) =>
      portal.ops.club.updatePointRule(
        {
          codigo: 'indicacao_matricula',
          pontos: 1000,
          periodo: 'mes',
          limite,
          ativo: true,
        },
        { as: people.helena },
      );
    await change(1);
    const referrals = [(await refer(id)).body.id, (await refer(id)).body.id];
    const friends = [(await newcomer()).id, (await newcomer()).id];
    expect((await confirm(referrals[0] ?? 0, { aluno_user_id: friends[0] })).status).toBe(200);
    const late = await confirm(referrals[1] ?? 0, { aluno_user_id: friends[1] });
    expect([late.status, late.body.code]).toEqual([409, 'limit']);
    expect(await expectBooks(portal, id)).toBe(1500);
    await change(null);
    expect((await confirm(referrals[1] ?? 0, { aluno_user_id: friends[1] })).status).toBe(200);
    expect(await expectBooks(portal, id)).toBe(3000);
  });

  it('an enrollment is credited although a hundred earlier ones cannot be', async () => {
    const { db } = portal.school;
    const rests = { pontos: 1, periodo: 'sempre' as const, limite: 0, validade_dias: null, ativo: true };
    const at = { atualizado_em: portal.clock.now.toISOString(), por_user_id: null };
    await db
      .insertInto('point_rules')
      .values(['indicacao', 'indicacao_matricula'].map((codigo) => ({ escola_id: 3, codigo, ...rests, ...at })))
      .execute();
    const full = await addMember(portal, [], { company: 103 });
    const phones = Array.from({ length: 101 }, freePhone);
    const now = portal.clock.now.toISOString();
    await db
      .insertInto('referrals')
      .values(
        phones.map((telefone) => ({
          ...{ user_id: full, canal: 'formulario' as const, nome: 'Outro', telefone, status: 'enviada' as const },
          ...{ pontos_previstos: 2, consentimento_em: now, criado_em: now },
        })),
      )
      .execute();
    const id = await addMember(portal);
    const telefone = freePhone();
    await refer(id, { telefone });
    portal.clock.advance(60_000);
    for (const phone of phones) await contractOf((await addAccount(portal, { phone, company: 103 })).id);
    await contractOf((await addAccount(portal, { phone: telefone })).id);
    await creditEnrolledFriends(portal.school);
    expect([await expectBooks(portal, full), await expectBooks(portal, id)]).toEqual([0, 1500]);
    await db.deleteFrom('point_rules').where('escola_id', '=', 3).execute();
    await db.deleteFrom('referrals').where('user_id', '=', full).execute();
  });

  it('nobody confirms an enrollment of the own referral, not even an admin', async () => {
    const { db } = portal.school;
    const staff = [people.helena, people.igor];
    await db.updateTable('users').set({ is_club: true }).where('id', 'in', staff).execute();
    const { id } = (await refer(people.helena)).body;
    const friend = await newcomer();
    expect((await row(id))?.pode_confirmar).toBe(false);
    expect((await confirm(id, { aluno_user_id: friend.id })).status).toBe(403);
    expect(await expectBooks(portal, people.helena)).toBe(0);
    expect((await confirm(id, { aluno_user_id: friend.id }, people.igor)).status).toBe(200);
    expect(await expectBooks(portal, people.helena)).toBe(1500);

    const own = (await refer(people.igor)).body.id;
    const { id: aluno_user_id, contract: contrato_id } = await newcomer();
    expect((await confirm(own, { aluno_user_id }, people.igor)).status).toBe(403);
    expect((await enroll({ indicacao_id: own, contrato_id })).status).toBe(403);
    expect((await enroll({ indicador_user_id: people.igor, contrato_id })).status).toBe(403);
    expect(await expectBooks(portal, people.igor)).toBe(0);
    await db.updateTable('users').set({ is_club: false }).where('id', 'in', staff).execute();
  });

  it('an imported enrollment credits once; a student from before the referral credits nobody', async () => {
    const id = await addMember(portal);
    const [telefone, taken] = [freePhone(), freePhone()];
    const old = await addAccount(portal, { phone: freePhone() });
    await contractOf(old.id);
    portal.clock.advance(60_000);
    await refer(id, { telefone });
    await refer(id, { telefone: taken });
    await portal.school.db.updateTable('users').set({ phone: taken }).where('id', '=', old.id).execute();
    portal.clock.advance(60_000);
    const friend = await addAccount(portal, { phone: telefone });
    await portal.worker.runOnce();
    expect(await expectBooks(portal, id)).toBe(0);
    await contractOf(friend.id);
    await Promise.all([portal.worker.runOnce(), portal.worker.runOnce()]);
    expect(await expectBooks(portal, id)).toBe(1500);
    expect((await earning(id)).body.indicacoes.map(({ status }) => status)).toEqual(['enviada', 'creditada']);
  });
});
