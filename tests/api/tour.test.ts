import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getMe } from '../../src/lib/contract/account.ts';
import { TourRoute } from '../../src/lib/contract/tour.schema.ts';
import { markTourDone } from '../../src/lib/contract/tour.ts';
import { addAccount } from '../support/accounts.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const ana = 1;

describe.each(engines)('tours on %s (API-58)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const mark = (as: number, body: object, sent: Sent = {}) =>
    portal.call(markTourDone, { body: body as { user_id: number } }, { as, ...sent });
  const tours = async (as: number) => (await portal.call(getMe, {}, { as })).body.driver_tour;
  const rowsOf = (userId: number) =>
    portal.school.db.selectFrom('driver_tours').select(['route', 'done_at']).where('user_id', '=', userId).execute();

  it.each(TourRoute.options)('TOUR-03 TOUR-09 saving a tour marks %s for the one who closed it', async (route) => {
    const { id } = await addAccount(portal);
    expect((await mark(id, { user_id: id, [route]: true })).body).toEqual({ driver_tour: { [route]: true } });
    expect(await tours(id)).toEqual({ [route]: true });
    expect(await rowsOf(id)).toEqual([{ route, done_at: portal.clock.now.toISOString() }]);
    expect(await tours(ana)).toEqual({});
  });

  it('saving tours accepts several at once and adds to earlier ones', async () => {
    const { id } = await addAccount(portal);
    await mark(id, { user_id: id, dashboard: true });
    await mark(id, { user_id: id, dashboard: true, 'minha-pratica': true });
    expect(await tours(id)).toEqual({ dashboard: true, 'minha-pratica': true });
  });

  it('TOUR-03 a repeated and a concurrent save keep the first', async () => {
    const { id } = await addAccount(portal);
    await mark(id, { user_id: id, dashboard: true });
    const before = await rowsOf(id);
    portal.clock.advance(60_000);
    const answers = await Promise.all(Array.from({ length: 6 }, () => mark(id, { user_id: id, dashboard: true })));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await rowsOf(id)).toEqual(before);
  });

  it('saving a tour is open to a printed code', async () => {
    const { id } = await addAccount(portal);
    expect((await mark(id, { user_id: id, dashboard: true }, { scope: 'book' })).status).toBe(200);
  });

  it('AUTH-26 saving a tour needs a bearer', async () => {
    const answer = await portal.call(markTourDone, { body: { user_id: ana, dashboard: true } });
    expect(answer).toMatchObject({ status: 401, body: { detail: 'Sua sessão terminou. Entre de novo.' } });
    expect(await rowsOf(ana)).toEqual([]);
  });

  it.each([ana, 999_999])('ROLE-08 saving a tour refuses the body of user %i', async (user_id) => {
    const { id } = await addAccount(portal);
    const answer = await mark(id, { user_id, dashboard: true });
    expect(answer).toMatchObject({ status: 403, body: { detail: 'Este pedido é de outro usuário.' } });
    expect([await rowsOf(ana), await rowsOf(id)]).toEqual([[], []]);
  });

  it.each([
    [{}, 'Informe qual tour terminou.'],
    [{ unknown: true }, 'Informe qual tour terminou.'],
    [{ constructor: true }, 'Informe qual tour terminou.'],
    [{ dashboard: false }, 'Formato inválido'],
    [{ dashboard: 'true' }, 'Formato inválido'],
    [{ dashboard: null }, 'Este campo é obrigatório'],
    [{ dashboard: true, user_id: '1' }, 'Digite apenas números'],
    [{ dashboard: true, user_id: undefined }, 'Este campo é obrigatório'],
  ])('S1 saving a tour refuses %j', async (given, detail) => {
    const { id } = await addAccount(portal);
    expect(await mark(id, { user_id: id, ...given })).toMatchObject({ status: 422, body: { detail } });
    expect(await rowsOf(id)).toEqual([]);
  });
});
