import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addMonths, shiftDay } from '../../src/lib/rules/time/days.ts';
import { aroundBirthday, notifyOfComingOfAge } from '../../src/server/identity/family/family-choice.ts';
import { addAccount } from '../support/accounts.ts';
import { cpfOf } from '../support/cpf.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const DAY_MS = 86_400_000;

describe.each(engines)('the family at the 18th birthday, on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  let count = 0;
  /** A child whose 18th birthday is some days away, with the account of the guardian. */
  const family = async (daysLeft: number, more: object = {}) => {
    count += 1;
    const cpf = cpfOf(940_000 + count);
    const email = `pai${count}@familia.example`;
    const names = { full_name: 'Raul Teles', phone: '19994440000', relation: 'Pai' };
    const today = portal.clock.now.toISOString().slice(0, 10);
    const child = await addAccount(portal, {
      guardian: JSON.stringify({ ...names, cpf, email }),
      birth_date: addMonths(shiftDay(today, daysLeft), -216),
      ...more,
    });
    const adult = await addAccount(portal, { cpf, email, email_verified: true });
    return { child: child.id, adult: adult.id, email };
  };
  const seenBy = async (as: number) => (await portal.ops.account.listFamily({}, { as })).body.map(({ id }) => id);
  const answer = (as: number | undefined, pode_ver: boolean) =>
    portal.ops.account.setFamilyChoice({ pode_ver }, { as });
  const choice = async (as: number) => (await portal.ops.account.getFamilyChoice({}, { as })).body;
  const titles = async (as: number) =>
    (await portal.ops.inbox.listNotices({}, { as })).body.items.map(({ title }) => title);
  const tell = () => Promise.all([notifyOfComingOfAge(portal.school), notifyOfComingOfAge(portal.school)]);

  it('both are notified a month before, the child is asked at 18, each once', async () => {
    const far = await family(60);
    const { child, adult } = await family(20);
    await tell();
    await tell();
    expect(await titles(child)).toEqual(['Você faz 18 anos em breve']);
    expect(await titles(adult)).toEqual(['Pessoa faz 18 anos em breve']);
    expect(await titles(far.child)).toEqual([]);
    expect(await seenBy(adult)).toEqual([child]);
    expect(await choice(child)).toBeNull();
    expect((await answer(child, true)).status).toBe(409);
    portal.clock.advance(21 * DAY_MS);
    await tell();
    await tell();
    expect(await titles(child)).toEqual(['Raul pode continuar vendo suas aulas?', 'Você faz 18 anos em breve']);
    expect(await titles(adult)).toHaveLength(1);
    expect(await seenBy(adult)).toEqual([]);
    expect(await choice(child)).toEqual({
      ...{ responsavel: 'Raul Teles', parentesco: 'Pai', pode_ver: null, respondido_em: null },
    });
  });

  it('a yes keeps access, a no ends it, and the answer can change; it does not apply to another guardian', async () => {
    const { child, adult } = await family(-1);
    expect(await seenBy(adult)).toEqual([]);
    expect((await answer(child, true)).body.detail).toContain('continua vendo');
    expect(await seenBy(adult)).toEqual([child]);
    expect(await choice(child)).toMatchObject({ pode_ver: true, respondido_em: /./ });
    await answer(child, false);
    expect(await seenBy(adult)).toEqual([]);
    await answer(child, true);
    const other = await addAccount(portal, { cpf: cpfOf(949_999), email: 'avo@familia.example', email_verified: true });
    const guardian = JSON.stringify({
      ...{ full_name: 'Avó', cpf: cpfOf(949_999), email: 'avo@familia.example', phone: '19994440000', relation: 'Avó' },
    });
    await portal.school.db.updateTable('users').set({ guardian }).where('id', '=', child).execute();
    expect([await seenBy(adult), await seenBy(other.id)]).toEqual([[], []]);
    expect(await choice(child)).toMatchObject({ pode_ver: null });
  });

  it('somebody who came of age long ago is not asked automatically, and may say yes', async () => {
    const { child, adult } = await family(-400);
    await tell();
    expect(await titles(child)).toEqual([]);
    await answer(child, true);
    expect(await seenBy(adult)).toEqual([child]);
  });

  it('somebody who was asked without the earlier notice is not due again', async () => {
    const { child } = await family(-2);
    await tell();
    const due = aroundBirthday(portal.school.db, portal.clock.now.toISOString().slice(0, 10));
    expect((await due.execute()).map(({ id }) => id)).not.toContain(child);
  });

  it('only the person answers, and only with a guardian in the registration', async () => {
    expect((await answer(undefined, true)).status).toBe(401);
    expect((await portal.ops.account.getFamilyChoice({})).status).toBe(401);
    const { id } = await addAccount(portal, { birth_date: '1990-01-01' });
    expect(await choice(id)).toBeNull();
    expect((await answer(id, true)).status).toBe(409);
    const wrong = { pode_ver: 'talvez' } as unknown as { pode_ver: boolean };
    expect((await portal.ops.account.setFamilyChoice(wrong, { as: id })).status).toBe(422);
  });
});
