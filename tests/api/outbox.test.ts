import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestPasswordReset } from '../../src/lib/contract/auth.ts';
import type { Mail } from '../../src/server/core/ports/mail.ts';
import { handleRecoveryRequests } from '../../src/server/identity/auth/password-reset.ts';
import { listFailedEmails, scrubFailedEmails, sendMailsAgain } from '../../src/server/messages/mail/failed-emails.ts';
import { deliverOutbox, REWARD_CODE } from '../../src/server/messages/mail/outbox.ts';
import { allEngines, openTestSchool, type TestSchool } from '../support/school.ts';

describe.each(allEngines)('the mail outbox on %s', (engine) => {
  let portal: TestSchool;
  let taken: string[] = [];
  let send: (mail: Mail) => Promise<void> = async () => {};
  beforeAll(async () => {
    const mail = {
      kind: 'smtp' as const,
      async send(one: Mail) {
        await send(one);
        taken.push(one.subject);
      },
    };
    portal = await openTestSchool(engine, { ports: { mail, postalCodes: { find: async () => null } } });
    portal.school.log.level = 'silent';
  });
  afterAll(() => portal.close());

  async function queue(...subjects: string[]) {
    taken = [];
    send = async () => {};
    await portal.school.db.deleteFrom('outbox').execute();
    const created_at = portal.school.now().toISOString();
    const rest = {
      kind: 'test',
      recipient: 'a@b.example',
      html: '',
      text: '',
      created_at,
      claimed_until: null,
      attempts: 0,
      sent_at: null,
      last_error: null,
    };
    await portal.school.db
      .insertInto('outbox')
      .values(subjects.map((subject) => ({ subject, ...rest })))
      .execute();
  }
  const rows = () => portal.school.db.selectFrom('outbox').selectAll().orderBy('id').execute();
  const run = () => deliverOutbox(portal.school);

  it('S4 the outbox sends each mail once, in order, however many processes deliver', async () => {
    const subjects = Array.from({ length: 12 }, (_, index) => `mail ${index}`);
    await queue(...subjects);
    await Promise.all([run(), run(), run(), run()]);
    expect([...taken].sort()).toEqual([...subjects].sort());
    expect((await rows()).every(({ sent_at, attempts }) => sent_at !== null && attempts === 1)).toBe(true);
  });

  it('each run sends the first mail alone, then five in parallel', async () => {
    await queue(...Array.from({ length: 13 }, (_, index) => `mail ${index}`));
    const groups: number[] = [];
    let held: (() => void)[] = [];
    send = () =>
      new Promise((done) => {
        held.push(done);
        const left = 13 - groups.reduce((sum, size) => sum + size, 0);
        if (held.length < (groups.length === 0 ? 1 : Math.min(5, left))) return;
        groups.push(held.length);
        for (const each of held) each();
        held = [];
      });
    await run();
    expect(groups).toEqual([1, 5, 5, 2]);
    expect(taken).toHaveLength(13);
  });

  it('a sent mail with the code of a reward keeps only its subject', async () => {
    await queue('Seu código: Cinema');
    await portal.school.db.updateTable('outbox').set({ kind: REWARD_CODE, text: 'XK-77', html: 'XK-77' }).execute();
    await run();
    expect(await rows()).toMatchObject([{ subject: 'Seu código: Cinema', text: '', html: '' }]);
  });

  it('S12 the outbox retries with growing delays, stores the error, and stops after eight attempts', async () => {
    await queue('refused');
    send = async () => {
      throw new Error('451 try later');
    };
    await run();
    expect(await rows()).toMatchObject([{ attempts: 1, sent_at: null, last_error: '451 try later' }]);
    portal.clock.advance(29_000);
    await run();
    expect((await rows())[0]?.attempts).toBe(1);
    portal.clock.advance(2_000);
    await run();
    expect((await rows())[0]?.attempts).toBe(2);
    for (let time = 0; time < 10; time += 1) {
      portal.clock.advance(24 * 3_600_000);
      await run();
    }
    expect((await rows())[0]?.attempts).toBe(8);
  });

  it('a failed email keeps its text, is listed, and is sent once when sent again', async () => {
    await queue('lost', 'dead');
    await portal.school.db.updateTable('outbox').set({ html: '<p>Oi</p>' }).execute();
    await portal.school.db.updateTable('outbox').set({ kind: 'recovery' }).where('subject', '=', 'dead').execute();
    send = async () => {
      throw new Error('550 no such mailbox');
    };
    for (let time = 0; time < 9; time += 1) {
      portal.clock.advance(24 * 3_600_000);
      await run();
    }
    const listed = await listFailedEmails(portal.school);
    expect(listed.map(({ subject, canBeSent }) => [subject, canBeSent])).toEqual([
      ['dead', false],
      ['lost', true],
    ]);
    send = async () => {};
    await run();
    expect(taken).toEqual([]);
    const again = await Promise.all([sendMailsAgain(portal.school, null), sendMailsAgain(portal.school, null)]);
    expect(again[0] + again[1]).toBe(1);
    await Promise.all([run(), run()]);
    expect(taken).toEqual(['lost']);
    expect(await sendMailsAgain(portal.school, null)).toBe(0);
    const said = await portal.school.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', 'mail-again')
      .execute();
    expect(said).toHaveLength(1);
  });

  it('a failed email that nobody sends again loses its links after a week', async () => {
    await queue('lost');
    const link = 'https://aluno.example/x?token=abc';
    await portal.school.db
      .updateTable('outbox')
      .set({ html: link, text: `Abra ${link}`, attempts: 8 })
      .execute();
    await scrubFailedEmails(portal.school);
    expect(await rows()).toMatchObject([{ html: link }]);
    portal.clock.advance(8 * 24 * 3_600_000);
    await scrubFailedEmails(portal.school);
    expect(await rows()).toMatchObject([{ html: '', text: 'Abra [link]' }]);
  });

  it('S12 mails wait for a server that is down for a day, and none fails', async () => {
    await queue('patient', 'second', 'third', 'fourth');
    let tries = 0;
    send = async () => {
      tries += 1;
      throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ESOCKET' });
    };
    await run();
    expect(tries).toBe(3);
    for (let time = 0; time < 24; time += 1) {
      portal.clock.advance(3_600_000);
      await run();
    }
    expect(await listFailedEmails(portal.school)).toEqual([]);
    send = async () => {};
    portal.clock.advance(6 * 60_000);
    await run();
    expect(taken.toSorted()).toEqual(['fourth', 'patient', 'second', 'third']);
  });

  it('the outbox recovers when the server is back', async () => {
    await queue('late');
    send = async () => {
      throw new Error('down');
    };
    await run();
    send = async () => {};
    portal.clock.advance(31_000);
    await run();
    expect(taken).toEqual(['late']);
    expect(await rows()).toMatchObject([{ last_error: null }]);
  });

  it('the outbox does not let one bad mail hold back the next', async () => {
    await queue('bad', 'good');
    send = async ({ subject }) => {
      if (subject === 'bad') throw new Error('no such mailbox');
    };
    await run();
    expect(taken).toEqual(['good']);
  });

  it('the outbox claims each mail just before sending, so that a slow server gets no second copy', async () => {
    await queue('first', 'second');
    let other: Promise<void> | undefined;
    send = async ({ subject }) => {
      // The first mail took longer than a claim lasts; meanwhile another process looks for work.
      if (subject === 'first') portal.clock.advance(61_000);
      else other ??= run();
      await other;
    };
    await run();
    expect(taken).toEqual(['first', 'second']);
  });

  it('the outbox takes over what a crashed process had claimed, after its minute', async () => {
    await queue('orphan');
    const claimed_until = new Date(portal.school.now().getTime() + 60_000).toISOString();
    await portal.school.db.updateTable('outbox').set({ claimed_until, attempts: 1 }).execute();
    await run();
    expect(taken).toEqual([]);
    portal.clock.advance(60_001);
    await run();
    expect(taken).toEqual(['orphan']);
  });
});

