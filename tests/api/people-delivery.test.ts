import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Schema } from '../../src/server/tables.ts';
import { addAccount } from '../support/accounts.ts';
import { partOfPerson } from '../support/person-parts.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';
import { addStaff, addTeacher } from '../support/staff.ts';

const people = { ana: 1, bruno: 2, helena: 7, igor: 8, julia: 9, marcos: 11, nina: 12 };
const DAY_MS = 86_400_000;

describe.each(engines)('deliveries to a person, on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const read = (id: number | string, sent: Sent = { as: people.helena }) =>
    partOfPerson(portal, 'avisos', { id }, sent);
  const at = (days = 0) => new Date(portal.clock.now.getTime() + days * DAY_MS).toISOString();
  const maria = async () => (await addAccount(portal, { full_name: 'Maria Lopes' })).id;
  let count = 0;
  async function addDevice(user_id: number, more: Partial<Insertable<Schema['push_subscriptions']>> = {}) {
    count += 1;
    const { id } = await portal.school.db
      .insertInto('push_subscriptions')
      .values({
        user_id,
        endpoint: `https://fcm.googleapis.com/fcm/send/${count}`,
        p256dh: 'x',
        auth: `manager-delivery-${count}`,
        is_pwa: true,
        device_type: 'mobile',
        platform: 'android',
        session_id: 's',
        created_at: at(),
        updated_at: at(),
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  async function addOutcome(user_id: number, more: Partial<Insertable<Schema['deliveries']>> = {}) {
    count += 1;
    await portal.school.db
      .insertInto('deliveries')
      .values({
        user_id,
        target: 'push',
        subscription_id: null,
        token: `token-${count}`,
        kind: 'envio',
        status: 'aceita',
        attempts: 1,
        last_status: 201,
        reason: null,
        at: at(),
        device_type: 'mobile',
        platform: 'android',
        ...more,
      })
      .execute();
  }
  const addNotice = async (user_id: number, title: string, more: Partial<Insertable<Schema['notices']>> = {}) =>
    (
      await portal.school.db
        .insertInto('notices')
        .values({ user_id, title, body: 'x', path: '/dashboard', category: 'aula', created_at: at(), ...more })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;

  it('nobody asked her yet', async () => {
    const { status, body } = await read(await maria());
    expect(status).toBe(200);
    expect(body).toEqual({
      person: {
        frase: 'Maria ainda não ativou as notificações em nenhum aparelho.',
        o_que_fazer: expect.stringContaining('Ativar notificações'),
      },
      devices: [],
      mensagens: [],
      next: null,
      outcomes: [],
    });
  });

  it('the list of deliveries has each device, newest first, and the outcome of each notice without a push', async () => {
    const id = await maria();
    const good = await addDevice(id, { last_ok_at: at(-1) });
    const bad = await addDevice(id, {
      endpoint: 'https://web.push.apple.com/abc',
      platform: 'ios',
      updated_at: at(-2),
      last_error: JSON.stringify({ status: 503, reason: 'http_503', at: at(-1) }),
    });
    const browser = await addDevice(id, { platform: 'ios', is_pwa: false, updated_at: at(-3) });
    await addOutcome(id, { subscription_id: bad, platform: 'ios', notice_id: await addNotice(id, 'Aula cancelada') });
    await addOutcome(id, { kind: 'teste', status: 'expirada', last_status: 410, reason: 'gone' });
    await addOutcome(id, { status: 'na_fila', attempts: 0, last_status: null, due_at: at(0.3), expires_at: at(2) });
    const { body } = await read(id);
    expect(body.person.frase).toBe('Está tudo certo: Maria recebe notificações em 3 aparelhos.');
    expect(body.devices.map((device) => [device.id, device.platform, device.frase])).toEqual([
      [good, 'android', expect.stringMatching(/^Recebe normalmente: a última foi aceita ontem,/)],
      [bad, 'ios', 'Na última vez, o serviço da Apple estava fora do ar.'],
      [browser, 'ios', expect.stringContaining('pelo navegador')],
    ]);
    expect(body.outcomes.map(({ title, frase }) => [title, frase])).toEqual([
      ['Notificação da escola', expect.stringMatching(/^Fora do horário: vai /)],
      ['Notificação de teste', 'O aparelho saiu: a permissão foi retirada ou o portal foi desinstalado.'],
    ]);
    expect(body.mensagens).toMatchObject([
      {
        titulo: 'Aula cancelada',
        lida_em: null,
        alvos: [
          {
            alvo: 'push',
            frase: 'Aceita pelo serviço da Apple e ainda não mostrada: o aparelho pode estar desligado.',
          },
        ],
      },
    ]);
    expect(JSON.stringify(body)).not.toMatch(/endpoint|p256dh|auth|token|googleapis/);
  });

  it('an expired device, a disabled kind and devices without push are distinguished', async () => {
    const [left, off, broken] = [await maria(), await maria(), await maria()];
    await addOutcome(left, { status: 'expirada', last_status: 410, reason: 'gone' });
    expect((await read(left)).body.person.frase).toMatch(/já recebeu/);
    await addDevice(off);
    await portal.school.db
      .insertInto('notification_preferences')
      .values([
        { user_id: off, category: 'campanha', enabled: false },
        { user_id: off, category: 'aula', enabled: true },
      ])
      .execute();
    expect((await read(off)).body.person.frase).toMatch(/em 1 aparelho, menos eventos:/);
    await addDevice(broken, { last_error: '{"status":403}' });
    const { body } = await read(broken);
    expect([body.person.frase, body.devices[0]?.frase]).toEqual([
      expect.stringMatching(/nenhum está recebendo/),
      'Na última vez, o serviço do Google não aceitou a assinatura da escola.',
    ]);
  });

  it('the list of deliveries has the last 20, also rows without a device', async () => {
    const id = await maria();
    for (let index = 0; index < 23; index += 1) {
      await addOutcome(id, { device_type: null, platform: null, kind: 'aviso' });
    }
    const { outcomes } = (await read(id)).body;
    expect(outcomes).toHaveLength(20);
    for (const { frase, platform } of outcomes) {
      expect([frase, platform]).toEqual([expect.stringMatching(/^Aceita/), 'outro']);
    }
  });

  it('messages are listed newest first with each target, in pages', async () => {
    const id = await maria();
    const other = await maria();
    const titles = ['um', 'dois', 'três', 'quatro', 'cinco', 'seis', 'sete', 'oito'];
    for (const title of titles) await addNotice(id, title);
    const notice_id = await addNotice(id, 'nove');
    await addNotice(other, 'de outra pessoa');
    await addOutcome(id, { notice_id, target: 'mail', device_type: null, platform: null });
    await addOutcome(id, { notice_id, status: 'mostrada' });
    // A notice to the guardian of a minor is not a notice of the minor.
    await addOutcome(id, { target: 'inbox', content: JSON.stringify({ title: 'Boleto' }), key: `about-${id}` });
    const { body } = await read(id);
    expect(body.mensagens.map(({ titulo }) => titulo)).toEqual(['nove', 'oito', 'sete', 'seis', 'cinco', 'quatro']);
    expect(body.mensagens[0]?.alvos.map(({ frase }) => frase)).toEqual(['Saiu por e-mail.', 'Apareceu no aparelho.']);
    expect(body.outcomes.map(({ title, frase }) => [title, frase])).toEqual([
      ['Boleto', 'Está no portal do responsável.'],
    ]);
    const { body: rest } = await partOfPerson(portal, 'avisos', { id, depois: body.next ?? '' }, { as: people.helena });
    expect([rest.mensagens.map(({ titulo }) => titulo), rest.next]).toEqual([['três', 'dois', 'um'], null]);
    expect(rest.person).toEqual(body.person);
  });

  it('the last outcomes without a notice follow any number of notices, and an old device counts', async () => {
    const id = await maria();
    await addOutcome(id, { kind: 'teste', status: 'expirada', last_status: 410, reason: 'gone' });
    const notice_id = await addNotice(id, 'Aula cancelada');
    for (let count = 0; count < 20; count += 1) await addOutcome(id, { notice_id, target: 'mail', platform: null });
    for (let count = 0; count < 20; count += 1) await addOutcome(id, { notice_id });
    const { outcomes, person } = (await read(id)).body;
    expect(outcomes.map(({ title }) => title)).toEqual(['Notificação de teste']);
    expect(person.frase).toMatch(/já recebeu/);
  });

  it('only staff who see bills see notices about bills, also those to the guardian', async () => {
    const id = await maria();
    await addNotice(id, 'Parcela vence amanhã', { category: 'financeiro' });
    await addNotice(id, 'Aula cancelada');
    await addOutcome(id, { target: 'inbox', content: JSON.stringify({ title: 'Boleto' }), key: `bill-${id}` });
    const seenBy = async (as: number) => {
      const { mensagens, outcomes } = (await read(id, { as })).body;
      return [...mensagens.map(({ titulo }) => titulo), ...outcomes.map(({ title }) => title)];
    };
    expect(await seenBy(await addStaff(portal, { rights: ['alunos'] }))).toEqual(['Aula cancelada']);
    const clerk = await addStaff(portal, { rights: ['alunos', 'financeiro'] });
    expect(await seenBy(clerk)).toEqual(['Aula cancelada', 'Parcela vence amanhã', 'Boleto']);
  });

  it('of a guardian and of a colleague, only messages of staff are shown', async () => {
    const cpf = '39053344705';
    const guardian = (await addAccount(portal, { cpf })).id;
    const child = { full_name: 'Mãe', cpf, relation: 'mãe', email: 'mae@teste.example', phone: '11987654321' };
    await addAccount(portal, { company: 102, guardian: JSON.stringify(child) });
    const without = (await addAccount(portal, { company: null, full_name: 'Sem matrícula' })).id;
    const staff = await addStaff(portal);
    const sending_id = 1;
    for (const id of [guardian, staff, await addTeacher(portal), without]) {
      await addNotice(id, 'Faltou à aula');
      await addNotice(id, 'Mensagem da escola', { sending_id });
      const { mensagens } = (await read(id, { as: id === without ? people.igor : people.helena })).body;
      expect(mensagens.map(({ titulo }) => titulo)).toEqual(['Mensagem da escola']);
    }
  });

  it.each<[string, Sent, number, number]>([
    ['a visitor', {}, people.ana, 401],
    ['a student, herself', { as: people.ana }, people.ana, 403],
    ['a teacher', { as: people.julia }, people.ana, 403],
    ['a manager who came with a printed code', { as: people.helena, scope: 'book' }, people.ana, 403],
    ['a manager, another school', { as: people.helena }, people.nina, 404],
    ['a manager, one without a school', { as: people.helena }, people.marcos, 404],
    ['a manager, nobody', { as: people.helena }, 999_999, 404],
    ['a manager, another of the management', { as: people.helena }, people.igor, 200],
    ['an admin, another school', { as: people.igor }, people.nina, 200],
    ['an admin, nobody', { as: people.igor }, 999_999, 404],
  ])('MANAGER-08 %s', async (_who, sent, id, status) => {
    expect((await read(id, sent)).status).toBe(status);
  });

  it.each(['0', 'x', '1.5'])('the list of deliveries refuses the id %s', async (id) => {
    expect((await read(id)).status).toBe(422);
  });
});
