import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resendDocuments, uploadDraftDocument } from '../../src/lib/contract/abroad.ts';
import { uploadAvatar } from '../../src/lib/contract/account.ts';
import { uploadBook } from '../../src/lib/contract/books.ts';
import { uploadRewardPicture } from '../../src/lib/contract/club-staff.ts';
import { uploadActivity } from '../../src/lib/contract/pedagogico.ts';
import { uploadPromoPicture } from '../../src/lib/contract/promo.ts';
import { addCorrection, uploadLessonFile } from '../../src/lib/contract/teaching.ts';
import { uploadCampaignPicture } from '../../src/lib/contract/travel.ts';
import { HOUR_MS } from '../../src/lib/rules/time/spans.ts';
import { readConfig } from '../../src/server/config.ts';
import { type FilePort, openFiles } from '../../src/server/core/ports/files.ts';
import { removeUnnamed } from '../../src/server/core/ports/remove-files.ts';
import { addStudent, addTrip, passportFile, passportOnly, sendRequest } from '../support/abroad.ts';
import { pdf, png } from '../support/sample-files.ts';
import { allEngines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { bookFiles, bookZip } from '../support/school-book.ts';
import { addStaff } from '../support/staff.ts';
import { addCampaign } from '../support/travel.ts';

const [ANA, HELENA, JULIA] = [1, 7, 9];
const ESSAY = 101;
const LONDON = 'london-by-phenom';

const form = (bytes: Uint8Array, name: string, field = 'file') => {
  const body = new FormData();
  body.append(field, new File([new Uint8Array(bytes)], name));
  return body;
};

/** Each kind of upload: the table that references the file, and a function that sends one. */
const uploads: [string, string, (portal: TestSchool) => Promise<{ status: number }>][] = [
  ['a profile picture', 'avatars', (portal) => portal.call(uploadAvatar, { body: form(png, 'eu.png') }, { as: ANA })],
  [
    'work of a student',
    'atividade_arquivos',
    (portal) => portal.call(uploadActivity, { params: { id: ESSAY }, body: form(pdf(), 'a.pdf') }, { as: ANA }),
  ],
  [
    'a file of a correction',
    'atividade_arquivos',
    (portal) => portal.call(addCorrection, { params: { id: ESSAY }, body: form(pdf(), 'b.pdf') }, { as: JULIA }),
  ],
  [
    'a file of a lesson',
    'aula_materiais',
    async (portal) => {
      const lesson = portal.school.db.selectFrom('aulas').select('id').where('turma_id', '=', 1);
      const { id } = await lesson.executeTakeFirstOrThrow();
      return portal.call(uploadLessonFile, { params: { id }, body: form(pdf(), 'c.pdf') }, { as: JULIA });
    },
  ],
  [
    'a document of a draft',
    'usa_documentos',
    async (portal) =>
      portal.call(
        uploadDraftDocument,
        { params: { tipo: 'passaporte' }, body: form(pdf(), 'p.pdf') },
        { as: await addStudent(portal) },
      ),
  ],
  [
    'documents of a request',
    'usa_documentos',
    async (portal) => {
      const turma_id = await addTrip(portal);
      return sendRequest(portal, { turma_id, ...passportOnly }, { as: await addStudent(portal) }, passportFile);
    },
  ],
  [
    'a document that is sent again',
    'usa_documentos',
    async (portal) => {
      const own = portal.school.db.selectFrom('usa_requests').select('id').where('user_id', '=', ANA);
      const { id } = await own.where('status', '=', 'documento_recusado').executeTakeFirstOrThrow();
      return portal.call(resendDocuments, { params: { id }, body: form(png, 'f.png', 'foto') }, { as: ANA });
    },
  ],
  [
    'the picture of a reward',
    'rewards',
    async (portal) => {
      const own = portal.school.db.selectFrom('rewards').select('id').where('escola_id', 'is not', null);
      const { id } = await own.orderBy('id').executeTakeFirstOrThrow();
      return portal.call(uploadRewardPicture, { params: { id }, body: form(png, 'r.png') }, { as: HELENA });
    },
  ],
  [
    'the picture of a campaign',
    'travel_campaigns',
    async (portal) => {
      const own = portal.school.db.selectFrom('travel_campaigns').select('id').orderBy('id', 'desc');
      const { id } = await own.executeTakeFirstOrThrow();
      return portal.call(uploadCampaignPicture, { params: { id }, body: form(png, 'v.png') }, { as: HELENA });
    },
  ],
  [
    'a picture of a promotional page',
    'promo_pictures',
    async (portal) =>
      portal.call(
        uploadPromoPicture,
        { params: { pagina: LONDON }, body: form(png, 'l.png') },
        { as: await addStaff(portal, { company: 103 }) },
      ),
  ],
  [
    'a book that waits',
    'livro_envios',
    (portal) => portal.call(uploadBook, { body: form(bookZip(bookFiles()), 'livro.zip') }, { as: HELENA }),
  ],
  [
    'the files of a book',
    'livro_arquivos',
    async (portal) => {
      const waiting = portal.school.db.selectFrom('livro_envios').select('id').where('chave', 'is not', null);
      const { id } = await waiting.executeTakeFirstOrThrow();
      return portal.ops.books.installBook({ id }, { as: HELENA });
    },
  ],
];

describe.each(allEngines)('a file of an upload on %s (S21)', (engine) => {
  let portal: TestSchool;
  let store: FilePort;
  /** Runs after a file is in the store, before its row. */
  let afterPut: () => Promise<void> = async () => {};
  beforeAll(async () => {
    store = await openFiles(readConfig({ DATA_DIR: ':memory:', NODE_ENV: 'test' }));
    const put: FilePort['put'] = async (...file) => {
      await store.put(...file);
      await afterPut();
    };
    portal = await openTestSchool(engine, { limits: noLimits, ports: { files: { ...store, put } } });
    await addCampaign(portal);
  });
  afterAll(() => portal.close());

  const keys = async () => {
    const all: string[] = [];
    for await (const { key } of store.list()) all.push(key);
    return all.toSorted();
  };
  const noted = async () =>
    (await portal.school.db.selectFrom('files_to_remove').select('chave').execute()).map(({ chave }) => chave);

  it.each(uploads.filter(([what]) => /^the picture of/.test(what)))(
    'of two concurrent uploads for %s one stays',
    async (...[, , send]) => {
      expect((await send(portal)).status).toBe(200);
      const before = await keys();
      const both = Promise.withResolvers<void>();
      let came = 0;
      afterPut = () => {
        came += 1;
        if (came === 2) both.resolve();
        return both.promise;
      };
      const sent = await Promise.all([send(portal), send(portal)]);
      afterPut = async () => {};
      expect(sent.map(({ status }) => status)).toEqual([200, 200]);
      await portal.worker.runOnce();
      expect([(await keys()).length, await noted()]).toEqual([before.length, []]);
    },
  );

  it('an upload is not deleted before a transaction records the deletion', async () => {
    const before = await keys();
    await removeUnnamed(portal.school, before);
    expect([before.length > 0, await keys()]).toEqual([true, before]);
  });

  describe.each(uploads)('%s', (_what, table, send) => {
    it('an upload is deleted if the process is killed before writing its row', async () => {
      const before = await keys();
      const [stored, killed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      afterPut = () => {
        stored.resolve();
        return killed.promise;
      };
      const sent = send(portal);
      await Promise.race([stored.promise, sent.then(({ status }) => Promise.reject(new Error(`answered ${status}`)))]);
      afterPut = async () => {};
      const orphans = (await keys()).filter((key) => !before.includes(key));
      expect(await noted()).toEqual(expect.arrayContaining(orphans));
      await portal.worker.runOnce();
      expect(await keys()).toEqual(expect.arrayContaining(orphans));
      portal.clock.advance(3 * HOUR_MS);
      await portal.worker.runOnce();
      expect(await keys()).toEqual(before);
      killed.reject(new Error('killed'));
      expect((await sent).status).toBe(500);
      expect(portal.errors.splice(0).join()).toContain('killed');
      expect(await noted()).toEqual([]);
    });

    it('an upload is deleted if its row is not written', async () => {
      const before = await keys();
      const mend = await spoil(portal, table);
      expect((await send(portal)).status).toBe(500);
      await mend();
      expect(portal.errors.splice(0).join()).toContain('spoilt');
      await portal.worker.runOnce();
      expect([await keys(), await noted()]).toEqual([before, []]);
    });

    it('an upload stays if its row is written', async () => {
      const before = await keys();
      expect((await send(portal)).status).toBe(200);
      const after = await keys();
      expect(after.filter((key) => !before.includes(key)).length).toBeGreaterThan(0);
      portal.clock.advance(3 * HOUR_MS);
      await portal.worker.runOnce();
      expect(await keys()).toEqual(expect.arrayContaining(after.filter((key) => !before.includes(key))));
      expect(await noted()).toEqual([]);
    });
  });
});

/** Makes every insert into a table fail. @returns a function that repairs it */
async function spoil({ school: { db, database } }: TestSchool, table: string): Promise<() => Promise<unknown>> {
  if (database.engine === 'sqlite') {
    for (const event of ['insert', 'update']) {
      const name = `spoilt_${event}`;
      await sql
        .raw(`create trigger ${name} before ${event} on ${table} begin select raise(abort, 'spoilt'); end`)
        .execute(db);
    }
    return async () => {
      for (const event of ['insert', 'update']) await sql.raw(`drop trigger spoilt_${event}`).execute(db);
    };
  }
  await sql`create function spoilt() returns trigger as $$ begin raise exception 'spoilt'; end $$ language plpgsql`.execute(
    db,
  );
  await sql.raw(`create trigger spoilt before insert or update on ${table} execute function spoilt()`).execute(db);
  return () => sql`drop function spoilt() cascade`.execute(db);
}
