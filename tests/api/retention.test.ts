import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { requestPasswordReset } from '../../src/lib/contract/auth.ts';
import { getBroadcastLog } from '../../src/lib/contract/broadcasts.ts';
import { newUploadFolder, sweepUploads } from '../../src/server/core/http/receive.ts';
import type { Mail } from '../../src/server/core/ports/mail.ts';
import { retentionDefaults } from '../../src/server/operate/privacy/retention-days.ts';
import { addTrip } from '../support/abroad.ts';
import { addAccount } from '../support/accounts.ts';
import { addBroadcast } from '../support/broadcasts.ts';
import { addLead } from '../support/leads.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const DAY = 86_400_000;
const helena = 7;

describe.each(engines)('retention periods on %s (C16, S21)', (engine) => {
  const sent: Mail[] = [];
  let fails = false;
  let portal: TestSchool;
  beforeAll(async () => {
    const send = async (mail: Mail) => {
      if (fails) throw new Error('451 later');
      sent.push(mail);
    };
    portal = await openTestSchool(engine, { ports: { mail: { kind: 'smtp', send } } });
  });
  afterAll(() => portal.close());

  const mailTo = (recipient: string) =>
    portal.school.db.selectFrom('outbox').selectAll().where('recipient', '=', recipient).executeTakeFirst();
  const ask = async (isCode: boolean) => {
    const { email } = await addAccount(portal);
    await portal.call(requestPasswordReset, { query: { email, isAccessCode: isCode ? 'true' : 'false' } });
    await portal.worker.runOnce();
    return email;
  };

  it.each([
    ['link', false],
    ['code', true],
  ] as const)('a mail that went out holds no %s any more', async (_name, isCode) => {
    const email = await ask(isCode);
    const { text = '', subject = '' } = sent.find(({ to }) => to === email) ?? {};
    const secret = isCode ? /\d{8}/.exec(text)?.[0] : /https:\/\/\S+/.exec(text)?.[0];
    expect(secret).toBeTruthy();
    const row = await mailTo(email);
    expect(row).toMatchObject({ sent_at: expect.any(String), html: '' });
    expect(JSON.stringify(row)).not.toContain(secret);
    expect(isCode ? row?.subject !== subject : row?.subject === subject).toBe(true);
    expect(row?.text).toMatch(/Olá, Pessoa/);
  });

  it('a failed email loses its links too, a retried one keeps them', async () => {
    fails = true;
    const email = await ask(false);
    expect((await mailTo(email))?.text).toMatch(/https:/);
    for (let tries = 0; tries < 8; tries += 1) {
      portal.clock.advance(2 * 60 * 60 * 1000);
      await portal.worker.runOnce();
    }
    fails = false;
    expect(await mailTo(email)).toMatchObject({ attempts: 8, sent_at: null, html: '' });
    expect((await mailTo(email))?.text).not.toMatch(/https:/);
    portal.errors.length = 0;
  });

  /** A row of each kind, as old as said. */
  async function addOld(days: number): Promise<number> {
    const { db, now } = portal.school;
    const at = new Date(now().getTime() - days * DAY).toISOString();
    const { id } = await addAccount(portal);
    const chave = `velho:${id}`;
    const text = { title: 'Aviso', body: 'Texto', path: '/dashboard' };
    const mail = { kind: 'notice', recipient: chave, subject: 's', html: 'h', text: 't', created_at: at, attempts: 1 };
    await db
      .insertInto('outbox')
      .values({ ...mail, sent_at: at })
      .execute();
    await db
      .insertInto('notices')
      .values({ ...text, user_id: id, category: 'aviso', created_at: at, chave })
      .execute();
    const change = { is_by_school: true, old_values: chave, new_values: '{}', undo_hash: chave, undo_until: at };
    await db
      .insertInto('registration_changes')
      .values({ ...change, user_id: id, by_user_id: null, created_at: at, guardian_at: at, undone_at: null })
      .execute();
    await addLead(portal, { nome: chave, telefone: String(id) }, new Date(at));
    await db.insertInto('audit_log').values({ user_id: id, action: 'x', target: chave, at }).execute();
    await db
      .insertInto('payment_events')
      .values({ provider: 'x', event_id: chave, txid: 'x', kind: 'x', received_at: at })
      .execute();
    await db
      .insertInto('deliveries')
      .values({ user_id: id, target: 'push', token: chave, kind: 'teste', status: 'aceita', attempts: 1, at })
      .execute();
    return id;
  }
  const places = {
    mails: { outbox: 'recipient' },
    notices: { notices: 'chave' },
    leads: { leads: 'nome', lead_events: 'nome' },
    audit: { audit_log: 'target' },
    registrations: { registration_changes: 'old_values' },
    payment_events: { payment_events: 'event_id' },
    deliveries: { deliveries: 'token' },
  } as const;
  async function isThere(table: string, column: string, id: number): Promise<boolean> {
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${`velho:${id}`}`.execute(
      portal.school.db,
    );
    return rows.length > 0;
  }

  it.each(Object.keys(places) as (keyof typeof places)[])('%s stay for their days, and no longer', async (kind) => {
    const young = await addOld(retentionDefaults[kind] - 1);
    const old = await addOld(retentionDefaults[kind] + 1);
    portal.clock.advance(60 * 60 * 1000);
    await portal.worker.runOnce();
    for (const [table, column] of Object.entries(places[kind])) {
      expect([await isThere(table, column, young), await isThere(table, column, old)], table).toEqual([true, false]);
    }
  });

  it('passports and form of a request are deleted after the trip, and its number stays', async () => {
    const { db, config } = portal.school;
    const day = (ago: number) => new Date(portal.clock.now.getTime() - ago * DAY).toISOString().slice(0, 10);
    const days = config.RETENTION_DAYS.trip_documents;
    const add = async (ago: number) => {
      const turma_id = await addTrip(portal, { inicio: day(ago + 14), fim: day(ago), inscricoes_ate: day(ago + 60) });
      const { id: user_id } = await addAccount(portal);
      const em = portal.clock.now.toISOString();
      const protocolo = `I-9${ago}`;
      const request = await db
        .insertInto('usa_requests')
        .values({
          ...{ protocolo, user_id, turma_id, status: 'paga', dados: '{"cpf":"1"}', exige_responsavel: false },
          ...{ created_at: em, atualizada_em: em },
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const chave = `viagem/${ago}`;
      await portal.school.ports.files.put(chave, Buffer.from('passaporte'), 'application/pdf');
      const file = { tipo: 'passaporte', n: 1, nome: 'p.pdf', mime: 'application/pdf', tamanho_bytes: 10, chave };
      await db
        .insertInto('usa_documentos')
        .values({ ...file, request_id: request.id, status: 'aceito', enviado_em: em })
        .execute();
      return request.id;
    };
    const left = async (id: number) => {
      const { dados } = await db
        .selectFrom('usa_requests')
        .select('dados')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const files = await db.selectFrom('usa_documentos').select('id').where('request_id', '=', id).execute();
      return [dados, files.length];
    };
    const young = await add(days - 2);
    const old = await add(days + 2);
    // Past the hour of the job, and within the day.
    portal.clock.advance(60 * 60 * 1000);
    await portal.worker.runOnce();
    await portal.worker.runOnce();
    expect([await left(young), await left(old)]).toEqual([
      ['{"cpf":"1"}', 1],
      ['{}', 0],
    ]);
    const removed = db
      .selectFrom('files_to_remove')
      .select('chave')
      .where('chave', '=', `viagem/${days + 2}`);
    expect(await removed.execute()).toEqual([]);
  });

  it('the retention period is a setting', async () => {
    const hasty = await openTestSchool(engine, { env: { RETENTION_DAYS: 'mails=1, leads=2' } });
    expect(hasty.school.config.RETENTION_DAYS).toEqual({ ...retentionDefaults, mails: 1, leads: 2 });
    await hasty.close();
    for (const wrong of ['mail=1', 'mails=0', 'mails=um', 'mails']) {
      await expect(openTestSchool(engine, { env: { RETENTION_DAYS: wrong } }), wrong).rejects.toThrow(/RETENTION_DAYS/);
    }
  });

  it('the figures of a broadcast stay when its deliveries are deleted', async () => {
    const { db } = portal.school;
    const broadcast = await addBroadcast(portal);
    const log = () => portal.call(getBroadcastLog, { params: { id: broadcast.id }, query: {} }, { as: helena });
    const at = portal.school.now().toISOString();
    const row = { user_id: 1, kind: 'envio', attempts: 1, at, sending_id: broadcast.id, platform: 'ios' } as const;
    for (const state of ['aceita', 'aceita', 'clicada', 'falhou'] as const) {
      await db
        .insertInto('deliveries')
        .values({ ...row, target: 'push', status: state, token: `figura:${Math.random()}` })
        .execute();
    }
    const before = (await log()).body;
    const mailed = await addBroadcast(portal);
    await db.updateTable('sendings').set({ sent_at: at }).execute();
    await db.updateTable('sendings').set({ mails: 1, people: 1 }).where('id', '=', mailed.id).execute();
    const mail = { ...row, sending_id: mailed.id, target: 'mail', status: 'aceita' } as const;
    await db.insertInto('deliveries').values(mail).execute();
    const listed = async (id: number) =>
      (await portal.ops.broadcasts.listSchoolBroadcasts({}, { as: helena })).body.items.find((each) => each.id === id)
        ?.counts;
    expect(await listed(mailed.id)).toMatchObject({ reached: 1 });
    portal.clock.advance(100 * DAY);
    await portal.worker.runOnce();
    await portal.worker.runOnce();
    const after = (await log()).body;
    for (const { id } of [broadcast, mailed]) expect(await listed(id)).not.toHaveProperty('reached');
    // The number of people is no longer known.
    const { reached: _, ...counts } = before.counts;
    expect([after.counts, after.states, after.by_platform]).toEqual([counts, before.states, before.by_platform]);
    expect(after.items.total).toBe(0);
  });
});

describe('uploads of a process that ended (C16)', () => {
  it('uploads of an ended process are deleted at the next start; those of a running process stay', async () => {
    // A separate folder: other tests upload and start schools meanwhile.
    const place = await mkdtemp(join(tmpdir(), 'portal-sweep-'));
    vi.stubEnv('TMPDIR', place);
    onTestFinished(async () => {
      vi.unstubAllEnvs();
      await rm(place, { recursive: true });
    });
    const own = await newUploadFolder();
    const mine = basename(own);
    const host = mine.split('-')[2];
    // Above the largest process id, so no process has this number.
    const left = await mkdtemp(join(tmpdir(), `portal-upload-${host}-4194305-`));
    const alive = await mkdtemp(join(tmpdir(), `portal-upload-${host}-${process.ppid}-`));
    const elsewhere = await mkdtemp(join(tmpdir(), 'portal-upload-00000000-4194305-'));
    const nameless = await mkdtemp(join(tmpdir(), 'portal-upload-'));
    await writeFile(join(left, '0'), 'passaporte');
    const old = new Date(Date.now() - 2 * DAY);
    await utimes(nameless, old, old);
    await sweepUploads();
    const there = await readdir(tmpdir());
    const all = [own, alive, elsewhere, left, nameless].map((path) => there.includes(basename(path)));
    expect(all).toEqual([true, true, true, false, false]);
    await sweepUploads(Date.now() + 2 * DAY);
  });
});
