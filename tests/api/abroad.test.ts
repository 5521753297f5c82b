import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createRequest,
  deleteRequest,
  downloadUsaDocument,
  getOwnRequest,
  listDocuments,
  listGroupBooks,
  listGroups,
  listRequestGroups,
  resendDocuments,
} from '../../src/lib/contract/abroad.ts';
import { addMonths } from '../../src/lib/rules/time/days.ts';
import {
  addStudent,
  addTrip,
  guardian,
  passportFile,
  passportOnly,
  requestBody,
  requestForm,
  sendRequest,
  trips,
} from '../support/abroad.ts';
import { executable, html, pdf, png, svg } from '../support/sample-files.ts';
import { engines, noLimits, openTestSchool, type TestSchool } from '../support/school.ts';
import { dayFrom } from '../support/school-day.ts';

const people = { ana: 1, bruno: 2, felipe: 6, helena: 7 };
const MB = 1_048_576;

describe.each(engines)('study abroad on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine, {
      limits: noLimits,
    });
  });
  afterAll(() => portal.close());

  const groups = async (as: number) => (await portal.call(listGroups, {}, { as })).body;
  const own = async (as: number) => (await portal.call(getOwnRequest, {}, { as })).body;
  const tripRow = (id: number) =>
    portal.school.db.selectFrom('usa_turmas').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const rowsOf = async (userId: number) => {
    const requests = await portal.school.db
      .selectFrom('usa_requests')
      .selectAll()
      .where('user_id', '=', userId)
      .execute();
    const ids = requests.map(({ id }) => id);
    const documents = await portal.school.db
      .selectFrom('usa_documentos')
      .selectAll()
      .where('request_id', 'in', [...ids, 0])
      .execute();
    return { requests, documents };
  };

  describe('groups (API-79…81)', () => {
    it('ABROAD-02 groups say who may apply and why not: deadline, books, age', async () => {
      const [closed, open] = await groups(people.ana);
      expect(open).toMatchObject({ id: trips.open, elegivel: true, motivo_inelegivel: null, vagas_restantes: 3 });
      expect(open?.livros_exigidos.map(({ codigo }) => codigo)).toEqual(['WAY-1']);
      expect(closed?.motivo_inelegivel).toMatch(/^As inscrições terminaram em \d\d\/\d\d\/\d{4}\.$/);
      const forBruno = (await groups(people.bruno)).find(({ id }) => id === trips.open);
      expect(forBruno?.motivo_inelegivel).toBe('Antes, conclua On the Way 1.');
      expect((await portal.call(listGroups, {})).status).toBe(401);
      expect((await portal.call(listGroups, {}, { as: people.ana, scope: 'book' })).status).toBe(403);
    });

    it('the list of trips gives prices in reais, and null without an exchange rate', async () => {
      const { ports } = portal.school;
      const price = async () => (await groups(people.ana)).find(({ id }) => id === trips.open)?.hoje_centavos;
      // 2.890,00 dollars at more than five reais.
      expect(await price()).toBeGreaterThan(5 * 289_000);
      const read = vi.spyOn(ports.exchangeRates, 'read').mockRejectedValue(new Error('away'));
      expect(await price()).toBeNull();
      read.mockReturnValue(new Promise(() => undefined));
      expect(await price()).toBeUndefined();
      read.mockRestore();
    });

    it('the groups of requests list the trip of the own request', async () => {
      const list = (as?: number) => portal.call(listRequestGroups, {}, { as });
      expect((await list(people.ana)).body.map(({ id }) => id)).toEqual([trips.open]);
      expect((await list(people.felipe)).body).toEqual([]);
      expect((await list()).status).toBe(401);
    });

    it('a book counts once it is finished, or below the level of a class of the student', async () => {
      const list = async (as: number) =>
        (await portal.call(listGroupBooks, {}, { as })).body.map(({ livro, concluido, turmas }) => [
          livro.codigo,
          concluido,
          turmas.toSorted(),
        ]);
      const both = [trips.open, trips.closed];
      expect(await list(people.ana)).toEqual([
        ['WAY-1', true, both],
        ['WAY-2', false, [trips.closed]],
      ]);
      expect((await list(people.bruno))[0]).toEqual(['WAY-1', false, both]);
      const student = await addStudent(portal);
      await portal.school.db
        .updateTable('turma_alunos')
        .set({ status: 'concluida' })
        .where('user_id', '=', student)
        .execute();
      expect((await list(student))[1]).toEqual(['WAY-2', true, [trips.closed]]);
      expect((await portal.call(listGroupBooks, {})).status).toBe(401);
    });
  });

  describe('a request (API-86)', () => {
    it('API-83 ABROAD-03 a request of a JSON part and files takes a place and is returned as it was sent', async () => {
      const as = await addStudent(portal, { birth_date: '1998-04-02' });
      const before = (await tripRow(trips.open)).ocupadas;
      const { status, body } = await sendRequest(portal, {}, { as });
      expect([status, body.status, body.pode_excluir]).toEqual([200, 'enviada', true]);
      expect(body.protocolo).toMatch(/^I-\d{6}$/);
      expect(body.dados).toMatchObject({ cpf: '52998224725', phone: '19991234567', responsavel: null });
      expect(body.documentos.map(({ tipo, status, arquivo }) => [tipo, status, arquivo.mime])).toEqual([
        ['passaporte', 'enviado', 'application/pdf'],
        ['foto', 'enviado', 'image/png'],
      ]);
      expect(body.historico.map(({ status }) => status)).toEqual(['rascunho', 'enviada']);
      expect(body.consentimento).toBeNull();
      expect((await tripRow(trips.open)).ocupadas).toBe(before + 1);
      expect((await own(as))?.id).toBe(body.id);
      expect((await sendRequest(portal, {}, { as })).body.code).toBe('request_open');
      expect((await tripRow(trips.open)).ocupadas).toBe(before + 1);
      expect((await sendRequest(portal, {})).status).toBe(401);
      await portal.call(deleteRequest, { params: { id: body.id } }, { as });
    });

    it('the JSON part may be a file part, as browsers send a Blob', async () => {
      const as = await addStudent(portal);
      const turma_id = await addTrip(portal);
      const form = requestForm({}, passportFile);
      form.set(
        'knn_usa_request_in',
        new Blob([JSON.stringify(requestBody(portal, { turma_id, ...passportOnly }))], { type: 'application/json' }),
      );
      expect((await portal.call(createRequest, { body: form }, { as })).status).toBe(200);
    });

    it('the last place is assigned once, also with concurrent requests', async () => {
      const turma_id = await addTrip(portal, { vagas: 2 });
      const students = await Promise.all(Array.from({ length: 6 }, () => addStudent(portal)));
      const answers = await Promise.all(
        students.map((as) => sendRequest(portal, { turma_id, ...passportOnly }, { as }, passportFile)),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(2);
      expect(statuses.filter((status) => status === 409 || status === 422)).toHaveLength(4);
      expect((await tripRow(turma_id)).ocupadas).toBe(2);
      for (const as of students) {
        const { requests, documents } = await rowsOf(as);
        expect(documents).toHaveLength(requests.filter(({ status }) => status === 'enviada').length);
      }
    });

    it('two concurrent requests of a student count once', async () => {
      const as = await addStudent(portal);
      const turma_id = await addTrip(portal, { vagas: 5 });
      const answers = await Promise.all(
        [1, 2, 3].map(() => sendRequest(portal, { turma_id, ...passportOnly }, { as }, passportFile)),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
      expect((await tripRow(turma_id)).ocupadas).toBe(1);
    });

    it.each([
      ['a text', { p: [html, 'passaporte.pdf'] }, 415],
      ['a program', { p: [executable, 'passaporte.pdf'] }, 415],
      ['a drawing with a script', { p: [svg, 'passaporte.png'] }, 415],
      ['nothing', { p: [new Uint8Array(), 'passaporte.pdf'] }, 422],
      ['too much', { p: [Buffer.concat([pdf(), Buffer.alloc(10 * MB)]), 'passaporte.pdf'] }, 413],
      ['a file that nobody named', { p: [pdf(), 'a.pdf'], q: [pdf(), 'b.pdf'] }, 422],
      ['no file', {}, 422],
    ] as const)('ABROAD-09 a request with %s is refused whole: no file, no place', async (_what, files, wanted) => {
      const as = await addStudent(portal);
      const turma_id = await addTrip(portal);
      const sent = files as unknown as Record<string, [Uint8Array, string]>;
      const { status, body } = await sendRequest(portal, { turma_id, ...passportOnly }, { as }, sent);
      expect([status, body.detail]).toEqual([wanted, expect.stringMatching(/\S/)]);
      expect(await rowsOf(as)).toEqual({ requests: [], documents: [] });
      expect((await tripRow(turma_id)).ocupadas).toBe(0);
    });

    it('a second file of an unsupported kind refuses the whole request', async () => {
      const as = await addStudent(portal);
      const files: Record<string, [Uint8Array, string]> = { arquivo1: [pdf(), 'a.pdf'], arquivo2: [html, 'b.png'] };
      const { status, body } = await sendRequest(portal, {}, { as }, files);
      expect([status, body.fields]).toEqual([415, { arquivo2: expect.stringContaining('JPG, PNG') }]);
      expect(await rowsOf(as)).toEqual({ requests: [], documents: [] });
    });

    it.each([
      ['a wrong CPF', { cpf: '111.111.111-11' }, 'cpf'],
      ['a wrong e-mail', { email: 'ana@' }, 'email'],
      ['no terms', { aceite_termos: false }, 'aceite_termos'],
      ['a day that does not exist', { birth_date: '1998-02-30' }, 'birth_date'],
      ['a birth ahead', { birth_date: '2999-01-01' }, 'birth_date'],
      ['an unknown trip', { turma_id: 999_999 }, 'turma_id'],
      ['a closed trip', { turma_id: trips.closed }, 'turma_id'],
      ['no passport', { passaporte: null }, 'passaporte.numero'],
      ['no document', { documentos: [] }, 'documentos'],
      ['a visa that ends', { visto: { tipo: 'F-1', validade: '2020-01-01' } }, 'visto.validade'],
    ])('a request with %s names the field', async (_what, given, field) => {
      const as = await addStudent(portal);
      const { status, body } = await sendRequest(portal, given as never, { as });
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, expect.arrayContaining([field])]);
    });

    it('a passport has to be valid for six months after the trip, to the day', async () => {
      const as = await addStudent(portal);
      const until = addMonths((await tripRow(trips.open)).fim, 6);
      const short = new Date(Date.parse(until) - 86_400_000).toISOString().slice(0, 10);
      const passport = (validade: string) => ({ passaporte: { numero: 'FX1', pais: 'Brasil', validade } });
      const refused = await sendRequest(portal, passport(short), { as });
      expect(refused.body.fields?.['passaporte.validade']).toContain(until.split('-').reverse().join('/'));
      const taken = await sendRequest(portal, passport(until), { as });
      expect(taken.status).toBe(200);
      await portal.call(deleteRequest, { params: { id: taken.body.id } }, { as });
    });

    it('VALID-06 a request refuses a birth date that differs from the registration', async () => {
      const as = await addStudent(portal, { birth_date: dayFrom(portal, -16 * 365) });
      const { body } = await sendRequest(portal, { birth_date: '1998-04-02' }, { as });
      expect(body.fields?.birth_date).toMatch(/Não é a data do seu cadastro/);
    });

    it.each([
      ['no guardian', undefined, 'responsavel.full_name'],
      ['the own CPF', { ...guardian, cpf: '52998224725' }, 'responsavel.cpf'],
    ])('ABROAD-08 a request under age with %s is refused', async (_what, responsavel, field) => {
      const birth_date = dayFrom(portal, -16 * 366);
      const as = await addStudent(portal, { birth_date });
      const { status, body } = await sendRequest(portal, { birth_date, responsavel }, { as });
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, expect.arrayContaining([field])]);
      expect(body.fields).toHaveProperty(['documentos.autorizacao_responsavel']);
    });

    it('ABROAD-08 students cannot consent for themselves, by their address or past the registered guardian', async () => {
      const birth_date = dayFrom(portal, -16 * 366);
      const ask = async (given: object, responsavel: typeof guardian) => {
        const as = await addStudent(portal, { birth_date, ...given });
        return (await sendRequest(portal, { birth_date, responsavel }, { as })).body.fields ?? {};
      };
      const email = 'jovem@teste.example';
      expect(await ask({ email }, { ...guardian, email })).toHaveProperty(['responsavel.email']);
      const registered = { guardian: JSON.stringify({ ...guardian, email: 'mae@teste.example' }) };
      expect(await ask(registered, { ...guardian, email })).toHaveProperty(['responsavel.cpf']);
      expect(await ask(registered, { ...guardian, email: 'Mae@teste.example' })).not.toHaveProperty([
        'responsavel.cpf',
      ]);
    });

    it('a student who is too young on the first day of the trip, by one day, is refused', async () => {
      const inicio = dayFrom(portal, 200);
      const turma_id = await addTrip(portal, { inicio, idade_minima: 20 });
      const born = (day: string) => `${Number(day.slice(0, 4)) - 20}${day.slice(4)}`;
      const young = await addStudent(portal);
      const given = { turma_id, ...passportOnly };
      const late = born(dayFrom(portal, 201));
      const refused = await sendRequest(portal, { ...given, birth_date: late }, { as: young }, passportFile);
      expect(refused.body.fields?.turma_id).toMatch(/É preciso ter 20 anos/);
      const taken = await sendRequest(portal, { ...given, birth_date: born(inicio) }, { as: young }, passportFile);
      expect(taken.status).toBe(200);
    });
  });

  describe('documents (API-82, API-85)', () => {
    const resend = (id: number, parts: Record<string, [Uint8Array, string]>, as?: number) => {
      const form = new FormData();
      for (const [name, [bytes, file]] of Object.entries(parts)) {
        form.append(name, new File([new Uint8Array(bytes)], file));
      }
      return portal.call(resendDocuments, { params: { id }, body: form }, { as });
    };
    const download = (id: number, as?: number) =>
      portal.send('GET', `/api/v1/${downloadUsaDocument.path.replace('{id}', String(id))}`, {}, { as });

    it('ABROAD-05 documents of a request are listed with state and reason, missing ones too', async () => {
      const { body } = await portal.call(listDocuments, {}, { as: people.ana });
      expect(body.map(({ tipo, documento }) => [tipo.tipo, tipo.obrigatorio, documento?.status])).toEqual([
        ['foto', true, 'recusado'],
        ['passaporte', true, 'aceito'],
        ['seguro', false, undefined],
      ]);
      expect(body[0]?.documento?.motivo).toMatch(/fundo branco/);
      expect((await portal.call(listDocuments, {}, { as: people.bruno })).body).toEqual([]);
      expect((await portal.call(listDocuments, {})).status).toBe(401);
    });

    it('ABROAD-06 only a refused document can be sent again, and its first file is deleted', async () => {
      const request = await own(people.ana);
      const [passport, photo] = request?.documentos ?? [];
      const id = request?.id ?? 0;
      expect((await resend(id, { [String(passport?.id)]: [pdf(), 'x.pdf'] }, people.ana)).body.code).toBe(
        'document_accepted',
      );
      expect((await resend(id, { foto: [pdf(), 'x.pdf'] }, people.ana)).status).toBe(415);
      expect((await resend(id, { rg: [pdf(), 'x.pdf'] }, people.ana)).status).toBe(404);
      expect((await resend(id, {}, people.ana)).status).toBe(422);
      expect((await resend(id, { foto: [png, 'f.png'] }, people.bruno)).status).toBe(404);
      expect((await resend(id, { foto: [png, 'f.png'] })).status).toBe(401);
      const { chave } = await portal.school.db
        .selectFrom('usa_documentos')
        .select('chave')
        .where('id', '=', photo?.id ?? 0)
        .executeTakeFirstOrThrow();
      const { status, body } = await resend(id, { foto: [png, 'clara.png'] }, people.ana);
      expect([status, body.status]).toEqual([200, 'em_analise']);
      expect(body.documentos[1]).toMatchObject({
        status: 'enviado',
        motivo: null,
        arquivo: { n: 2, nome: 'clara.png' },
      });
      await expect(portal.school.ports.files.open(chave)).rejects.toThrow();
      // Nobody looked at it yet, so it may be changed once more: now by its id.
      expect((await resend(id, { [String(photo?.id)]: [png, 'melhor.png'] }, people.ana)).status).toBe(200);
    });

    it('ROLE-08 documents of a request are for their owner and the own school’s staff alone', async () => {
      const request = await own(people.ana);
      const id = request?.documentos[0]?.id ?? 0;
      expect((await download(id, people.ana)).headers.get('content-disposition')).toMatch(/^attachment/);
      expect((await download(id, people.helena)).status).toBe(200);
      for (const as of [people.bruno, 9]) expect((await download(id, as)).status).toBe(404);
      expect((await download(id)).status).toBe(401);
      expect((await download(999_999, people.ana)).status).toBe(404);
    });
  });

  describe('a request that is deleted (API-84)', () => {
    const remove = (id: number, as?: number) => portal.call(deleteRequest, { params: { id } }, { as });

    it('ABROAD-04 a deleted request frees its place and leaves neither files nor answers', async () => {
      const as = await addStudent(portal);
      const turma_id = await addTrip(portal);
      const { body } = await sendRequest(portal, { turma_id, ...passportOnly }, { as }, passportFile);
      const { documents } = await rowsOf(as);
      expect((await remove(body.id, people.bruno)).status).toBe(404);
      expect((await remove(body.id)).status).toBe(401);
      expect((await remove(body.id, as)).status).toBe(200);
      expect((await remove(body.id, as)).status).toBe(404);
      expect(await own(as)).toBeNull();
      expect((await tripRow(turma_id)).ocupadas).toBe(0);
      const left = await rowsOf(as);
      expect(left.documents).toEqual([]);
      expect(left.requests).toMatchObject([{ status: 'cancelada', dados: '{}' }]);
      await expect(portal.school.ports.files.open(documents[0]?.chave ?? '')).rejects.toThrow();
      expect((await sendRequest(portal, { turma_id, ...passportOnly }, { as }, passportFile)).status).toBe(200);
    });

    it('a request that is deleted twice at once frees one place', async () => {
      const as = await addStudent(portal);
      const turma_id = await addTrip(portal, { vagas: 3, ocupadas: 1 });
      const { body } = await sendRequest(portal, { turma_id, ...passportOnly }, { as }, passportFile);
      const answers = await Promise.all([remove(body.id, as), remove(body.id, as)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
      expect((await tripRow(turma_id)).ocupadas).toBe(1);
    });

    it.each(['0', 'abc', '1.5', '99999999999'])(
      'API-94 the deletion of a request refuses the id %s in words',
      async (id) => {
        const { status, body } = await remove(id as never, people.ana);
        expect([status, body.detail]).toEqual([422, expect.stringMatching(/\S/)]);
      },
    );
  });
});