describe.each(allEngines)('D20 a school without SMTP on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, { ports: { postalCodes: { find: async () => null } } });
  });
  afterAll(() => portal.close());
  const mails = () => portal.school.db.selectFrom('outbox').selectAll().orderBy('id').execute();

  it('the outbox without SMTP says so in the answer, marks no mail as sent, and sends them once SMTP is set', async () => {
    const { ports, db, now } = portal.school;
    expect(ports.mail.kind).toBe('none');
    const requested = await portal.call(requestPasswordReset, { query: { email: 'aluna@demo.example' } });
    expect([requested.status, requested.body.detail]).toEqual([200, expect.stringContaining('fale com a secretaria')]);
    const rest = { html: '', text: '', created_at: now().toISOString(), claimed_until: null, attempts: 0 };
    await db
      .insertInto('outbox')
      .values({ kind: 'test', recipient: 'a@b.example', subject: 'Aviso', sent_at: null, last_error: null, ...rest })
      .execute();
    await portal.worker.runOnce();
    const notice = (await mails()).filter(({ kind }) => kind === 'test');
    expect(notice).toMatchObject([{ subject: 'Aviso', sent_at: null, attempts: 0 }]);
    expect((await mails()).every(({ sent_at, attempts }) => sent_at === null && attempts === 0)).toBe(true);

    // The link of a recovery lives for an hour: it is made when it can leave.
    portal.clock.advance(5 * 3_600_000);
    const taken: string[] = [];
    const mail = { kind: 'smtp' as const, send: async ({ subject }: Mail) => void taken.push(subject) };
    const withSmtp = { ...portal.school, ports: { ...ports, mail } };
    await handleRecoveryRequests(withSmtp);
    await deliverOutbox(withSmtp);
    // The digest of the staff leaves too.
    const wanted = taken.filter((subject) => subject === 'Aviso' || subject.includes('senha'));
    expect(wanted).toEqual(['Aviso', expect.stringContaining('senha')]);
    const made = await db.selectFrom('auth_tokens').select('created_at').where('kind', '=', 'reset').execute();
    expect(made).toEqual([{ created_at: portal.school.now().toISOString() }]);
    expect((await mails()).every(({ sent_at }) => sent_at !== null)).toBe(true);
  });

  it('the outbox drops recovery requests after a day', async () => {
    const { db } = portal.school;
    const wishes = () => db.selectFrom('recovery_requests').select('email_key').execute();
    const ask = () => portal.call(requestPasswordReset, { query: { email: 'aluna@demo.example' } });
    await ask();
    portal.clock.advance(25 * 3_600_000);
    const mail = { kind: 'smtp' as const, send: async () => {} };
    const before = (await mails()).length;
    await handleRecoveryRequests({ ...portal.school, ports: { ...portal.school.ports, mail } });
    expect(await mails()).toHaveLength(before);
    await ask();
    await portal.worker.runOnce();
    expect(await wishes()).toHaveLength(1);
  });
});
