import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openDatabase } from '../../src/server/core/db/connection.ts';
import { migrate } from '../../src/server/core/db/migrate.ts';
import { BASELINE } from '../../src/server/core/db/steps.ts';
import { tableNames } from '../../src/server/core/db/table-names.ts';
import { createDatabase } from '../support/databases.ts';
import { allEngines } from '../support/school.ts';

const now = new Date();
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();

it.each(allEngines)(
  'PUSH-13 the former tables are merged into one queue on %s, and no queued message is lost',
  async (engine) => {
    const made = engine === 'sqlite' ? null : await createDatabase();
    const { db, close } = openDatabase({ DATABASE_URL: made?.url, DATA_DIR: ':memory:' }, null, () => undefined);
    await migrate(db, engine, [BASELINE]);
    const run = (statement: string) => sql.raw(statement).execute(db);
    for (const name of ['ana', 'bia', 'caio'])
      await run(`insert into users (full_name, email, email_key, password_hash, created_at)
      values ('${name}', '${name}@m.example', '${name}@m.example', '', '${ago(99)}')`);
    const { rows: people } = await sql<{ id: number }>`select id from users order by id`.execute(db);
    const [ana, bia, caio] = people.map(({ id }) => id) as [number, number, number];
    for (const id of [ana, bia])
      await run(`insert into push_subscriptions (user_id, endpoint, p256dh, auth, device_type, platform, session_id, created_at, updated_at)
      values (${id}, 'https://p.example/${id}', 'x', 'auth-${id}', 'mobile', 'android', 's', '${ago(9)}', '${ago(9)}')`);
    const { rows: devices } = await sql<{ id: number }>`select id from push_subscriptions order by id`.execute(db);
    const [hers, other] = devices.map(({ id }) => id) as [number, number];
    for (const [id, status] of [
      [1, 'enviando'],
      [2, 'cancelada'],
    ] as const)
      await run(`insert into sendings (id, title, body, link, category, audience, status, ttl_s, urgency, created_by, created_at, updated_at, version)
      values (${id}, 'Oi', 'Oi', '/', 'aviso', '{}', '${status}', 60, 'normal', ${ana}, '${ago(5)}', '${ago(5)}', 1)`);
    const notice = (
      id: number,
      user: number,
      chave: string,
      more: { at?: string; pushed?: string; sending?: number },
    ) =>
      run(`insert into notices (id, user_id, title, body, path, category, created_at, chave, pushed_at, sending_id)
      values (${id}, ${user}, 'T${id}', 'B', '/', 'aviso', '${more.at ?? ago(1)}', '${chave}',
        ${more.pushed ? `'${more.pushed}'` : 'null'}, ${more.sending ?? 'null'})`);
    await notice(11, ana, 'envio:1', { pushed: ago(4), sending: 1 });
    await notice(12, caio, 'envio:1', { pushed: ago(4), sending: 1 });
    await notice(13, ana, 'documento_recusado:1', { pushed: ago(1) });
    // Queued ones: for a device, for a reader who wants none of this kind, without a device, too old.
    await notice(14, bia, 'documento_recusado:2', {});
    await notice(15, bia, 'pedido_novo:1', {});
    await notice(16, caio, 'documento_recusado:3', {});
    await notice(17, bia, 'documento_recusado:4', { at: ago(80) });
    await notice(18, caio, 'envio:2', { pushed: ago(4), sending: 2 });
    await run(`insert into notification_preferences (user_id, category, enabled) values (${bia}, 'pedido_novo', 0)`);
    for (const [id, sending, of] of [
      [1, 1, null],
      [2, null, 13],
      [3, null, null],
    ])
      await run(`insert into push_messages (id, sending_id, notice_id, title, body, path, tag, urgency, created_at)
      values (${id}, ${sending}, ${of}, 'T', 'B', '/', 't', 'normal', '${ago(4)}')`);
    const delivery = (token: string, kind: string, state: string, message: number, sending: number | null) =>
      run(`insert into push_deliveries (user_id, subscription_id, token, kind, state, at, sending_id, message_id, due_at)
      values (${ana}, ${hers}, '${token}', '${kind}', '${state}', '${ago(4)}', ${sending}, ${message}, '${ago(4)}')`);
    await delivery('a', 'envio', 'na_fila', 1, 1);
    await delivery('b', 'aviso', 'clicada', 2, null);
    await delivery('c', 'teste', 'na_fila', 3, null);
    for (const [user, sending, queued] of [
      [caio, 1, null],
      [ana, 1, `'${ago(3)}'`],
      [caio, 2, null],
    ])
      await run(
        `insert into sending_mails (sending_id, user_id, due_at, queued_at) values (${sending}, ${user}, '${ago(3)}', ${queued})`,
      );
    for (const [chave, mailed] of [
      ['parcela_paga:1', null],
      ['parcela_paga:2', ago(1)],
      ['parcela_paga:3', ago(2)],
    ])
      await run(`insert into guardian_notices (chave, user_id, title, body, path, created_at, mailed_at)
      values ('${chave}', ${caio}, 'Pago', 'Recebemos', '/pagar/x', '${ago(2)}', ${mailed ? `'${mailed}'` : 'null'})`);

    expect(await migrate(db, engine)).not.toEqual([]);

    const moved = await db.selectFrom('deliveries').selectAll().orderBy('id').execute();
    const pushes = moved.filter(({ target }) => target === 'push');
    expect(
      pushes.map((row) => [row.user_id, row.kind, row.status, row.notice_id, row.sending_id, row.subscription_id]),
    ).toEqual([
      [ana, 'envio', 'na_fila', 11, 1, hers],
      [ana, 'aviso', 'clicada', 13, null, hers],
      [ana, 'teste', 'expirada', null, null, hers],
      [bia, 'aviso', 'na_fila', 14, null, other],
    ]);
    expect(pushes.slice(0, 2).map(({ token }) => token)).toEqual(['a', 'b']);
    const mails = moved.filter(({ target }) => target !== 'push');
    expect(mails.map((row) => [row.user_id, row.target, row.status, row.notice_id, row.key])).toEqual(
      expect.arrayContaining([
        [caio, 'mail', 'na_fila', 12, null],
        [ana, 'mail', 'aceita', 11, null],
        [caio, 'mail', 'cancelada', 18, null],
        [caio, 'mail', 'na_fila', null, 'parcela_paga:1'],
        [caio, 'mail', 'aceita', null, 'parcela_paga:2'],
        [caio, 'inbox', 'aceita', null, 'parcela_paga:3'],
      ]),
    );
    expect(mails).toHaveLength(6);
    const text = JSON.parse(mails.find(({ key }) => key === 'parcela_paga:1')?.content ?? '');
    expect(text).toEqual({ title: 'Pago', body: 'Recebemos', path: '/pagar/x' });
    const gone = ['push_messages', 'push_deliveries', 'guardian_notices', 'sending_mails'];
    expect((await tableNames(db)).filter((name) => gone.includes(name))).toEqual([]);
    await close();
    await made?.drop();
  },
);
