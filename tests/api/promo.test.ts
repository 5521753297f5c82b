import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLead } from '../../src/lib/contract/promo.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const DAY = 86_400_000;
let number = 0;
/** A telephone that no other test uses. */
const newPhone = () => `1999${String(1_000_000 + ++number)}`;

describe.each(engines)('leads on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const lead = (given: Record<string, unknown> = {}) => ({
    pagina: '/knn-orlando',
    nome: 'Joana D’Arc dos Santos',
    telefone: newPhone(),
    cidade: 'Campinas',
    consentimento: true as const,
    ...given,
  });
  const leave = (body: Record<string, unknown>, sent?: Sent) => portal.call(createLead, { body: body as never }, sent);
  const kept = (telefone: string) =>
    portal.school.db.selectFrom('leads').selectAll().where('telefone', '=', telefone).orderBy('id').execute();

  it('the school keeps what a visitor leaves, the telephone as digits', async () => {
    const utm = { source: 'instagram', campaign: 'orlando' };
    const given = {
      telefone: '+55 (19) 98877-6655',
      email: ' joana@exemplo.com ',
      utm,
      indicacao_code: 'ANA10',
      unidade_id: 101,
    };
    const { status, body } = await leave(lead(given));
    expect(status).toBe(200);
    const [row] = await kept('19988776655');
    expect(row).toMatchObject({
      id: body.id,
      pagina: '/knn-orlando',
      nome: 'Joana D’Arc dos Santos',
      email: 'joana@exemplo.com',
      cidade: 'Campinas',
      unidade_id: 101,
      indicacao_code: 'ANA10',
      english_test: null,
      consentimento_em: portal.clock.now.toISOString(),
    });
    expect(JSON.parse(row?.utm ?? '')).toEqual(utm);
  });

  it('a prospect who leaves the same data again that day gets the same answer, and the school keeps one, also at once', async () => {
    const body = lead();
    const answers = await Promise.all(Array.from({ length: 4 }, () => leave(body)));
    answers.push(await leave({ ...body, nome: 'Joana' }));
    expect(new Set(answers.map(({ status, body: { id } }) => `${status} ${id}`)).size).toBe(1);
    expect(await kept(body.telefone)).toHaveLength(1);
    await leave({ ...body, pagina: '/london-by-phenom' });
    portal.clock.advance(DAY);
    await leave(body);
    expect(await kept(body.telefone)).toHaveLength(3);
  });

  it.each([
    [{ nome: '' }, 'nome'],
    [{ nome: 'J' }, 'nome'],
    [{ nome: 'http://ofertas.example' }, 'nome'],
    [{ nome: '<b>Ana</b>' }, 'nome'],
    [{ nome: 'a'.repeat(121) }, 'nome'],
    [{ telefone: '123' }, 'telefone'],
    [{ telefone: '(00) 99123-4567' }, 'telefone'],
    [{ telefone: '11111111111' }, 'telefone'],
    [{ email: 'joana' }, 'email'],
    [{ cidade: ' ' }, 'cidade'],
    [{ consentimento: false }, 'consentimento'],
    [{ consentimento: undefined }, 'consentimento'],
    [{ utm: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`k${n}`, 'x'])) }, 'utm'],
    [{ teste_id: 'x' }, 'teste_id'],
  ])('the school refuses %j in words and keeps nothing', async (wrong, field) => {
    const before = await portal.school.db.selectFrom('leads').select('id').execute();
    const { status, body } = await leave(lead(wrong));
    expect(status).toBe(422);
    expect(body.detail).toMatch(/\p{L}{3}/u);
    expect(Object.keys(body.fields ?? {})).toEqual([field]);
    expect(await portal.school.db.selectFrom('leads').select('id').execute()).toEqual(before);
  });

  it('the school takes ten an hour from one address', async () => {
    const caller = { address: '203.0.113.9' };
    const statuses: number[] = [];
    for (let round = 0; round < 11; round += 1) statuses.push((await leave(lead(), { caller })).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });
});
