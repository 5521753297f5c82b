import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as account from '../../src/lib/contract/account.ts';
import type { AnswerOf } from '../../src/lib/page/operations.ts';
import { addAccount, type NewAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, felipe: 6, helena: 7, igor: 8, julia: 9, marcos: 11, nina: 12 };
type Fields = Parameters<typeof send>[2];
const send = (portal: TestSchool, id: number | string, body: Record<string, unknown>, sent: Sent) =>
  portal.ops.people.updateUser({ id, ...body }, sent);

describe.each(engines)('data of people, changed by managers, on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const helena = { as: people.helena };
  const change = (id: number | string, body: Fields, sent: Sent = helena) => send(portal, id, body, sent);
  const rowOf = (id: number) =>
    portal.school.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const trail = async (id: number, sent: Sent = helena): Promise<AnswerOf<'people.listAudit'>['items']> =>
    (await portal.ops.people.listAudit({ alvo: `user:${id}`, tipo: 'mudancas' }, sent)).body.items;
  const student = async (more: NewAccount = {}) =>
    (
      await addAccount(portal, {
        phone: '19991112222',
        city: 'Campinas',
        updated_at: '2026-01-02T03:04:05.000Z',
        ...more,
      })
    ).id;
  const manager = async (company = 101) => {
    const { id } = await addAccount(portal, { company });
    await portal.school.db.insertInto('user_actions').values({ user_id: id, action_id: 4 }).execute();
    return id;
  };

  it('MANAGER-06 the panel logs changed fields with old and new values; the confirmation stays (VALID-02)', async () => {
    const id = await student();
    const { status, body } = await change(id, { phone: '(19) 98888-7777', city: 'Campinas', complement: 'Casa 2' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ phone: '19988887777', city: 'Campinas', complement: 'Casa 2' });
    expect(body.updated_at).toBe('2026-01-02T03:04:05.000Z');
    const [entry, ...others] = await trail(id);
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      quem: 'Helena Prado',
      quem_id: people.helena,
      acao: 'mudou os dados',
      alvo_id: id,
      em: portal.clock.now.toISOString(),
      antes: 'Telefone: (19) 99111-2222; Complemento: vazio',
      depois: 'Telefone: (19) 98888-7777; Complemento: Casa 2',
    });
    expect(entry?.mudancas).toHaveLength(2);
    const { data } = await portal.school.db
      .selectFrom('audit_log')
      .select('data')
      .where('about_user_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(JSON.parse(data ?? '')).toEqual({
      antes: { phone: '19991112222', complement: null },
      depois: { phone: '19988887777', complement: 'Casa 2' },
    });
  });

  it('an unchanged value is not logged', async () => {
    const id = await student();
    expect((await change(id, { phone: '19991112222' })).status).toBe(200);
    expect((await change(id, {})).status).toBe(200);
    expect(await trail(id)).toEqual([]);
  });

  it('the panel masks a CPF in the log, before and after', async () => {
    const id = await student({ cpf: '27865757379' });
    expect((await change(id, { cpf: '745.971.480-19' })).status).toBe(200);
    expect(await trail(id)).toMatchObject([{ antes: 'CPF: ***.657.573-**', depois: 'CPF: ***.971.480-**' }]);
    const rows = await portal.school.db.selectFrom('audit_log').select('data').execute();
    expect(JSON.stringify(rows)).not.toMatch(/27865757379|74597148019/);
  });

  it('a new address is unverified, the same in capitals stays verified, and families may share one', async () => {
    const id = await student({ email_verified: true });
    const { email } = await rowOf(id);
    expect((await change(id, { email: email.toUpperCase() })).body.email_verified).toBe(true);
    const { body } = await change(id, { email: 'Familia@demo.example' });
    expect([body.email, body.email_verified]).toEqual(['Familia@demo.example', false]);
    expect((await rowOf(id)).email_key).toBe('familia@demo.example');
  });

  it('the panel refuses a CPF of another person of the school, but not of another school', async () => {
    const id = await student();
    const taken = await change(id, { cpf: '52998224725', city: 'Jundiaí' });
    expect(taken).toMatchObject({ status: 409, body: { code: 'cpf_taken', fields: { cpf: expect.any(String) } } });
    expect((await rowOf(id)).city).toBe('Campinas');
    expect((await change(id, { cpf: '12345678909' })).status).toBe(200);
  });

  it('the panel never overwrites a concurrent change', async () => {
    const id = await student();
    const vistos = { phone: '19991112222', city: 'Campinas' };
    expect((await change(id, { phone: '19900000001', vistos })).status).toBe(200);
    const late = await change(id, { phone: '19900000002', vistos });
    expect(late).toMatchObject({
      status: 409,
      body: { code: 'stale', fields: { phone: 'Agora está: (19) 90000-0001' } },
    });
    // Fields that nobody else changed can be changed.
    expect((await change(id, { city: 'Jundiaí', vistos })).status).toBe(200);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        change(id, { phone: `1990000010${index}`, vistos: { phone: '19900000001' } }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
    expect(await trail(id)).toHaveLength(3);
  });

  it('a minor keeps a guardian (VALID-06), and changes of the guardian are logged', async () => {
    const guardian = {
      full_name: 'Sandra Reis',
      cpf: '278.657.573-79',
      email: 's@teste.example',
      phone: '19994440000',
      relation: 'Mãe',
    };
    const birth_date = `${new Date().getFullYear() - 10}-01-01`;
    const id = await student();
    const refusal = { status: 422, body: { fields: { guardian: 'Informe o responsável' } } };
    expect(await change(id, { birth_date })).toMatchObject(refusal);
    expect((await change(id, { birth_date, guardian })).body).toMatchObject({ is_minor: true });
    expect(await change(id, { guardian: null })).toMatchObject(refusal);
    expect((await change(id, { guardian: { ...guardian, phone: '19995550000' } })).status).toBe(200);
    const { cpf } = guardian;
    expect(await change(id, { cpf })).toMatchObject({ status: 422, body: { fields: { cpf: /responsável/ } } });
    expect((await change(id, { cpf: '111.444.777-35' })).status).toBe(200);
    expect(await change(id, { guardian: { ...guardian, cpf: '111.444.777-35' } })).toMatchObject({
      status: 422,
      body: { fields: { 'guardian.cpf': 'Este é o CPF do aluno' } },
    });
    const [, second, first] = await trail(id);
    expect(second?.mudancas).toEqual([
      { campo: 'Telefone do responsável', antes: '(19) 99444-0000', depois: '(19) 99555-0000' },
    ]);
    expect(first?.depois).toContain('CPF do responsável: ***.657.573-**');
    expect((await rowOf(id)).guardian).toContain('27865757379');
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a CPF with a wrong digit', { cpf: '52998224724' }, 'cpf'],
    ['a short telephone', { phone: '999' }, 'phone'],
    ['no name', { full_name: '  ' }, 'full_name'],
    ['an emptied telephone', { phone: null }, 'phone'],
    ['an address that is none', { email: 'ana@' }, 'email'],
    ['a day that is none (VALID-05)', { birth_date: '2005-02-30' }, 'birth_date'],
    ['a birth in the future', { birth_date: '2150-01-01' }, 'birth_date'],
    [
      'a guardian without a name',
      { guardian: { full_name: '', cpf: '27865757379', email: 'a@b.example', phone: '19991112222', relation: 'Pai' } },
      'guardian.full_name',
    ],
  ])('the panel refuses %s by its field, and changes nothing', async (_what, wrong, field) => {
    const id = await student();
    const before = await rowOf(id);
    const { status, body } = await change(id, { city: 'Jundiaí', ...wrong });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [field]]);
    expect(await rowOf(id)).toEqual(before);
  });

  it.each<[string, Sent, number, number]>([
    ['a visitor', {}, people.ana, 401],
    ['a student, herself', { as: people.ana }, people.ana, 403],
    ['a student, another', { as: people.bruno }, people.ana, 403],
    ['a teacher', { as: people.julia }, people.ana, 403],
    ['a manager who came with a printed code', { as: people.helena, scope: 'book' }, people.ana, 403],
    ['a manager, another school', helena, people.nina, 404],
    ['a manager, one without a school', helena, people.marcos, 404],
    ['a manager, nobody', helena, 999_999, 404],
    ['a manager, an admin of the school', helena, people.igor, 403],
    ['an admin, nobody', { as: people.igor }, 999_999, 404],
  ])('MANAGER-08 ROLE-08 the panel is refused to %s', async (_who, sent, id, status) => {
    const answer = await change(id, { city: 'Jundiaí' }, sent);
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(/\S/)]);
    expect(await trail(id, { as: people.igor })).toEqual([]);
  });

  it('only admins change other managers', async () => {
    const [one, other, foreign] = [await manager(), await manager(), await manager(103)];
    expect((await change(one, { city: 'Jundiaí' }, { as: other })).status).toBe(403);
    expect((await change(one, { city: 'Jundiaí' }, { as: foreign })).status).toBe(404);
    expect((await change(one, { city: 'Jundiaí' }, { as: one })).status).toBe(200);
    expect((await change(one, { city: 'Campinas' }, { as: people.igor })).status).toBe(200);
    expect((await change(people.nina, { complement: 'Fundos' }, { as: people.igor })).status).toBe(200);
  });

  it.each([['0'], ['abc'], ['1.5'], ['99999999999']])('the panel refuses the id %s in words', async (id) => {
    expect(await change(id, { city: 'x' })).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/\S/) },
    });
  });

  describe('users/all (API-11)', () => {
    const found = async (q: string) =>
      (await portal.call(account.searchUsers, { query: { q, limit: 100 } }, helena)).body.items;

    it('the search for people finds by CPF and telephone, masked or not, but not by a short number', async () => {
      for (const q of [
        '529.982.247-25',
        '52998224725',
        '5299822',
        '(19) 99123-4567',
        '+55 19 99123-4567',
        '99123-4567',
      ]) {
        expect(
          (await found(q)).map(({ id }) => id),
          q,
        ).toEqual([people.ana]);
      }
      // Addresses of other people may hold such a number; her telephone begins with it.
      expect((await found('199')).map(({ id }) => id)).not.toContain(people.ana);
      expect(await found('(41) 99100-2233'), 'Nina is of another school').toEqual([]);
    });

    it('the search for people says who has a device', async () => {
      const { id } = await addAccount(portal, { full_name: 'Com Aparelho' });
      const has = async () => (await found('com aparelho'))[0]?.has_push;
      expect(await has()).toBe(false);
      const at = portal.school.now().toISOString();
      const device = { user_id: id, endpoint: `https://fcm.googleapis.com/${id}`, p256dh: 'x', auth: `a${id}` };
      await portal.school.db
        .insertInto('push_subscriptions')
        .values({
          ...device,
          is_pwa: false,
          device_type: 'mobile',
          platform: 'android',
          session_id: 's',
          created_at: at,
          updated_at: at,
        })
        .execute();
      expect(await has()).toBe(true);
    });
  });
});
