import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addAccount } from '../support/accounts.ts';
import { addBills } from '../support/bills.ts';
import { cpfOf } from '../support/cpf.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { runningClass } from '../support/taught-class.ts';

const TEACHER = 2;
const DAY_MS = 86_400_000;
const people = { ana: 1, bruno: 2, davi: 4, nina: 12 };

describe.each(engines)('the calendar on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  const urlOf = async (as: number) => (await portal.ops.onlineClasses.getFeedUrl({}, { as })).body.url;
  /** Requests without a session, as calendars do. */
  const open = async (url: string) => {
    const answer = await portal.send('GET', new URL(url).pathname);
    return { status: answer.status, headers: answer.headers, text: (await answer.text()).replaceAll('\r\n ', '') };
  };
  const eventsOf = (text: string) => text.replaceAll('\r', '').split('BEGIN:VEVENT').slice(1);
  const lesson = (id: number | string, as?: number) =>
    portal.send('GET', `/api/v1/portal/calendar/lessons/${id}.ics`, {}, { as });

  it('the calendar has one address for each user, until it is renewed', async () => {
    const [first, again, other] = [await urlOf(people.ana), await urlOf(people.ana), await urlOf(people.davi)];
    expect(first).toMatch(/^https:\/\/aluno\.example\/api\/v1\/portal\/calendar\/[\w-]{43}\.ics$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect((await portal.ops.onlineClasses.getFeedUrl({}, { as: people.ana, scope: 'book' })).status).toBe(403);
    expect((await portal.ops.onlineClasses.getFeedUrl()).status).toBe(401);
  });

  it('the calendar holds the own lessons, open bills and deadlines, and neither links nor amounts', async () => {
    const { status, headers, text } = await open(await urlOf(people.ana));
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(text).toMatch(/^BEGIN:VCALENDAR[\s\S]*END:VCALENDAR\s*$/);
    expect(text).toContain('SUMMARY:Conversação Online: Aula 20');
    expect(text).toContain('SUMMARY:Vencimento: Mensalidade 6 de 12');
    expect(text).toContain('SUMMARY:Entrega: Redação: A trip to remember');
    expect(text.replace(/\r\n /g, '')).toMatch(/URL[^\n]*\/pedagogico\/notas\/1\?por=turma#atividade-1\b/);
    expect(text).not.toMatch(/reuniao\.demo|R\$|329[.,]00/);
    expect(text).not.toContain('Phenom B2 Online');
    const uids = [...text.matchAll(/^UID:(.*)$/gm)].map(([, uid]) => uid);
    expect(new Set(uids).size).toBe(uids.length);
  });

  it('the calendar marks cancelled lessons', async () => {
    const { db } = portal.school;
    await db.updateTable('aulas').set({ cancelada_em: '2026-01-01T00:00:00Z' }).where('id', '=', 2030).execute();
    const { text } = await open(await urlOf(people.ana));
    const event = eventsOf(text).find((each) => each.includes('UID:aula-2030@portal'));
    expect(event).toContain('STATUS:CANCELLED');
    const lessons = eventsOf(text).filter((each) => each.includes('UID:aula-'));
    for (const each of lessons) {
      const isCancelled = each.includes('STATUS:CANCELLED');
      expect(each.includes('\nSUMMARY:Cancelada: '), each).toBe(isCancelled);
      expect(each.includes('TRIGGER:-PT30M'), each).toBe(!isCancelled);
    }
    expect(lessons.some((each) => !each.includes('STATUS:CANCELLED'))).toBe(true);
  });

  it('CLASS-06 every entry of the calendar has a duration, and phones remind of a deadline a day before', async () => {
    const events = eventsOf((await open(await urlOf(people.ana))).text);
    expect(events.length).toBeGreaterThan(2);
    const partOf = (event: string, name: string) => new RegExp(`^${name}[^:]*:(.*)$`, 'm').exec(event)?.[1] ?? '';
    for (const event of events) {
      expect(partOf(event, 'DTSTART'), event).not.toBe('');
      expect(partOf(event, 'DTEND') > partOf(event, 'DTSTART'), event).toBe(true);
    }
    const [deadline = ''] = events.filter((each) => each.includes('SUMMARY:Entrega: '));
    expect(deadline).toContain('TRIGGER:-P1D');
    expect(deadline).toMatch(/BEGIN:VALARM[\s\S]*ACTION:DISPLAY[\s\S]*DESCRIPTION:Entrega: [\s\S]*END:VALARM/);
  });

  it('the calendar of a guardian has the entries of each child by name, while the family has access', async () => {
    const { db } = portal.school;
    const cpf = cpfOf(714_560_001);
    const mother = await addAccount(portal, { cpf, full_name: 'Marta Reis', email_verified: true });
    const guardian = { full_name: 'Marta Reis', cpf, email: mother.email, phone: '19994440000', relation: 'Mãe' };
    const { id: teacher } = await addAccount(portal);
    await db.insertInto('user_actions').values({ user_id: teacher, action_id: TEACHER }).execute();
    const { lesson: first, students } = await runningClass(portal, teacher);
    const [older = 0, younger = 0] = students;
    const set = (id: number, values: { full_name?: string; birth_date?: string; guardian?: string }) =>
      db.updateTable('users').set(values).where('id', '=', id).execute();
    await set(older, { full_name: 'Otto Reis', birth_date: '2014-03-02', guardian: JSON.stringify(guardian) });
    await set(younger, { full_name: 'Lia Reis', birth_date: '2016-03-02' });
    const [bill, ofLia] = [(await addBills(portal, older))[0]?.id, (await addBills(portal, younger))[0]?.id];
    const evento_em = new Date(portal.clock.now.getTime() + 3 * DAY_MS).toISOString();
    const campaign = await db.selectFrom('travel_campaigns').select('id').executeTakeFirstOrThrow();
    await db.updateTable('travel_campaigns').set({ evento_em, nome: 'Festa' }).where('id', '=', campaign.id).execute();
    const ticket = { campaign_id: campaign.id, user_id: older, nome: 'Otto Reis', codigo: 'FAMILIA-1' };
    const created_at = portal.clock.now.toISOString();
    await db
      .insertInto('travel_tickets')
      .values({ ...ticket, created_at })
      .execute();
    const url = await urlOf(mother.id);
    const read = async () => (await open(url)).text;
    const text = await read();
    expect(text).toMatch(new RegExp(`UID:aula-${first}-de-${older}@portal`));
    expect(text).toMatch(/SUMMARY:Otto · Turma [^\r\n]+: /);
    expect(text).toContain('SUMMARY:Otto · Vencimento: Mensalidade 1');
    expect(text).toContain('SUMMARY:Otto · Festa');
    expect(text).toContain(`/me/familia?aluno=${older}`);
    expect(text).not.toMatch(/Lia|reuniao\.demo|meet\.example|R\$/);
    expect(text).not.toContain(`parcela-${ofLia}@`);

    // Two children in one lesson are two entries.
    await set(younger, { guardian: JSON.stringify(guardian) });
    const both = await read();
    expect(both).toContain(`UID:aula-${first}-de-${younger}@portal`);
    expect(both).toContain('SUMMARY:Lia · Vencimento: Mensalidade 1');
    const uids = [...both.matchAll(/^UID:(.*)$/gm)].map(([, uid]) => uid);
    expect(new Set(uids).size).toBe(uids.length);

    // An adult: the family loses access unless the child agrees; bills stay with the payer.
    await set(older, { birth_date: '2000-03-02' });
    expect(await read()).not.toContain('Otto');
    const said = await portal.ops.account.setFamilyChoice({ pode_ver: true }, { as: older });
    expect(said.status).toBe(200);
    const grown = await read();
    expect(grown).toContain(`UID:aula-${first}-de-${older}@portal`);
    expect(grown).not.toContain(`parcela-${bill}@`);

    // Another guardian, or one with an unverified address, sees nothing.
    await set(younger, { guardian: JSON.stringify({ ...guardian, cpf: cpfOf(714_560_002) }) });
    expect(await read()).not.toContain('Lia');
    await db.updateTable('users').set({ email_verified: false }).where('id', '=', mother.id).execute();
    expect(await read()).not.toContain('BEGIN:VEVENT');
  });

  it('the calendar is empty for a student without entries', async () => {
    const { status, text } = await open(await urlOf(people.bruno));
    expect(status).toBe(200);
    expect(text).not.toContain('BEGIN:VEVENT');
  });

  it('a renewed address ends the old one, also with concurrent renewals', async () => {
    const before = await urlOf(people.nina);
    await Promise.all([1, 2].map(() => portal.ops.onlineClasses.rotateFeedUrl({}, { as: people.nina })));
    expect((await open(before)).status).toBe(404);
    expect((await open(await urlOf(people.nina))).status).toBe(200);
  });

  it('S16 a blocked user’s address opens nothing', async () => {
    const url = await urlOf(people.davi);
    await portal.school.db.updateTable('users').set({ is_blocked: true }).where('id', '=', people.davi).execute();
    expect((await open(url)).status).toBe(404);
  });

  it.each(['short', 'a'.repeat(43), '%00'.repeat(10), '../../users/me'])(
    'the calendar opens nothing for %j',
    async (secret) => {
      const { status } = await portal.send('GET', `/api/v1/portal/calendar/${encodeURIComponent(secret)}.ics`);
      expect([404, 422]).toContain(status);
    },
  );

  it('the calendar exports an own lesson as a file, and no lesson of others (ROLE-08)', async () => {
    const own = await lesson(2015, people.ana);
    expect(own.headers.get('content-disposition')).toBe('attachment; filename="aula-2015.ics"');
    expect(await own.text()).toContain('UID:aula-2015@portal');
    expect((await lesson(6001, people.ana)).status).toBe(404);
    expect((await lesson(2015)).status).toBe(401);
    expect((await lesson('x', people.ana)).status).toBe(422);
  });
});
