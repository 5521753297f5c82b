import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Mail } from '../../src/server/core/ports/mail.ts';
import { createManager, NewManager } from '../../src/server/identity/auth/create-manager.ts';
import { deliverOutbox } from '../../src/server/messages/mail/outbox.ts';
import { addAccount } from '../support/accounts.ts';
import { addFailedEmail } from '../support/failed-emails.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addUnit } from '../support/staff.ts';

const [ANA, HELENA, ADMIN] = [1, 7, 8];
const ANAS = 'aluna@demo.example';

describe.each(engines)('failed emails, in the panel on %s', (engine) => {
  let portal: TestSchool;
  let [near, far, ofNear, ofFar] = [0, 0, 0, 0];
  const taken: string[] = [];
  const takers: string[] = [];
  beforeAll(async () => {
    const mail = {
      kind: 'smtp' as const,
      send: async ({ subject, to }: Mail) => {
        taken.push(subject);
        takers.push(to);
      },
    };
    portal = await openTestSchool(engine, { ports: { mail, postalCodes: { find: async () => null } } });
    near = await addUnit(portal, 'KNN Perto');
    far = await addUnit(portal, 'KNN Longe');
    ofNear = await addStaff(portal, { company: near, units: [near], rights: ['mensagens', 'equipe'] });
    ofFar = await addStaff(portal, { company: far, units: [far], rights: ['mensagens'] });
    await addAccount(portal, { company: near, email: 'Perto@Casa.Example', full_name: 'Nara Perto' });
  });
  afterAll(() => portal.close());
  beforeEach(async () => {
    taken.length = 0;
    takers.length = 0;
    await portal.school.db.deleteFrom('outbox').execute();
  });
  const list = (as?: number, query = {}) => portal.ops.broadcasts.listFailedEmails(query, { as });
  const seen = async (as: number) => (await list(as)).body.items.map(({ id }) => id);
  const again = (id: number | string, as?: number) =>
    portal.ops.broadcasts.resendMails({ ids: [id as number] }, { as });
  const counted = async (as: number) =>
    (await portal.ops.panel.getPanelHome({}, { as })).body.espera.find(({ tipo }) => tipo === 'emails')?.quantos ?? 0;

  it('a failed email is listed with subject, recipient, time and reason, never with its text', async () => {
    const id = await addFailedEmail(portal, {
      recipient: 'Perto@Casa.Example',
      kind: 'verification',
      subject: '12345678 é o seu código',
      last_error: "Can't send mail: 550 5.1.1 <perto@casa.example>: user unknown",
    });
    const { status, body } = await list(ofNear);
    expect(status).toBe(200);
    expect(body).toEqual({
      items: [
        {
          id,
          tipo: 'verification',
          para: 'Pe***@Casa.Example',
          pessoas: ['Nara Perto'],
          assunto: '•••••••• é o seu código',
          criado_em: expect.any(String),
          motivo: expect.stringContaining('O endereço não existe'),
          pode_sair: true,
        },
      ],
      total: 1,
      podem_sair: 1,
      next: null,
    });
    expect(JSON.stringify(body)).not.toMatch(/segredo|12345678|perto@casa/i);
  });

  it('staff of some units see mails to people of these units alone', async () => {
    const ana = await addFailedEmail(portal, { recipient: ANAS });
    const nara = await addFailedEmail(portal, { recipient: 'perto@casa.example' });
    const guardian = await addFailedEmail(portal, { recipient: 'mae@casa.example' });
    expect(await seen(ofNear)).toEqual([nara]);
    expect(await seen(ofFar)).toEqual([]);
    const whole = await addStaff(portal);
    expect(await seen(whole)).toEqual([nara, ana]);
    expect(await seen(ADMIN)).toEqual([guardian, nara, ana]);
    expect([await counted(ofNear), await counted(ofFar), await counted(whole)]).toEqual([1, 0, 2]);

    expect((await again(ana, ofNear)).status).toBe(404);
    expect((await again(guardian, whole)).status).toBe(404);
    expect((await portal.ops.broadcasts.resendMails({}, { as: ofNear })).body).toMatchObject({ quantos: 1 });
    expect(await seen(whole)).toEqual([ana]);
  });

  it('a mail is sent once, however often it is sent again, and the log says by whom', async () => {
    const id = await addFailedEmail(portal, { recipient: 'perto@casa.example', subject: 'Olá' });
    const answers = await Promise.all([again(id, ofNear), again(id, ofNear)]);
    expect(answers.reduce((sum, { body }) => sum + (body.quantos ?? 0), 0)).toBe(1);
    await Promise.all([deliverOutbox(portal.school), deliverOutbox(portal.school)]);
    expect(taken).toEqual(['Olá']);
    expect((await again(id, ofNear)).status).toBe(404);
    expect(await counted(ofNear)).toBe(0);
    const { items } = (await portal.ops.people.listAudit({ user_id: ofNear }, { as: HELENA })).body;
    expect(items.filter(({ alvo }) => alvo === `E-mail ${id}`)).toMatchObject([
      { quem_id: ofNear, acao: 'mandou sair de novo um e-mail' },
    ]);
  });

  describe('to an address that its person changed', () => {
    const moved = async (company = near) => {
      const person = await addAccount(portal, { company });
      const body = { email: `nova.${person.email}` };
      const { status } = await portal.ops.people.updateUser({ id: person.id, ...body }, { as: ADMIN });
      expect(status).toBe(200);
      await portal.school.db.deleteFrom('outbox').execute();
      return { ...person, now: body.email };
    };

    it('a message of the school shows the new address, and is sent there', async () => {
      const { email, now } = await moved();
      const id = await addFailedEmail(portal, { recipient: email, kind: 'mensagem' });
      const { body } = await list(ofNear);
      expect(body.items).toMatchObject([
        { id, para: expect.stringMatching(/^pe\*/), motivo: expect.stringContaining('no***@teste.example') },
      ]);
      expect(body.items[0]?.pessoas).toHaveLength(1);
      expect([await seen(ofFar), await counted(ofNear)]).toEqual([[], 1]);
      expect((await again(id, ofFar)).status).toBe(404);
      expect((await portal.ops.broadcasts.resendMails({}, { as: ofNear })).body).toMatchObject({ quantos: 1 });
      await deliverOutbox(portal.school);
      expect(takers).toEqual([now]);
    });

    it.each(['verification', 'email-change', 'access', 'welcome', 'recovery'])(
      'a mail bound to its address is not redirected (%s)',
      async (kind) => {
        const { email } = await moved();
        const id = await addFailedEmail(portal, { recipient: email, kind });
        expect(await seen(ofNear)).toEqual([]);
        expect((await again(id, ADMIN)).status).toBe(200);
        await deliverOutbox(portal.school);
        expect(takers).toEqual([email]);
      },
    );

    it('an address that others use, or that two people left, is matched to nobody', async () => {
      const { email } = await moved();
      await addAccount(portal, { company: near, email });
      const first = await moved();
      const second = await moved();
      const { db } = portal.school;
      await db.updateTable('email_changes').set({ old_email: first.email }).where('user_id', '=', second.id).execute();
      const shared = await addFailedEmail(portal, { recipient: email, kind: 'mensagem' });
      const ofTwo = await addFailedEmail(portal, { recipient: first.email, kind: 'mensagem' });
      for (const id of [shared, ofTwo]) expect((await again(id, ADMIN)).status).toBe(200);
      await deliverOutbox(portal.school);
      expect(takers.toSorted()).toEqual([email, first.email].toSorted());
    });
  });

  it('a mail whose links expired stays listed as such, and is not counted', async () => {
    const old = new Date(portal.school.now().getTime() - 2 * 3_600_000).toISOString();
    const dead = await addFailedEmail(portal, { recipient: ANAS, kind: 'recovery', created_at: old });
    const emptied = await addFailedEmail(portal, { recipient: ANAS, html: '' });
    const { body } = await list(HELENA);
    expect(body.items.map(({ id, pode_sair }) => [id, pode_sair])).toEqual([
      [emptied, false],
      [dead, false],
    ]);
    expect([body.podem_sair, await counted(HELENA)]).toEqual([0, 0]);
    const refused = await again(dead, HELENA);
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('venceram')]);
    expect((await portal.ops.broadcasts.resendMails({}, { as: HELENA })).body).toMatchObject({ quantos: 0 });
    await deliverOutbox(portal.school);
    expect(taken).toEqual([]);
  });

  it('a queued mail is not listed, and pages have no gaps', async () => {
    await addFailedEmail(portal, { recipient: ANAS, attempts: 3 });
    const ids = [];
    for (let each = 0; each < 5; each += 1) ids.push(await addFailedEmail(portal, { recipient: ANAS }));
    const pages = [];
    for (let depois: string | null | undefined; depois !== null; depois = pages.at(-1)?.next ?? null) {
      pages.push((await list(HELENA, { limit: 2, ...(depois && { depois }) })).body);
    }
    expect(pages.map(({ items }) => items.map(({ id }) => id))).toEqual([
      ids.slice(3).toReversed(),
      ids.slice(1, 3).toReversed(),
      ids.slice(0, 1),
    ]);
    expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
  });

  it('failed emails are for staff with the right to messages only', async () => {
    const id = await addFailedEmail(portal, { recipient: ANAS });
    const money = await addStaff(portal, { rights: ['financeiro'] });
    for (const [as, status] of [
      [undefined, 401],
      [ANA, 403],
      [money, 403],
    ] as const) {
      expect((await list(as)).status).toBe(status);
      expect((await again(id, as)).status).toBe(status);
      expect((await portal.ops.broadcasts.resendMails({}, { as })).status).toBe(status);
    }
    expect((await again('x', HELENA)).status).toBe(422);
    expect((await list(HELENA, { limit: 0 })).status).toBe(422);
    expect(await seen(HELENA)).toEqual([id]);
  });

  it('in a single school its staff of all units see mails to unknown addresses', async () => {
    const alone = await openTestSchool(engine, { demo: 'off' });
    const [email, name] = ['direcao@escola.example', 'Rita Salles'];
    const manager = NewManager.parse({ email, name, school: 'KNN Centro', city: 'Recife', state: 'PE' });
    await createManager(alone.school, manager);
    const { db } = alone.school;
    const rita = await db.selectFrom('users').select('id').where('email_key', '=', email).executeTakeFirstOrThrow();
    await db.deleteFrom('outbox').execute();
    const id = await addFailedEmail(alone, { recipient: 'mae@casa.example' });
    const { body } = await alone.ops.broadcasts.listFailedEmails({}, { as: rita.id });
    expect(body.items).toMatchObject([{ id, para: 'ma***@casa.example', pessoas: [] }]);
    await alone.close();
  });
});
