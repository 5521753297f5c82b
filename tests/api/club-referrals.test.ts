import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf } from '../../src/lib/api/client.ts';
import { creditReferral, creditReferralEnrollment, listRewards } from '../../src/lib/contract/club.ts';
import { earnPoints } from '../../src/server/club/earning.ts';
import { addMember, addReward, expectBooks, redeem, withKey } from '../support/points.ts';
import { referralDesk } from '../support/referrals.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, helena: 7, igor: 8, nina: 12 };

describe.each(engines)('referrals on %s (API-52, API-53, CLUB-08, CLUB-09)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const { freePhone, friend, refer, contractOf, newcomer, enroll } = referralDesk(() => portal);
  const earning = (as: number) => portal.ops.club.getEarning({}, { as });
  const codeOf = async (as: number) => (await earning(as)).body.codigo;
  const accept = (codigo: string, given = {}, sent: Sent = {}) =>
    portal.ops.club.acceptInvitation({ codigo, ...friend(given) }, sent);
  const move = (id: number, status: 'em_contato' | 'recusada', as = people.helena) =>
    portal.ops.club.setReferralStatus({ id, status, motivo: 'Conferido' }, withKey({ as }));

  it('the member sees each step with its day: sent, contacted, enrolled, credited', async () => {
    const id = await addMember(portal);
    const sent = await refer(id);
    expect([sent.status, sent.body.status, sent.body.nome_mascarado]).toEqual([200, 'enviada', 'Paula N. D.']);
    expect((await portal.call(listRewards, {}, { as: id })).body).toMatchObject({ saldo: 0, pendente: 1500 });
    portal.clock.advance(60_000);
    const contacted = await move(sent.body.id, 'em_contato');
    expect(contacted.body).toMatchObject({ status: 'em_contato', proximos: ['recusada'], pontos_previstos: 1500 });
    expect((await portal.call(listRewards, {}, { as: id })).body).toMatchObject({ saldo: 0, pendente: 1500 });
    portal.clock.advance(60_000);
    const { contract } = await newcomer();
    const credited = await enroll({ indicacao_id: sent.body.id, contrato_id: contract });
    expect(credited.body.transaction).toMatchObject({ origem: 'indicacao_matricula', pontos: 1000, saldo_apos: 1500 });
    expect((await portal.call(listRewards, {}, { as: id })).body).toMatchObject({ saldo: 1500, pendente: 0 });
    const [shown] = (await earning(id)).body.indicacoes;
    expect(shown?.historico.map(({ status }) => status)).toEqual(['enviada', 'em_contato', 'matriculada', 'creditada']);
    const moments = shown?.historico.map(({ em }) => em) ?? [];
    expect(moments.toSorted()).toEqual(moments);
    expect(await expectBooks(portal, id)).toBe(1500);
  });

  it('an enrolment is credited once: for a referral, and for a contract', async () => {
    const id = await addMember(portal);
    const [one, two] = [(await refer(id)).body.id, (await refer(id)).body.id];
    const { contract } = await newcomer();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => enroll({ indicacao_id: one, contrato_id: contract })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(7);
    expect(await enroll({ indicacao_id: two, contrato_id: contract })).toMatchObject({ status: 409 });
    expect(await expectBooks(portal, id)).toBe(1500);
  });

  it('an enrollment at the counter records the referrer', async () => {
    const id = await addMember(portal);
    const { contract } = await newcomer();
    const { status, body } = await enroll({ indicador_user_id: id, contrato_id: contract, pontos: 700 });
    expect([status, body.indicacao?.status, body.transaction?.pontos]).toEqual([200, 'creditada', 700]);
    expect(await expectBooks(portal, id)).toBe(1200);
  });

  it('a friend who uses the invitation gives pending points only; a friend named before is the same referral', async () => {
    const id = await addMember(portal, [], { full_name: 'Rui Teste Silva' });
    const codigo = await codeOf(id);
    const page = await portal.ops.club.getInvitation({ codigo: codigo.toLowerCase() });
    expect(page.body).toEqual({ quem: 'Rui', pontos: 1500, escola: 'KNN Vila Nova' });
    expect((await accept(codigo)).body.detail).toMatch(/Recebemos/);
    expect(await expectBooks(portal, id)).toBe(0);
    expect(await redeem(portal, id, await addReward(portal, { pontos: 1 }))).toMatchObject({
      status: 409,
      body: { code: 'points_short' },
    });
    const telefone = freePhone();
    await refer(id, { telefone });
    expect((await accept(codigo, { telefone })).status).toBe(200);
    expect((await accept(codigo, { telefone })).status).toBe(200);
    expect(await expectBooks(portal, id)).toBe(0);
    expect((await portal.call(listRewards, {}, { as: id })).body).toMatchObject({ saldo: 0, pendente: 3000 });
    expect((await earning(id)).body.indicacoes).toHaveLength(2);
  });

  it('the link of the own code leads to the invitation', async () => {
    const { body } = await earning(people.ana);
    expect(body.link).toBe(`https://aluno.example/convite/${body.codigo}`);
    expect(body.codigo).toBe(await codeOf(people.ana));
    expect(body.formas.map(({ codigo }) => codigo)).toEqual([
      'presenca',
      'unidade',
      'atividade',
      'teste_nivel',
      'indicacao',
      'indicacao_matricula',
      'aniversario',
    ]);
    expect(body.indicacoes.map(({ status }) => status)).toEqual(['enviada', 'recusada', 'em_contato', 'creditada']);
  });

  describe('refused as fraud', () => {
    const fraud = (code: string) => ({ status: 409, body: { code, detail: expect.stringMatching(/\S/) } });
    /** S6 a visitor gets the same answer as everybody, and nothing is stored. */
    async function acceptInVain(codigo: string, given: object) {
      const count = async () => (await portal.school.db.selectFrom('referrals').select('id').execute()).length;
      const before = await count();
      const answer = await accept(codigo, given);
      expect([answer.status, answer.body.detail, await count()]).toEqual([
        200,
        expect.stringMatching(/Recebemos/),
        before,
      ]);
    }

    it('a referral with the own telephone, CPF or code is refused', async () => {
      const phone = freePhone();
      const id = await addMember(portal, [], { phone, cpf: '16899535009' });
      expect(await refer(id, { telefone: phone })).toMatchObject(fraud('own'));
      const codigo = await codeOf(id);
      await acceptInVain(codigo, { cpf: '168.995.350-09' });
      expect(await accept(codigo, {}, { as: id })).toMatchObject(fraud('own_link'));
    });

    it('a referral of a student is refused, by telephone, CPF and mail', async () => {
      const id = await addMember(portal);
      expect(await refer(id, { telefone: '(48) 99111-2233' })).toMatchObject(fraud('student'));
      expect(await refer(id, { email: 'Visitante@demo.example' })).toMatchObject(fraud('student'));
      await acceptInVain(await codeOf(id), { cpf: '11144477735' });
    });

    it('a friend who was referred before, by anybody, also at the same moment, is refused', async () => {
      const [one, two] = [await addMember(portal), await addMember(portal)];
      const telefone = freePhone();
      const answers = await Promise.all(
        Array.from({ length: 16 }, (_, index) => refer(index % 2 ? one : two, { telefone })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const each of answers.filter(({ status }) => status !== 200)) expect(each).toMatchObject(fraud('duplicate'));
      const cpf = '87748248800';
      expect((await accept(await codeOf(one), { cpf })).status).toBe(200);
      await acceptInVain(await codeOf(two), { cpf });
    });

    it('two who refer each other are refused', async () => {
      const [phone, other] = [freePhone(), freePhone()];
      const [one, two] = [await addMember(portal, [], { phone }), await addMember(portal, [], { phone: other })];
      await portal.school.db
        .insertInto('referrals')
        .values({
          user_id: one,
          canal: 'link',
          nome: 'Outro',
          telefone: other,
          status: 'creditada',
          pontos_previstos: 0,
          consentimento_em: portal.clock.now.toISOString(),
          criado_em: portal.clock.now.toISOString(),
        })
        .execute();
      expect(await refer(two, { telefone: phone })).toMatchObject(fraud('loop'));
    });

    it('a referred member cannot be credited for the enrollment of the own referrer', async () => {
      const [one, two] = [
        await addMember(portal, [], { phone: freePhone() }),
        await addMember(portal, [], { phone: freePhone() }),
      ];
      const [first, second] = [await contractOf(one), await contractOf(two)];
      expect((await enroll({ indicador_user_id: one, contrato_id: second })).status).toBe(200);
      expect(await enroll({ indicador_user_id: two, contrato_id: first })).toMatchObject(fraud('loop'));
      expect(await enroll({ indicador_user_id: one, contrato_id: first })).toMatchObject(fraud('own'));
    });

    it('a refusal removes pending points', async () => {
      const id = await addMember(portal);
      const one = (await refer(id)).body.id;
      await move(one, 'em_contato');
      expect((await move(one, 'recusada')).body).toMatchObject({
        status: 'recusada',
        motivo: 'Conferido',
        proximos: [],
      });
      expect((await portal.call(listRewards, {}, { as: id })).body).toMatchObject({ saldo: 0, pendente: 0 });
      expect(await expectBooks(portal, id)).toBe(0);
      expect(await move(one, 'em_contato')).toMatchObject({ status: 409 });
    });

    it('points earned before the enrollment stay, are reversed by a refusal unless spent, and not earned again', async () => {
      const id = await addMember(portal);
      /** Earns points as referrals did before these waited for the enrollment. */
      const earned = async () => {
        const referral = (await refer(id)).body.id;
        await portal.school.db.transaction().execute((tx) =>
          earnPoints(tx, {
            userId: id,
            regra: 'indicacao',
            what: `indicacao:${referral}`,
            at: portal.clock.now,
            timeZone: 'America/Sao_Paulo',
          }),
        );
        return referral;
      };
      const [one, two, three] = [await earned(), await earned(), await earned()];
      expect(await expectBooks(portal, id)).toBe(1500);
      await move(one, 'recusada');
      expect(await expectBooks(portal, id)).toBe(1000);
      await redeem(portal, id, await addReward(portal, { pontos: 800 }));
      expect((await move(two, 'recusada')).status).toBe(200);
      expect(await expectBooks(portal, id)).toBe(200);
      await enroll({ indicacao_id: three, contrato_id: (await newcomer()).contract });
      expect(await expectBooks(portal, id)).toBe(1200);
    });
  });

  it('a refused friend may be referred again', async () => {
    const id = await addMember(portal);
    const telefone = freePhone();
    await move((await refer(id, { telefone })).body.id, 'recusada');
    expect((await refer(id, { telefone })).status).toBe(200);
  });

  it('managers see referrals of their school, and move no others', async () => {
    const id = await addMember(portal, [], { company: 103 });
    const referral = (await refer(id)).body.id;
    const list = (as: number) => portal.ops.club.listReferrals({ limit: 100 }, { as });
    expect((await list(people.helena)).body.items.some((each) => each.id === referral)).toBe(false);
    expect((await list(people.igor)).body.items.find((each) => each.id === referral)?.indicador.id).toBe(id);
    expect((await move(referral, 'em_contato')).status).toBe(404);
    expect((await move(referral, 'em_contato', people.igor)).status).toBe(200);
    const pages = await portal.ops.club.listReferrals({ limit: 1 }, { as: people.igor });
    const later = { limit: 1, depois: pages.body.next ?? '' };
    const second = await portal.ops.club.listReferrals(later, { as: people.igor });
    expect(second.body.items[0]?.id).toBeLessThan(pages.body.items[0]?.id ?? 0);
    expect((await list(people.ana)).status).toBe(403);
    expect((await move(referral, 'recusada', people.ana)).status).toBe(403);
  });

  it('members refer, admins credit, anybody accepts a referral', async () => {
    expect((await refer(people.bruno)).status).toBe(403);
    expect((await earning(people.bruno)).status).toBe(403);
    expect((await enroll({ indicacao_id: 1, contrato_id: 1 }, people.helena)).status).toBe(403);
    expect((await enroll({ indicacao_id: 999_999, contrato_id: (await newcomer()).contract })).status).toBe(404);
    expect((await enroll({ indicacao_id: 1, contrato_id: 999_999 })).status).toBe(404);
    for (const call of [creditReferral, creditReferralEnrollment]) {
      const path = addressOf(call, { params: { id: 1 } });
      expect((await portal.send(call.method, path)).status).toBe(401);
    }
    const { getEarning, listReferrals, setReferralStatus } = portal.ops.club;
    expect((await getEarning()).status).toBe(401);
    expect((await listReferrals()).status).toBe(401);
    expect((await setReferralStatus({ id: 1 } as never)).status).toBe(401);
  });

  it('an invitation with an unknown code, or of a person who left the club, is not found', async () => {
    expect((await portal.ops.club.getInvitation({ codigo: 'XXXX-0000' })).status).toBe(404);
    const id = await addMember(portal);
    const codigo = await codeOf(id);
    await portal.school.db.updateTable('users').set({ is_club: false }).where('id', '=', id).execute();
    expect((await accept(codigo)).status).toBe(404);
  });

  it('API-94 a referral refuses invalid fields with a message, and is limited by IP address', async () => {
    const codigo = await codeOf(people.ana);
    const bad = [
      { telefone: '123' },
      { nome: '' },
      { cpf: '11111111111' },
      { consentimento: false },
      { telefone: '1912345678' },
    ];
    for (const given of bad) expect((await accept(codigo, given)).status).toBe(422);
    const caller = { address: 'one-address' };
    const answers = [];
    for (let round = 0; round < 12; round += 1)
      answers.push((await accept(codigo, { telefone: '1' }, { caller })).status);
    expect(answers.includes(429) || answers.every((status) => status === 422)).toBe(true);
    for (let round = 0; round < 12; round += 1) answers.push((await accept('XXXX-0000', {}, { caller })).status);
    expect(answers.at(-1)).toBe(429);
  });
});
