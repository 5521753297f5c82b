import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayNotifyAgain, notifyAll } from '../../src/server/messages/inbox/notify.ts';
import { addAccount } from '../support/accounts.ts';
import { cpfOf } from '../support/cpf.ts';
import { addDevice } from '../support/inbox.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const CHILD = '2014-05-05';
let families = 0;

describe.each(engines)('what a guardian hears of children on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  /** A mother without an enrolment, and her children by their dates of birth. */
  async function family(...births: string[]) {
    families += 1;
    const cpf = cpfOf(815_300_000 + families);
    const mother = await addAccount(portal, { company: null, cpf, email_verified: true });
    const guardian = JSON.stringify({
      ...{ full_name: 'Sandra Reis', cpf, email: mother.email, phone: '1', relation: 'Mãe' },
    });
    const ids: number[] = [];
    for (const [at, birth_date] of births.entries()) {
      ids.push((await addAccount(portal, { full_name: `Filho${at} Reis`, birth_date, guardian })).id);
    }
    return { mother: mother.id, ids };
  }
  const notified = (userId: number) =>
    portal.school.db
      .selectFrom('notices')
      .select(['title', 'path', 'id'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
  const cancelled = (ids: readonly number[], about = 'x') =>
    portal.school.db.transaction().execute((tx) =>
      notifyAll(
        tx,
        portal.school.now(),
        ids.map((userId) => ({
          ...{ userId, kind: 'aula_cancelada' as const, about: `9:${about}` },
          params: { turmaId: 1, titulo: 'Travel plans', hora: '19:00', dia: 'hoje' },
        })),
      ),
    );

  it('one notice for each child, once, with the child’s name and page', async () => {
    const { mother, ids } = await family(CHILD, CHILD);
    await Promise.all([cancelled(ids), cancelled(ids)]);
    const notices = await notified(mother);
    expect(notices.map(({ title }) => title).toSorted()).toEqual([
      'Aula cancelada de Filho0: hoje, 19:00',
      'Aula cancelada de Filho1: hoje, 19:00',
    ]);
    expect(notices.map(({ path }) => path).toSorted()).toEqual(
      ids.map((id) => `/me/familia?aluno=${id}#aulas`).toSorted(),
    );
    expect((await notified(ids[0] ?? 0)).map(({ title }) => title)).toEqual(['Aula cancelada: hoje, 19:00']);
    // Restored and cancelled again: a new event.
    await mayNotifyAgain(portal.school.db, portal.school.now(), 'aula_cancelada', ids, ['9:x']);
    await cancelled(ids);
    expect(await notified(mother)).toHaveLength(4);
  });

  it('a guardian gets no notice about adult children or others', async () => {
    const { mother, ids } = await family('2001-05-05');
    const other = await family(CHILD);
    await cancelled([...ids, ...other.ids], 'y');
    expect(await notified(mother)).toEqual([]);
    expect(await notified(other.mother)).toHaveLength(1);
  });

  it('a kind that the guardian switched off stays in the portal without a push', async () => {
    const { mother, ids } = await family(CHILD);
    await addDevice(portal, mother);
    const pushes = async () =>
      (await portal.school.db.selectFrom('deliveries').select('id').where('user_id', '=', mother).execute()).length;
    await cancelled(ids, 'on');
    expect(await pushes()).toBe(1);
    await portal.ops.inbox.updateNoticePreferences({ filhos: false }, { as: mother });
    expect((await portal.ops.inbox.getNoticePreferences({}, { as: mother })).body.filhos).toBe(false);
    await cancelled(ids, 'off');
    expect([await pushes(), (await notified(mother)).length]).toEqual([1, 2]);
  });
});
