import { unzipSync } from 'fflate';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as account from '../../src/lib/contract/account.ts';
import { login } from '../../src/lib/contract/auth.ts';
import { erasePerson } from '../../src/server/operate/privacy/erasure.ts';
import { personalTables } from '../../src/server/operate/privacy/personal-tables.ts';
import { addAccount } from '../support/accounts.ts';
import { cpfOf } from '../support/cpf.ts';
import { address, CPF, fillEveryTable, mark, NAME, ownRow, ownTexts, PHONE } from '../support/marked-person.ts';
import { png } from '../support/sample-files.ts';
import { type Column, columnsOf } from '../support/schema-walk.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const password = 'portal-demo';
const people = { ana: 1, davi: 4, felipe: 6, helena: 7 };
const DAY = 86_400_000;
describe.each(engines)('privacy on %s', (engine) => {
  let portal: TestSchool;
  let columns: Column[];
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    columns = await columnsOf(portal);
  });
  afterAll(() => portal.close());

  const personal = new Map(personalTables.map((entry) => [entry.table, entry]));
  const erase = (as: number, sent: Sent = {}, body: object = {}) =>
    portal.ops.account.deleteAccount({ current_password: password, ...body }, { as, ...sent });
  const erasureOf = (as: number) => portal.ops.account.getErasure({}, { as });
  const download = async (as: number) => {
    const response = await portal.send('GET', '/api/v1/portal/privacy/export/file/', {}, { as });
    return { response, files: unzipSync(new Uint8Array(await response.arrayBuffer())) };
  };
  const textOf = (files: Record<string, Uint8Array>, name: string) => Buffer.from(files[name] ?? []).toString();

  const pupil = { full_name: 'Uma Aluna', email: 'aluna.z@teste.example', email_key: 'aluna.z@teste.example' };
  /** A pending row of an import that may belong to this person. */
  const propose = (user_id: number, matricula: string, more: object = {}) =>
    portal.school.db
      .insertInto('enrolment_proposals')
      .values({
        user_id,
        company_id: 101,
        matricula,
        dados: JSON.stringify({ ...pupil, ...more }),
        created_at: portal.clock.now.toISOString(),
      })
      .execute();

  let one: Promise<number> | undefined;
  const zuleica = () => {
    one ??= makeZuleica();
    return one;
  };
  async function makeZuleica(): Promise<number> {
    const { id } = await addAccount(portal, {
      full_name: NAME,
      cpf: CPF,
      phone: PHONE,
      email_verified: true,
      birth_date: '1990-01-01',
    });
    const { db } = portal.school;
    const guardian = JSON.stringify({ full_name: NAME, cpf: CPF, email: address(id), phone: PHONE, relation: 'Mãe' });
    const given = { email: address(id), email_key: address(id), guardian, birth_date: '1990-01-01' };
    await mark(portal, ownTexts(columns, 'users'), id, id, given);
    const { drive_user_id } = await ownRow(portal, 'users', id);
    await mark(portal, ownTexts(columns, 'drive_users'), Number(drive_user_id), id);
    expect(await fillEveryTable(portal, columns, id)).toEqual([]);
    // A role prevents the erasure of an account: tested separately.
    await db.deleteFrom('user_actions').where('user_id', '=', id).execute();
    // A notification that only this person got.
    const notice = await db.selectFrom('notices').select('id').where('user_id', '=', id).executeTakeFirstOrThrow();
    await db.updateTable('deliveries').set({ notice_id: notice.id }).where('user_id', '=', id).execute();
    return id;
  }

  /** Tables and columns that still contain data of the person. */
  async function found(id: number): Promise<string[]> {
    const hits: string[] = [];
    for (const { table, name } of columns.filter(({ kind }) => kind === 'text')) {
      const text = sql.ref(name);
      const { rows } = await sql`
        select 1 from ${sql.table(table)} where lower(${text}) like ${`%${NAME.toLowerCase()}%`}
          or lower(${text}) like ${`%${address(id)}%`} or ${text} like ${`%${CPF}%`} or ${text} like ${`%${PHONE}%`}
        limit 1`.execute(portal.school.db);
      if (rows.length > 0) hits.push(`${table}.${name}`);
    }
    return hits;
  }

  describe('the tables of persons', () => {
    it('each table that references a person is declared as personal data, or says why not', () => {
      const pointing = columns.filter(
        ({ references, name }) => references?.table === 'users' || /(^|_)user_id$/.test(name),
      );
      const tables = [...new Set(pointing.map(({ table }) => table))].filter((table) => !personal.has(table));
      const books = 'livro_envios livro_lotes livro_versoes';
      const others = `api_keys aulas ${books} point_batches point_rules promo_drafts promo_versions saved_audiences sendings turmas`;
      expect(tables.sort().join(' ')).toBe(others);
    });
  });

  describe('export', () => {
    it('S15 an export holds every table that names the person, with the rows of this person', async () => {
      const id = await zuleica();
      const { response, files } = await download(id);
      expect(response.headers.get('content-disposition')).toMatch(
        /^attachment; filename="meus-dados-\d{4}-\d\d-\d\d\.zip"$/,
      );
      for (const { table, exported: expected } of personalTables) {
        const name = `dados/${table}.json`;
        if (typeof expected === 'string') {
          expect(files[name], table).toBeUndefined();
          expect(textOf(files, 'LEIA-ME.txt')).toContain(expected);
          continue;
        }
        // The role was taken away above.
        if (table === 'user_actions') continue;
        const rows = JSON.parse(textOf(files, name)) as object[];
        expect(rows, table).not.toEqual([]);
        for (const row of rows) expect(Object.keys(row).sort(), table).toEqual([...expected].sort());
      }
    });

    it('an export holds no secret and nothing of anybody else', async () => {
      const { files } = await download(people.ana);
      const all = Object.entries(files)
        .filter(([name]) => name.startsWith('dados/'))
        .map(([name]) => textOf(files, name))
        .join('');
      expect(all).not.toMatch(/argon2|password_hash|token_version|"p256dh"|"secret"|Bruno Lima|visitante@demo/);
      const users = JSON.parse(textOf(files, 'dados/users.json')) as { id: number }[];
      expect(users.map(({ id }) => id)).toEqual([people.ana]);
    });

    it('S15 an export holds nothing of a row of an import that looks like the person, who may be somebody else', async () => {
      const { id } = await addAccount(portal, { company: null });
      await propose(id, 'Z-EXPORT');
      const row = JSON.parse(textOf((await download(id)).files, 'dados/enrolment_proposals.json'));
      expect(row).toEqual([{ id: expect.any(Number), user_id: id, company_id: 101, created_at: expect.any(String) }]);
    });

    it('an export holds the own files', async () => {
      const { id } = await addAccount(portal);
      const body = new FormData();
      body.set('file', new File([new Uint8Array(png)], 'eu.png'));
      const sent = await portal.call(account.uploadAvatar, { body }, { as: id });
      const { files } = await download(id);
      const name = `arquivos/fotos/${sent.body.avatar_file_id.slice(0, 8)}.png`;
      expect(Buffer.from(files[name] ?? []).equals(png)).toBe(true);
    });

    it('a missing file does not fail the export', async () => {
      const { id } = await addAccount(portal);
      const row = { user_id: id, chave: 'f'.repeat(36), mime: 'image/png', tamanho_bytes: 1, enviado_em: 'x' };
      await portal.school.db.insertInto('avatars').values(row).execute();
      const { files } = await download(id);
      expect(textOf(files, 'ARQUIVOS-QUE-FALTAM.txt')).toContain('fotos/ffffffff.png');
      expect(files['dados/users.json']).toBeDefined();
    });

    it('an export needs a login by password, is logged, and is limited', async () => {
      const { id } = await addAccount(portal);
      const { body } = await portal.ops.account.exportData({}, { as: id });
      expect(body).toMatchObject({ status: 'pronto', url: '/api/v1/portal/privacy/export/file/' });
      const ask = (sent: Sent) => portal.send('GET', body.url ?? '', {}, sent);
      expect((await ask({})).status).toBe(401);
      expect((await ask({ as: id, scope: 'book' })).status).toBe(403);
      expect((await portal.ops.account.exportData()).status).toBe(401);
      const answers = [];
      for (let count = 0; count < 11; count += 1) {
        const answer = await ask({ as: id });
        await answer.arrayBuffer();
        answers.push(answer.status);
      }
      expect(answers.slice(-2)).toEqual([200, 429]);
    });
  });

  describe('erasure', () => {
    it('S15 an erasure leaves nothing of the person in any column, except what the law requires', async () => {
      const id = await zuleica();
      expect((await found(id)).length).toBeGreaterThan(60);
      await portal.school.db.deleteFrom('erasures').where('user_id', '=', id).execute();
      expect((await erase(id)).body.status).toBe('agendada');
      portal.clock.advance(7 * DAY + 1000);
      await portal.worker.runOnce();
      const stored = (await found(id)).map((column) => column.split('.')[0] ?? '');
      const byLaw = personalTables.filter(({ because }) => because !== undefined);
      expect(stored.filter((table) => !byLaw.some((entry) => entry.table === table))).toEqual([]);
      for (const column of ['pedidos.endereco', 'pedidos.rastreio', 'users.full_name', 'audit_log.data']) {
        expect(await found(id)).not.toContain(column);
      }
      // The bills are kept, and nobody else lost anything.
      const bills = portal.school.db.selectFrom('parcelas').select('id').where('user_id', '=', id).execute();
      expect(await bills).not.toEqual([]);
      expect((await portal.call(account.getMe, {}, { as: people.ana })).body.full_name).toBe('Ana Souza');
    });

    it('C12 an erasure deletes the own rows too', async () => {
      const id = await zuleica();
      const { drive_user_id } = await ownRow(portal, 'users', id);
      await portal.school.db.updateTable('erasures').set({ done_at: null }).where('user_id', '=', id).execute();
      const rows: { table: string; key: number; given: Record<string, string> }[] = [
        { table: 'users', key: id, given: { email: address(id), email_key: address(id) } },
        { table: 'drive_users', key: Number(drive_user_id), given: {} },
      ];
      for (const { table, key, given } of rows) await mark(portal, ownTexts(columns, table), key, id, given);
      const before = await Promise.all(rows.map(({ table, key }) => ownRow(portal, table, key)));
      expect(await erasePerson(portal.school, id)).toBe(true);
      for (const [n, { table, key }] of rows.entries()) {
        const after = await ownRow(portal, table, key);
        const left = ownTexts(columns, table).filter(({ name }) => after[name] === before[n]?.[name]);
        expect(left, table).toEqual([]);
      }
    });

    it('S15 an erasure leaves the school its row of an import that looked like the person', async () => {
      const [cpf, held] = [cpfOf(820_000_001), cpfOf(820_000_002)];
      const { db } = portal.school;
      const { id } = await addAccount(portal, { company: null, cpf });
      await propose(id, 'Z-ERASED', { cpf });
      await addAccount(portal, { cpf: held });
      await propose(id, 'Z-HELD', { cpf: held });
      await erase(id);
      portal.clock.advance(7 * DAY + 1000);
      await portal.worker.runOnce();
      const pupils = await db
        .selectFrom('users')
        .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
        .select(['matricula', 'company_id', 'full_name', 'email', 'cpf', 'password_hash', 'is_blocked'])
        .where('matricula', 'in', ['Z-ERASED', 'Z-HELD'])
        .execute();
      const { full_name, email } = pupil;
      expect(pupils).toEqual([
        { matricula: 'Z-ERASED', company_id: 101, full_name, email, cpf, password_hash: '-', is_blocked: false },
      ]);
      const left = db.selectFrom('enrolment_proposals').select('id').where('matricula', 'in', ['Z-ERASED', 'Z-HELD']);
      expect(await left.execute()).toEqual([]);
    });

    it('an erasure happens on a day that a mail names, and can be cancelled until then', async () => {
      const { id, email } = await addAccount(portal);
      const token = await portal.tokenOf(id);
      const { status, body, headers } = await erase(id);
      expect([status, body.status]).toEqual([200, 'agendada']);
      expect(body.detail).toMatch(/\d\d\/\d\d\/\d{4}/);
      expect((await portal.call(account.getMe, {}, { token })).status).toBe(401);
      expect((await portal.call(account.getMe, {}, { token: headers.get('x-portal-token') ?? '' })).status).toBe(200);
      const device = await portal.school.tokens.readDevice(headers.get('x-portal-device') ?? '');
      expect(device.users.get(id)).toBe(2);
      expect((await portal.mails(email))[0]?.subject).toMatch(/^Sua conta será apagada em /);
      expect((await erasureOf(id)).body.apaga_em).toBe(new Date(portal.clock.now.getTime() + 7 * DAY).toISOString());
      expect((await portal.ops.account.keepAccount({}, { as: id })).status).toBe(200);
      expect((await portal.ops.account.keepAccount({}, { as: id })).status).toBe(404);
      expect((await erasureOf(id)).body.apaga_em).toBeNull();
      portal.clock.advance(8 * DAY);
      await portal.worker.runOnce();
      expect((await portal.call(account.getMe, {}, { as: id })).status).toBe(200);
    });

    it('an erasure ends what opens the account: sessions, devices, the password, the files', async () => {
      const { id, email } = await addAccount(portal);
      const form = new FormData();
      form.set('file', new File([new Uint8Array(png)], 'eu.png'));
      const sent = await portal.call(account.uploadAvatar, { body: form }, { as: id });
      await portal.call(account.updateProfile, { body: { avatar_file_id: sent.body.avatar_file_id } }, { as: id });
      const requested = await erase(id);
      portal.clock.advance(7 * DAY + 1000);
      await portal.worker.runOnce();
      await portal.worker.runOnce();
      const token = requested.headers.get('x-portal-token') ?? '';
      expect((await portal.call(account.getMe, {}, { token })).status).toBe(401);
      expect((await portal.call(login, { body: { username: email, password } })).status).toBe(400);
      expect((await portal.send('GET', sent.body.avatar_url)).status).toBe(404);
      await expect(portal.school.ports.files.open(`fotos/${sent.body.avatar_file_id}`)).rejects.toThrow();
    });

    it('two concurrent workers erase a person once, and a crash leaves all or nothing', async () => {
      const { id } = await addAccount(portal);
      await erase(id);
      portal.clock.advance(7 * DAY + 1000);
      await Promise.all([portal.worker.runOnce(), portal.worker.runOnce()]);
      const row = await portal.school.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(row).toMatchObject({ full_name: 'Conta apagada', is_blocked: true });
    });

    it('erasures that have to wait or fail never block others, however many there are', async () => {
      const { db } = portal.school;
      const failing = await addAccount(portal, { company: null });
      const people = await Promise.all(Array.from({ length: 23 }, () => addAccount(portal)));
      const ids = people.map(({ id }) => id).sort((a, b) => a - b);
      const [last, waiting] = [Number(ids.at(-1)), ids.slice(0, -1)];
      await propose(failing.id, 'Z-FAILS', { full_name: null });
      await db
        .insertInto('user_actions')
        .values(waiting.map((user_id) => ({ user_id, action_id: 2 })))
        .execute();
      const row = (user_id: number, day: string) => ({ user_id, created_at: day, due_at: day, done_at: null });
      await db
        .insertInto('erasures')
        .values([...[failing.id, ...waiting].map((id) => row(id, '2020-01-01')), row(last, '2020-01-02')])
        .execute();
      await portal.worker.runOnce();
      const done = await db
        .selectFrom('erasures')
        .select('user_id')
        .where('user_id', 'in', ids)
        .where('done_at', 'is not', null)
        .execute();
      expect(done).toEqual([{ user_id: last }]);
      expect(portal.errors.splice(0)).toEqual([expect.stringContaining(`"user":${failing.id},"kind":`)]);
      await db
        .deleteFrom('erasures')
        .where('user_id', 'in', [failing.id, ...waiting])
        .execute();
    });

    it('a brother or sister with the same e-mail keeps everything', async () => {
      const a = await addAccount(portal);
      const b = await addAccount(portal, { email: a.email });
      await erase(a.id);
      portal.clock.advance(7 * DAY + 1000);
      await portal.worker.runOnce();
      expect((await portal.call(login, { body: { username: b.email, password } })).status).toBe(200);
    });

    it('an erasure refuses a wrong password, a book session, no session, the staff, and a payment that is under way', async () => {
      const { id } = await addAccount(portal);
      const wrong = await erase(id, {}, { current_password: 'errada' });
      expect([wrong.status, wrong.body.fields]).toEqual([400, { current_password: 'A senha atual não confere' }]);
      expect((await erase(id, { scope: 'book' })).status).toBe(403);
      expect((await portal.ops.account.deleteAccount({ current_password: password })).status).toBe(401);
      expect((await erase(people.helena)).status).toBe(409);
      await portal.school.db
        .insertInto('charges')
        .values({
          txid: `pago${id}`,
          user_id: id,
          forma: 'cartao',
          provider: 'x',
          valor_centavos: 1,
          status: 'em_analise',
          criada_em: 'x',
          parcelas: 1,
        } as never)
        .execute();
      expect((await erase(id)).body.detail).toMatch(/pagamento em análise/);
      expect((await erasureOf(id)).body).toMatchObject({
        apaga_em: null,
        impedimento: expect.stringMatching(/pagamento/),
      });
    });

    it('a minor needs the guardian’s CPF, and both are notified', async () => {
      const guardian = { full_name: 'S', cpf: CPF, email: 'mae.z@teste.example', phone: PHONE, relation: 'Mãe' };
      const { id } = await addAccount(portal, { birth_date: '2014-01-01', guardian: JSON.stringify(guardian) });
      expect((await erasureOf(id)).body.precisa_responsavel).toBe(true);
      const without = await erase(id);
      expect([without.status, without.body.fields]).toEqual([400, { guardian_cpf: 'O CPF não confere' }]);
      expect((await erase(id, {}, { guardian_cpf: '52998224725' })).status).toBe(400);
      const orphan = await addAccount(portal, { birth_date: '2014-01-01' });
      expect((await erase(orphan.id)).status).toBe(409);
    });

    it('an erasure without a grace period happens at once', async () => {
      const hasty = await openTestSchool(engine, { env: { ERASURE_GRACE_DAYS: '0' } });
      const { id, email } = await addAccount(hasty);
      const answer = await hasty.ops.account.deleteAccount({ current_password: password }, { as: id });
      expect(answer.body.status).toBe('apagada');
      expect((await hasty.call(login, { body: { username: email, password } })).status).toBe(400);
      await hasty.close();
    });
  });
});
