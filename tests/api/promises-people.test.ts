import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getMe } from '#lib/contract/account.ts';
import { erasePerson } from '../../src/server/privacy/erase-person.ts';
import { addAccount } from '../support/accounts.ts';
import { openTestPortal, sendRaw } from '../support/portal.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

/** What the portal promises about data and people, one line each (docs/security.md). */
const promises: readonly [name: string, check: (portal: TestSchool) => Promise<void>][] = [
  [
    'C12 an erasure leaves nothing of a person in the own row',
    async (portal) => {
      const { db, now } = portal.school;
      const given = { city: 'Olinda', complement: 'Casa 7', guardian: '{"full_name":"Mãe"}', theme: 'escuro' as const };
      const { id } = await addAccount(portal, { full_name: 'Zita Apagada', ...given });
      const at = now().toISOString();
      await db.insertInto('erasures').values({ user_id: id, asked_at: at, due_at: at }).execute();
      await erasePerson(portal.school, id);
      const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(JSON.stringify(row)).not.toMatch(/Zita|Olinda|Casa 7|Mãe|escuro/);
    },
  ],
  [
    'C12 a printed code shows no document and no address of its owner',
    async (portal) => {
      const given = { cpf: '52998224725', phone: '11987654321', street: 'Rua das Flores', birth_date: '1990-05-17' };
      const { id, email } = await addAccount(portal, given);
      const { body } = await portal.call(getMe, {}, { as: id, scope: 'book' });
      for (const text of [...Object.values(given), email]) expect(JSON.stringify(body)).not.toContain(text);
    },
  ],
  [
    'C17 odd spellings of an address take no place among the pages that are kept',
    async () => {
      let rendered = 0;
      const web = await openTestPortal(
        {},
        {
          pageHandler: (_request, response) => {
            rendered += 1;
            response.setHeader('x-portal-anonymous', '1').end('<p>');
          },
        },
      );
      for (const _round of [1, 2, 3]) await sendRaw(web, '/%6bnn-orlando');
      expect(rendered).toBe(3);
      await vi.waitFor(async () => {
        const before = rendered;
        await sendRaw(web, '/knn-orlando');
        expect(rendered).toBe(before);
      });
      await web.close();
    },
  ],
];

describe.each(engines)('promises about data and people on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  it.each(promises)('%s', (_name, check) => check(portal));
});
