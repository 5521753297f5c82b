import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MANAGER_ACTION_ID } from '../../src/lib/rules/people/roles.ts';
import { sendWhatsapp } from '../../src/server/messages/whatsapp/send.ts';
import { addAccount } from '../support/accounts.ts';
import { engines } from '../support/school.ts';
import { keys, openWhatsappSchool } from '../support/whatsapp/school.ts';
import { APP_SECRET, DISPLAY, TOKEN } from '../support/whatsapp/steering.ts';

const MINUTE = 60_000;
const [MANAGER, UNIT, OTHER_UNIT] = [7, 101, 102];
type World = Awaited<ReturnType<typeof openWhatsappSchool>>;

describe.each(engines)('WhatsApp of a unit on %s', (engine) => {
  let school: World;
  let { api, portal, tell, write, unit, use, reader, cancel, notificationsOf, sentTo } = {} as World;
  beforeAll(async () => {
    school = await openWhatsappSchool(engine);
    ({ api, portal, tell, write, unit, use, reader, cancel, notificationsOf, sentTo } = school);
  });
  afterAll(() => school.close());
  beforeEach(async () => {
    portal.clock.advance(MINUTE);
    await api.behave();
  });

  describe('the number of a unit', () => {
    it.each([
      ['another token', { token: 'x'.repeat(40) }, 'token'],
      ['the secret of another app', { app_secret: 'f'.repeat(32) }, 'app_secret'],
      ['an unknown number', { phone_number_id: '999999' }, 'phone_number_id'],
      ['an unknown account', { account_id: '999999' }, 'account_id'],
      ['a token with blanks', { token: 'a b' }, 'token'],
    ])('is refused with %s, at its field', async (_what, wrong, field) => {
      const { status, body } = await portal.ops.whatsapp.connectNumber(
        { id: UNIT, ...keys, ...wrong },
        { as: MANAGER },
      );
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
      expect(await unit()).toBeNull();
    });

    it('the number is shown only once connected and verified by a webhook', async () => {
      expect((await portal.ops.whatsapp.getOwnWhatsapp({}, { as: 1 })).body).toBeNull();
      expect((await portal.ops.whatsapp.startOwnWhatsapp({}, { as: 1 })).status).toBe(409);
    });

    it('only staff of the unit connect its number, and no key is shown', async () => {
      const elsewhere = await portal.ops.whatsapp.connectNumber({ id: OTHER_UNIT, ...keys }, { as: MANAGER });
      expect(elsewhere.status).toBe(404);
      expect((await portal.ops.whatsapp.connectNumber({ id: UNIT, ...keys }, { as: 1 })).status).toBe(403);
      const { status, body } = await portal.ops.whatsapp.connectNumber({ id: UNIT, ...keys }, { as: MANAGER });
      expect([status, body?.numero, body?.ouvido_em]).toEqual([200, DISPLAY, null]);
      expect(body?.modelos.map(({ nome, serve }) => [nome, serve])).toEqual([
        ['aviso_de_aula', true],
        ['com_figura', false],
        ['em_analise', true],
        ['lembrete', true],
      ]);
      expect(JSON.stringify(body)).not.toContain(TOKEN);
      expect(JSON.stringify(body)).not.toContain(APP_SECRET);
      const rows = await portal.school.db.selectFrom('whatsapp_numbers').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(TOKEN);
      const path = await school.path();
      const hello = (word: string) =>
        portal.send('GET', `${path}?hub.mode=subscribe&hub.verify_token=${word}&hub.challenge=1158201444`);
      expect((await hello('outra')).status).toBe(403);
      const answer = await hello(body?.palavra ?? '');
      expect([answer.status, await answer.text()]).toEqual([200, '1158201444']);
    });

    it('only signed webhooks are accepted', async () => {
      const hook = await api.write('5511900000000', 'Oi', portal.clock.now);
      expect((await tell(hook, `sha256=${'0'.repeat(64)}`)).status).toBe(401);
      expect((await tell({ ...hook, body: hook.body.replace('Oi', 'PARAR') })).status).toBe(401);
      expect((await unit())?.ouvido_em).toBeNull();
      expect((await tell(hook)).status).toBe(200);
      expect((await unit())?.ouvido_em).not.toBeNull();
    });

    it('only approved templates with a value for each variable are used', async () => {
      expect((await use('em_analise')).status).toBe(409);
      expect((await use('com_figura')).status).toBe(409);
      const missing = await use('aviso_de_aula', { v3: null });
      expect([missing.status, Object.keys(missing.body.fields ?? {})]).toEqual([422, ['v3']]);
      expect((await use('aviso_de_aula')).status).toBe(200);
      const bills = { kind: 'parcela_lembrete' as const, v3: 'texto' as const, v4: 'link' as const };
      expect((await use('lembrete', bills)).status).toBe(200);
      const id = (await unit())?.modelos[0]?.id ?? 0;
      const { id: otherManager } = await addAccount(portal, { company: OTHER_UNIT });
      await portal.school.db
        .insertInto('user_actions')
        .values({ user_id: otherManager, action_id: MANAGER_ACTION_ID })
        .execute();
      expect((await portal.ops.whatsapp.dropTemplate({ id }, { as: otherManager })).status).toBe(404);
    });

    it('a test is sent to the own telephone', async () => {
      const id = (await unit())?.modelos.find(({ nome }) => nome === 'lembrete')?.id ?? 0;
      await portal.school.db.updateTable('users').set({ phone: '11987654321' }).where('id', '=', MANAGER).execute();
      expect((await portal.ops.whatsapp.testTemplate({ id }, { as: MANAGER })).status).toBe(200);
      expect((await sentTo('5511987654321')).length).toBe(1);
      await api.behave({ does: 'error', status: 400, code: 131_026, times: 1 });
      const refused = await portal.ops.whatsapp.testTemplate({ id }, { as: MANAGER });
      expect([refused.status, refused.body.detail]).toEqual([
        409,
        'A Meta não aceitou o teste: o WhatsApp da pessoa não pôde receber.',
      ]);
    });
  });

  describe('who opts in', () => {
    it('a person opts in by sending the own code, gets a confirmation, and nobody else can use the code', async () => {
      const { id } = await addAccount(portal, { birth_date: '1990-01-01' });
      const start = await portal.ops.whatsapp.startOwnWhatsapp({}, { as: id });
      const text = start.body?.estado === 'espera' ? start.body.texto : '';
      await write('5511955550001', 'Código: AAAA-BBBB');
      await write('5511955550001', text, { id: 'wamid.once' });
      await write('5511955550001', text, { id: 'wamid.once' });
      await write('5511955550002', text);
      await sendWhatsapp(portal.school);
      const own = await portal.ops.whatsapp.getOwnWhatsapp({}, { as: id });
      expect(own.body).toMatchObject({ estado: 'ativa', telefone: 'final 0001' });
      expect((await sentTo('5511955550001')).map((each) => each.text.slice(0, 7))).toEqual(['Pronto!']);
      expect(await sentTo('5511955550002')).toEqual([]);
    });

    it('minors cannot opt in, and neither does a code of yesterday work', async () => {
      const { id } = await addAccount(portal, { birth_date: '2014-03-02' });
      expect((await portal.ops.whatsapp.getOwnWhatsapp({}, { as: id })).body).toEqual({ estado: 'menor' });
      expect((await portal.ops.whatsapp.startOwnWhatsapp({}, { as: id })).status).toBe(409);
      const adult = await addAccount(portal, { birth_date: '1990-01-01' });
      const start = await portal.ops.whatsapp.startOwnWhatsapp({}, { as: adult.id });
      portal.clock.advance(61 * MINUTE);
      await write('5511955550003', start.body?.estado === 'espera' ? start.body.texto : '');
      expect((await portal.ops.whatsapp.getOwnWhatsapp({}, { as: adult.id })).body?.estado).toBe('nenhuma');
    });

    it('a keyword opts out and another opts in again, also with late messages', async () => {
      const { id, phone } = await reader();
      const before = portal.clock.now;
      portal.clock.advance(MINUTE);
      await write(phone, ' Parar! ');
      await sendWhatsapp(portal.school);
      await cancel(id);
      await sendWhatsapp(portal.school);
      expect((await portal.ops.whatsapp.getOwnWhatsapp({}, { as: id })).body?.estado).toBe('parada');
      expect(await notificationsOf(id)).toEqual(['mail na_fila']);
      // A message from before the keyword that arrives after it.
      await write(phone, 'voltar', { at: before });
      expect((await portal.ops.whatsapp.getOwnWhatsapp({}, { as: id })).body?.estado).toBe('parada');
      portal.clock.advance(MINUTE);
      await write(phone, 'VOLTAR');
      portal.clock.advance(MINUTE);
      await write(phone, 'Posso remarcar?');
      await write(phone, 'Alguém aí?');
      await sendWhatsapp(portal.school);
      expect((await portal.ops.whatsapp.getOwnWhatsapp({}, { as: id })).body?.estado).toBe('ativa');
      expect((await sentTo(phone)).map((each) => each.text.split(/[:!]/)[0])).toEqual([
        'Pronto',
        'Combinado',
        'Pronto',
        'Ninguém lê as respostas deste número',
      ]);
      await portal.ops.whatsapp.stopOwnWhatsapp({}, { as: id });
      expect((await portal.ops.whatsapp.getOwnWhatsapp({}, { as: id })).body?.estado).toBe('parada');
    });

    it('messages use the id that WhatsApp gives if the telephone is hidden', async () => {
      const { id } = await reader({ hidesPhone: true, sender: 'BR.1502576394655843' });
      await cancel(id);
      await sendWhatsapp(portal.school);
      expect((await sentTo('BR.1502576394655843')).length).toBe(2);
      portal.clock.advance(MINUTE);
      await write(null, 'sair', { sender: 'BR.1502576394655843' });
      expect((await portal.ops.whatsapp.getOwnWhatsapp({}, { as: id })).body?.estado).toBe('parada');
    });
  });
});
