import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getClass, uploadActivity } from '../../src/lib/contract/pedagogico.ts';
import { notifyOfLead } from '../../src/server/messages/contacts/notify-of-lead.ts';
import { notifyStaff } from '../../src/server/messages/inbox/notify-staff.ts';
import { addBills } from '../support/bills.ts';
import { addDevice, addReader } from '../support/broadcasts.ts';
import { addLead } from '../support/leads.ts';
import { addOrder } from '../support/orders.ts';
import { addMember, addReward, redeem } from '../support/points.ts';
import { pdf } from '../support/sample-files.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addTeacher, addUnit } from '../support/staff.ts';
import { runningClass } from '../support/taught-class.ts';

describe.each(engines)('notices to staff on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const notified = async (user: number) =>
    (
      await portal.school.db
        .selectFrom('notices')
        .select(['chave', 'path', 'title'])
        .where('user_id', '=', user)
        .orderBy('id')
        .execute()
    ).map(({ chave, path }) => [chave, path]);

  it('a redemption notifies staff of the unit with the right once, with a link to it', async () => {
    const [club, other, elsewhere] = [
      await addStaff(portal, { rights: ['clube'], units: [101] }),
      await addStaff(portal, { rights: ['pedidos'] }),
      await addStaff(portal, { rights: ['clube'], units: [await addUnit(portal, 'KNN Longe')] }),
    ];
    const member = await addMember(portal, [[500]]);
    const reward = await addReward(portal);
    const { resgate } = (await redeem(portal, member, reward)).body;
    expect(await notified(club)).toEqual([[`resgate_novo:${resgate.id}`, '/manager-panel/club/resgates']]);
    expect([await notified(other), await notified(elsewhere), await notified(member)]).toEqual([[], [], []]);
  });

  it('each member of staff chooses which kinds are pushed; a student has no such choice', async () => {
    const [on, off] = [
      await addStaff(portal, { rights: ['pedidos'] }),
      await addStaff(portal, { rights: ['pedidos'] }),
    ];
    for (const id of [on, off]) await addDevice(portal, id);
    const own = (await portal.ops.inbox.getNoticePreferences({}, { as: off })).body;
    expect([own.equipe.map(({ kind }) => kind), own.resumo]).toEqual([['pedido_novo'], true]);
    await portal.ops.inbox.updateNoticePreferences({ equipe: { pedido_novo: false }, aviso: true }, { as: off });
    const student = await addReader(portal, 0);
    expect((await portal.ops.inbox.getNoticePreferences({}, { as: student })).body).toMatchObject({
      equipe: [],
      resumo: null,
    });
    const params = { id: 1, numero: 'P-000001', centavos: 1_000, espera: 'pagamento' as const };
    const event = { kind: 'pedido_novo', about: 'x', params, at: { unitId: 101 } } as const;
    for (let time = 0; time < 2; time += 1) {
      await portal.school.db.transaction().execute((tx) => notifyStaff(tx, portal.clock.now, event));
    }
    await portal.worker.runOnce();
    const pushed = async (user: number) =>
      (await portal.school.db.selectFrom('deliveries').select('id').where('user_id', '=', user).execute()).length;
    expect([await pushed(on), await pushed(off)]).toEqual([1, 0]);
    expect([(await notified(on)).length, (await notified(off)).length]).toEqual([1, 1]);
  });

  it('TEACH-06 a submission notifies the teacher of the class, once a day for each assignment', async () => {
    const { db } = portal.school;
    const teacher = await addTeacher(portal);
    const office = await addStaff(portal, { rights: ['turmas'], units: [101] });
    const { id: turma, students } = await runningClass(portal, teacher);
    const title = `Carta ${crypto.randomUUID().slice(0, 8)}`;
    const wish = { titulo: title, descricao: 'Escreva.', tipo: 'tarefa' as const, unidade_id: null, nota_maxima: 10 };
    const dia = new Date(portal.clock.now.getTime() + 5 * 86_400_000).toISOString().slice(0, 10);
    const body = { ...wish, dia, hora: '23:59', vale_pontos: true };
    const work = await portal.ops.teaching.createWork({ id: turma, ...body }, { as: teacher });
    const handIn = async (as: number) => {
      const page = await portal.call(getClass, { params: { id: turma } }, { as });
      const id = page.body.atividades.find(({ titulo }) => titulo === title)?.id ?? 0;
      const file = new FormData();
      file.append('file', new Blob([new Uint8Array(pdf('feito'))]), 'feito.pdf');
      const sent = await portal.call(uploadActivity, { params: { id }, body: file }, { as });
      expect(sent.status, sent.body.detail).toBe(200);
    };
    const news = async (user: number) =>
      (await notified(user)).filter(([chave]) => chave?.startsWith('trabalho_entregue'));
    for (const student of [students[0] ?? 0, students[0] ?? 0, students[1] ?? 0]) await handIn(student);
    const path = `/professor/trabalhos?turma=${turma}`;
    expect(await news(teacher)).toEqual([[expect.stringMatching(`^trabalho_entregue:${work.body.id}:`), path]]);
    expect(await news(office)).toEqual([]);
    portal.clock.advance(86_400_000);
    await handIn(students[1] ?? 0);
    expect(await news(teacher)).toHaveLength(2);
    const own = (await portal.ops.inbox.getNoticePreferences({}, { as: teacher })).body;
    expect(own.equipe).toEqual([
      { kind: 'trabalho_entregue', nome: 'Trabalho entregue', enabled: true },
      { kind: 'resposta_da_turma', nome: 'Resposta a uma mensagem minha', enabled: true },
      { kind: 'aula_mudou', nome: 'Mudança em aula minha', enabled: true },
    ]);
    // In a class without a teacher the office corrects.
    await db.updateTable('turmas').set({ professor_user_id: null }).where('id', '=', turma).execute();
    portal.clock.advance(86_400_000);
    await handIn(students[1] ?? 0);
    expect([(await news(teacher)).length, (await news(office)).length]).toEqual([2, 1]);
  });

  it('the digest is sent once a morning, only if something is open and the person wants it', async () => {
    const waiting = await addStaff(portal, { rights: ['pedidos'] });
    const [nothing, unwanted] = [
      await addStaff(portal, { rights: ['paginas'] }),
      await addStaff(portal, { rights: ['pedidos'] }),
    ];
    await portal.ops.inbox.updateNoticePreferences({ resumo: false }, { as: unwanted });
    const { db } = portal.school;
    const mailsTo = async (user: number) => {
      const { email } = await db.selectFrom('users').select('email').where('id', '=', user).executeTakeFirstOrThrow();
      return db
        .selectFrom('outbox')
        .select(['text'])
        .where('kind', '=', 'resumo')
        .where('recipient', '=', email)
        .execute();
    };
    const at = (clock: string) => {
      const day = new Date(portal.clock.now.getTime() + 86_400_000).toISOString().slice(0, 10);
      portal.clock.now = new Date(`${day}T${clock}:00.000-03:00`);
    };
    at('06:30');
    await portal.worker.runOnce();
    expect(await mailsTo(waiting)).toHaveLength(0);
    portal.clock.advance(3_600_000);
    await Promise.all([portal.worker.runOnce(), portal.worker.runOnce()]);
    await portal.worker.runOnce();
    const [mail] = await mailsTo(waiting);
    expect(await mailsTo(waiting)).toHaveLength(1);
    expect(mail?.text).toMatch(/pedidos? a avançar/);
    expect([await mailsTo(nothing), await mailsTo(unwanted)]).toEqual([[], []]);
    at('07:10');
    await portal.worker.runOnce();
    expect(await mailsTo(waiting)).toHaveLength(2);
  });

  describe('a notice says what is true', () => {
    const bodyOf = async (user: number, about: string) =>
      (
        await portal.school.db
          .selectFrom('notices')
          .select('body')
          .where('user_id', '=', user)
          .where('chave', '=', about)
          .executeTakeFirst()
      )?.body;

    it('the notice of an order that waits for its student names no step for the school', async () => {
      const office = await addStaff(portal, { rights: ['pedidos'] });
      const { order } = await addOrder(portal);
      const body = await bodyOf(office, `pedido_novo:${order.id}`);
      expect(body).toContain('Aguarda o pagamento do aluno');
      expect(body).not.toContain('próximo passo');
    });

    it('the notice of an automatic discount asks for no approval; that of an item does', async () => {
      const office = await addStaff(portal, { rights: ['clube'] });
      const member = await addMember(portal, [[900]]);
      const redeemed = async (reward: number) => (await redeem(portal, member, reward)).body.resgate.id;
      const discount = { entrega: 'desconto' as const, desconto_centavos: 3_000 };
      const waiting = await redeemed(await addReward(portal, discount));
      expect(await bodyOf(office, `resgate_novo:${waiting}`)).toContain('próxima mensalidade em aberto');
      await addBills(portal, member, [{ valor_centavos: 40_000 }]);
      const placed = await redeemed(await addReward(portal, discount));
      expect(await bodyOf(office, `resgate_novo:${placed}`)).toContain('já está na mensalidade');
      const thing = await redeemed(await addReward(portal));
      expect(await bodyOf(office, `resgate_novo:${thing}`)).toContain('aprove');
    });

    it('a contact without a unit notifies exactly the staff who can open it', async () => {
      const whole = await addStaff(portal, { rights: ['contatos'] });
      const ofUnit = await addStaff(portal, { rights: ['contatos'], units: [101] });
      const { db } = portal.school;
      const units = await db
        .selectFrom('companies')
        .select(['id', 'escola_id', 'nome'])
        .where('escola_id', '=', 1)
        .execute();
      const id = await addLead(portal, { unidade: null });
      const taken = { id, unidade_id: null, event: 77_001, isFirst: true };
      await db.transaction().execute((tx) => notifyOfLead(tx, taken, units, portal.clock.now));
      const open = async (as: number) => (await portal.ops.leads.getLead({ id }, { as })).status;
      const isTold = async (user: number) => (await bodyOf(user, 'contato_novo:77001')) !== undefined;
      expect([await open(whole), await isTold(whole)]).toEqual([200, true]);
      expect([await open(ofUnit), await isTold(ofUnit)]).toEqual([200, true]);
      const others = await addStaff(portal, { rights: ['pedidos'] });
      expect([await open(others), await isTold(others)]).toEqual([403, false]);
    });
  });
});
