import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BroadcastInput } from '../../src/lib/contract/broadcasts.schema.ts';
import { listBroadcasts } from '../../src/lib/contract/broadcasts.ts';
import { audienceQuery } from '../../src/lib/rules/broadcasts/broadcast-form.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { reachedWords } from '../../src/lib/words/broadcasts-panel.ts';
import { addAccount, type NewAccount } from '../support/accounts.ts';
import { addDebtor } from '../support/bills.ts';
import { addBroadcast, addDevice, audience, HELENA, send, work, written } from '../support/broadcasts.ts';
import { atNoon, notificationsOf } from '../support/inbox.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const YEAR_MS = 365.25 * 86_400_000;
const guardian = { full_name: 'Sandra Nunes', cpf: '', email: 'sandra@teste.example', phone: '1', relation: 'Mãe' };

describe.each(engines)('messages about bills to minors on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    atNoon(portal);
  });
  afterAll(() => portal.close());

  const born = (years: number) => dayIn('America/Sao_Paulo', new Date(portal.clock.now.getTime() - years * YEAR_MS));
  const person = async (overrides: NewAccount = {}) => (await addAccount(portal, overrides)).id;
  const minor = (overrides: object = {}, account: NewAccount = {}) =>
    person({ birth_date: born(15), guardian: JSON.stringify({ ...guardian, ...overrides }), ...account });
  const message = (ids: number[], overrides: Partial<BroadcastInput> = {}) =>
    written({ category: 'financeiro', audience: audience({ user_ids: ids }), ...overrides });
  const count = async (input: BroadcastInput) =>
    (
      await portal.ops.broadcasts.previewAudience(
        { ...audienceQuery(input.audience, input.category, input) },
        { as: HELENA },
      )
    ).body;
  const goOut = async (input: BroadcastInput) => {
    const { id } = await addBroadcast(portal, input);
    const { body } = await send(portal, { id });
    await work(portal);
    const sent = (await portal.call(listBroadcasts, { query: { id: String(id) } }, { as: HELENA })).body.items[0];
    return { released: body.counts, sent: sent?.counts };
  };
  const notified = async (id: number) =>
    (await notificationsOf(portal, id)).map(({ title, body }) => `${title} | ${body}`);

  it('messages about bills of minors go to the guardian’s account and name the child; adults get their own', async () => {
    const [cpf, adult] = ['00000000353', await person({ birth_date: born(30) })];
    const email = 'mae.reis@teste.example';
    const mother = await person({ cpf, email, email_verified: true });
    const [one, other] = [
      await minor({ cpf, email }, { full_name: 'Davi Nunes' }),
      await minor({ cpf, email }, { full_name: 'Lia Nunes' }),
    ];
    for (const id of [adult, one, mother]) await addDevice(portal, id);
    const input = message([adult, one, other]);
    const wanted = { people: 3, guardians: 2, devices: 1, without_push: 0 };
    expect(await count(input)).toMatchObject(wanted);
    const { released, sent } = await goOut(input);
    expect([released, sent]).toMatchObject([wanted, wanted]);
    expect(sent && reachedWords(sent)).toBe('Chegou a 0 de 1 pessoa · 2 aos responsáveis');
    expect([await notified(one), await notified(other), await notified(adult)]).toEqual([
      [],
      [],
      ['Feira do livro | Sábado, às dez, na escola.'],
    ]);
    expect(await notified(mother)).toEqual([
      'Feira do livro | Sobre Davi: Sábado, às dez, na escola.',
      'Feira do livro | Sobre Lia: Sábado, às dez, na escola.',
    ]);
    // The guardian's devices get it like any other notice.
    const deliveries = await portal.school.db
      .selectFrom('deliveries')
      .select(['kind', 'sending_id'])
      .where('user_id', '=', mother)
      .execute();
    expect(deliveries).toEqual([
      { kind: 'aviso', sending_id: null },
      { kind: 'aviso', sending_id: null },
    ]);
  });

  it('messages about bills are mailed to a guardian without an account, with a link that pays the bill; once', async () => {
    const email = 'avo@teste.example';
    const { id } = await addDebtor(portal, [{}]);
    const row = { birth_date: born(12), guardian: JSON.stringify({ ...guardian, email }), full_name: 'Felipe Nunes' };
    await portal.school.db.updateTable('users').set(row).where('id', '=', id).execute();
    const input = message([id], { category: 'aviso', body: 'Vence em {vencimento}.' });
    expect(await count(input)).toMatchObject({ people: 1, guardians: 1 });
    await goOut(input);
    await work(portal);
    const mails = await portal.mails(email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Feira do livro']);
    expect(mails[0]?.text).toContain('Sobre Felipe: Vence em 10/01.');
    expect(mails[0]?.text).toMatch(/\/pagar\/[\w.-]+/);
    expect(await notified(id)).toEqual([]);
  });

  it.each<[string, Partial<BroadcastInput>, boolean]>([
    ['of the kind “financeiro”', { category: 'financeiro' }, true],
    ['whose title names the due day', { title: '{vencimento}' }, true],
    ['about anything else', { title: 'Prova na sexta' }, false],
  ])('a message about bills %s', async (_what, overrides, isThrough) => {
    const id = await minor();
    const input = message([id], { category: 'aviso', ...overrides });
    expect((await count(input)).guardians).toBe(isThrough ? 1 : 0);
    await goOut(input);
    expect(await notified(id)).toHaveLength(isThrough ? 0 : 1);
  });

  it('a message to everybody in arrears is about bills; a message to the others is not', async () => {
    const id = await minor();
    for (const [has_overdue, guardians] of [
      [true, 0],
      [false, 0],
    ] as const) {
      const input = message([id], { category: 'aviso', audience: audience({ user_ids: [id], has_overdue }) });
      expect(await count(input)).toMatchObject({ people: has_overdue ? 0 : 1, guardians });
    }
    const { id: debtor } = await addDebtor(portal, [{ vencimento: '2026-01-10' }]);
    const row = { birth_date: born(12), guardian: JSON.stringify(guardian) };
    await portal.school.db.updateTable('users').set(row).where('id', '=', debtor).execute();
    const input = message([], { category: 'aviso', audience: audience({ user_ids: [debtor], has_overdue: true }) });
    expect(await count(input)).toMatchObject({ people: 1, guardians: 1 });
  });

  it('a minor without a known guardian is notified directly, and so is somebody who turns 18 today', async () => {
    const alone = await person({ birth_date: born(12) });
    const today = born(0);
    const birth_date = `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`;
    const grown = await minor({}, { birth_date });
    const input = message([alone, grown], { title: 'Feira de livros' });
    expect(await count(input)).toMatchObject({ people: 2, guardians: 0, without_push: 2 });
    await goOut(input);
    const heard = async (id: number) => (await notified(id)).filter((line) => line.startsWith('Feira de livros'));
    expect([await heard(alone), await heard(grown)].map(({ length }) => length)).toEqual([1, 1]);
  });

  it('a related guardian is notified, though the registration names none', async () => {
    const father = await person();
    const own = await portal.school.db
      .selectFrom('users')
      .select('drive_user_id')
      .where('id', '=', father)
      .executeTakeFirstOrThrow();
    await portal.school.db
      .updateTable('drive_users')
      .set({ papel: 'responsavel' })
      .where('id', '=', own.drive_user_id as number)
      .execute();
    const id = await person({ birth_date: born(12), full_name: 'Caio Reis' });
    await portal.school.db.insertInto('related_users').values({ user_id: id, related_user_id: father }).execute();
    const input = message([id]);
    expect(await count(input)).toMatchObject({ guardians: 1 });
    await goOut(input);
    expect(await notified(father)).toEqual(['Feira do livro | Sobre Caio: Sábado, às dez, na escola.']);
  });
});
