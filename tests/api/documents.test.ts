import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unitOfPerson } from '../../src/server/core/db/people.ts';
import { printable } from '../../src/server/money/documents/pdf/sheet.ts';
import { addAccount } from '../support/accounts.ts';
import { readPdf } from '../support/pdf.ts';
import { engines, openTestSchool, type Sent, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, davi: 4 };
const DAY = 86_400_000;
const ownClass = '1';

describe.each(engines)('documents on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const create = (body: Record<string, unknown>, sent: Sent = {}) =>
    portal.ops.account.createDocument(body as never, sent);
  const report = (as: number, referencia = ownClass) => create({ tipo: 'boletim', referencia }, { as });
  const download = (url: string, sent: Sent = {}) => portal.send('GET', url, {}, sent);
  const read = async (url: string, as: number) => readPdf(await (await download(url, { as })).arrayBuffer());
  const check = (code: string, sent?: Sent) => portal.ops.account.verifyDocument({ code }, sent);
  const snapshotOf = async (codigo: string) =>
    (
      await portal.school.db
        .selectFrom('documents')
        .select('dados')
        .where('codigo', '=', codigo)
        .executeTakeFirstOrThrow()
    ).dados;

  /** One more assessment of class 1. @param period 11 and 12 are released, 13 is not */
  async function addAssessment(periodo_id: number, nome: string, nota: number | null) {
    const { db } = portal.school;
    const { id } = await db
      .insertInto('avaliacoes')
      .values({ periodo_id, nome, habilidade: 'geral', data: '2026-03-02', nota_maxima: 10, peso: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (nota !== null) {
      await db.insertInto('notas').values({ turma_aluno_id: 101, avaliacao_id: id, nota, comentario: null }).execute();
    }
    return id;
  }

  it('the portal makes the grade report of an own class, as a PDF that readers open', async () => {
    const { status, body } = await report(people.ana);
    expect(status).toBe(200);
    expect(body.codigo).toMatch(/^[2-9A-HJ-NP-Z]{4}(-[2-9A-HJ-NP-Z]{4}){2}$/);
    const response = await download(body.url, { as: people.ana });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="boletim-${body.codigo}.pdf"`,
      'cache-control': 'private, no-store',
    });
    const bytes = await response.arrayBuffer();
    expect(bytes.byteLength).toBeLessThan(60_000);
    const pdf = await readPdf(bytes);
    expect(pdf).toMatchObject({ language: 'pt-BR', isTagged: true, author: 'KNN Vila Nova' });
    expect(pdf.title).toMatch(/^Boletim · Ana /);
    const wanted = [
      'Inglês A2 · Noite',
      'Júlia Castro',
      'Campinas',
      '1º período',
      '2º período',
      'Média geral',
      'Frequência',
    ];
    for (const text of [...wanted, body.codigo, `aluno.example/verificar/${body.codigo}`]) {
      expect(pdf.text).toContain(text);
    }
  });

  it('papers print every letter of the names in the demo school', async () => {
    const { db } = portal.school;
    const names = [
      ...(await db.selectFrom('users').select('full_name as name').execute()),
      ...(await db.selectFrom('companies').select('nome as name').execute()),
      ...(await db.selectFrom('turmas').select('nome as name').execute()),
      ...(await db.selectFrom('livros').select('nome as name').execute()),
      ...(await db.selectFrom('avaliacoes').select('nome as name').execute()),
      ...(await db.selectFrom('parcelas').select('descricao as name').execute()),
      ...(await db.selectFrom('travel_campaigns').select('nome as name').execute()),
    ].map(({ name }) => name ?? '');
    expect(names.length).toBeGreaterThan(50);
    expect(names.filter((name) => !printable(name).isWhole || printable(name).isWide)).toEqual([]);
  });

  it('PED-05 a report omits unreleased grades, and a missing grade is no zero', async () => {
    await addAssessment(13, 'Prova secreta', 3.3);
    await addAssessment(12, 'Prova por corrigir', null);
    const { codigo, url } = (await report(people.ana)).body;
    const { text } = await read(url, people.ana);
    for (const said of [text, await snapshotOf(codigo), JSON.stringify((await check(codigo)).body)]) {
      expect(said).not.toMatch(/3º período|Prova secreta|3[,.]3\b/);
    }
    expect(text).toMatch(/Prova por corrigir Geral 02\/03\/2026 Ainda não lançada/);
  });

  it('the same grades on the same day make one report, also concurrently', async () => {
    const codes = (await Promise.all([1, 2, 3, 4].map(() => report(people.davi)))).map(({ body }) => body.codigo);
    codes.push((await report(people.davi)).body.codigo);
    expect(new Set(codes).size).toBe(1);
    portal.clock.advance(DAY);
    expect((await report(people.davi)).body.codigo).not.toBe(codes[0]);
  });

  it('a report does not change when grades and names change later', async () => {
    const id = await addAssessment(11, 'Prova que muda', 9.9);
    const before = (await report(people.ana)).body;
    const [file, answer] = [await read(before.url, people.ana), (await check(before.codigo)).body];
    expect(file.text).toMatch(/Prova que muda Geral 02\/03\/2026 9,9/);
    const { db } = portal.school;
    await db.updateTable('notas').set({ nota: 1.1 }).where('avaliacao_id', '=', id).execute();
    const after = (await report(people.ana)).body;
    expect(after.codigo).not.toBe(before.codigo);
    expect(await read(before.url, people.ana)).toEqual(file);
    expect((await check(before.codigo)).body).toEqual(answer);
    expect((await read(after.url, people.ana)).text).toMatch(/Prova que muda Geral 02\/03\/2026 1,1/);
  });

  it('the public check shows that a document is genuine and its contents, but no full name', async () => {
    const { codigo } = (await report(people.ana)).body;
    const { full_name } = await portal.school.db
      .selectFrom('users')
      .select('full_name')
      .where('id', '=', people.ana)
      .executeTakeFirstOrThrow();
    for (const code of [codigo, codigo.toLowerCase(), codigo.replaceAll('-', '')]) {
      const { status, body } = await check(code);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        valido: true,
        tipo: 'boletim',
        nome_mascarado: expect.stringMatching(/^Ana \p{Lu}\.$/u),
        escola: 'KNN Vila Nova, Campinas',
      });
      expect(body.conteudo).toEqual(
        expect.arrayContaining([
          { rotulo: 'Turma', valor: 'Inglês A2 · Noite' },
          { rotulo: 'Média geral', valor: expect.stringMatching(/^\d+,\d$/) },
        ]),
      );
      expect(JSON.stringify(body)).not.toContain(full_name.split(' ').at(-1));
      expect(JSON.stringify(body)).not.toContain('Castro');
    }
  });

  it('the check reports an unknown code as not genuine, and refuses a malformed one', async () => {
    expect((await check('AAAA-BBBB-CCCC')).body).toEqual({ valido: false });
    expect((await check('OOOO-0000-IIII')).body).toEqual({ valido: false });
    for (const code of ['abc', 'K7QM 2XWD 9HRT', 'x'.repeat(41)]) {
      const { status, body } = await check(code);
      expect([status, body.detail]).toEqual([422, expect.stringMatching(/\S/)]);
    }
    const caller = { address: '203.0.113.8' };
    const statuses = new Set<number>();
    for (let round = 0; round < 61; round += 1) statuses.add((await check('AAAA-BBBB-CCCC', { caller })).status);
    expect([...statuses]).toEqual([200, 429]);
  });

  it('AUTH-26 a document needs a session with a password', async () => {
    const body = { tipo: 'boletim', referencia: ownClass };
    const { url } = (await report(people.ana)).body;
    expect((await create(body)).status).toBe(401);
    expect((await download(url)).status).toBe(401);
    const byCode = { as: people.ana, scope: 'book' } as const;
    expect((await create(body, byCode)).body.code).toBe('password_required');
    expect((await download(url, byCode)).status).toBe(403);
  });

  it('ROLE-08 another’s class and document are not found', async () => {
    const { id } = await addAccount(portal);
    const { url } = (await report(people.ana)).body;
    for (const as of [id, people.bruno, people.davi]) expect((await download(url, { as })).status).toBe(404);
    const rows = await portal.school.db.selectFrom('documents').select('id').execute();
    for (const referencia of [ownClass, '4', '999999']) expect((await report(id, referencia)).status).toBe(404);
    expect(await portal.school.db.selectFrom('documents').select('id').execute()).toEqual(rows);
    for (const code of ['AAAA-BBBB-CCCC', 'abcdef']) {
      expect((await download(`/api/v1/portal/documents/file/${code}/`, { as: people.ana })).status).toBe(404);
    }
  });

  it.each([
    [{ tipo: 'pagamentos', referencia: '26' }, /qual ano/],
    [{ tipo: 'quitacao' }, /qual ano/],
    [{ tipo: 'quitacao', referencia: '1999' }, /qual ano/],
    [{ tipo: 'recibo' }, /qual parcela/],
    [{ tipo: 'recibo', referencia: '0' }, /qual parcela/],
    [{ tipo: 'declaracao_matricula' }, /qual turma/],
    [{ tipo: 'declaracao_conclusao', referencia: 'x' }, /qual turma/],
    [{ tipo: 'diploma' }, /\S/],
    [{ tipo: 'boletim' }, /qual turma/],
    [{ tipo: 'boletim', referencia: 'abc' }, /qual turma/],
    [{ tipo: 'boletim', referencia: '0' }, /qual turma/],
    [{ tipo: 'boletim', referencia: '1.5' }, /qual turma/],
    [{ tipo: 'boletim', referencia: '9'.repeat(61) }, /\S/],
  ])('API-94 a document refuses %j in words', async (body, words) => {
    const { status, body: refusal } = await create(body, { as: people.ana });
    expect(status).toBe(422);
    expect(refusal.detail).toMatch(words);
  });

  describe('statements of the school', () => {
    const emit = (tipo: string, referencia: string, as: number) => create({ tipo, referencia }, { as });

    it('a statement of enrollment can be checked by anybody, without showing the full name', async () => {
      const { status, body } = await emit('declaracao_matricula', ownClass, people.ana);
      expect(status).toBe(200);
      const pdf = await read(body.url, people.ana);
      for (const text of ['Declaração de matrícula', 'Ana Souza', '529.982.247-25', 'Inglês A2 · Noite', body.codigo]) {
        expect(pdf.text.replace(/\s+/g, ' ')).toContain(text);
      }
      const said = (await check(body.codigo)).body;
      expect(said).toMatchObject({ valido: true, tipo: 'declaracao_matricula', nome_mascarado: 'Ana S.' });
      expect(JSON.stringify(said)).not.toMatch(/Souza|529\.982/);
      expect((await emit('declaracao_matricula', ownClass, people.ana)).body.codigo).toBe(body.codigo);
    });

    it('a statement of completion exists only after the course is completed', async () => {
      expect((await emit('declaracao_conclusao', ownClass, people.ana)).status).toBe(409);
      const { id } = await addAccount(portal);
      await portal.school.db
        .insertInto('turma_alunos')
        .values({ turma_id: 1, user_id: id, status: 'concluida' })
        .execute();
      const { body } = await emit('declaracao_conclusao', ownClass, id);
      expect((await read(body.url, id)).text).toContain('concluiu o curso');
      expect((await emit('declaracao_matricula', ownClass, id)).status).toBe(409);
      expect((await emit('declaracao_conclusao', ownClass, people.bruno)).status).toBe(404);
    });

    it('a statement of payment exists once the whole year is paid, and says otherwise what is missing', async () => {
      const { id } = await addAccount(portal);
      const { db } = portal.school;
      const contract = await db
        .insertInto('contratos')
        .values({ user_id: id, descricao: 'Curso', inicio: '2024-01-01', fim: '2024-12-31', responsavel: 'X' })
        .returning('id')
        .executeTakeFirstOrThrow();
      const bill = (numero: number, status: 'aberta' | 'paga') =>
        db
          .insertInto('parcelas')
          .values({
            contrato_id: contract.id,
            user_id: id,
            company_id: unitOfPerson(id),
            descricao: 'Mensalidade',
            numero,
            total: 3,
            competencia: '2024-03',
            vencimento: `2024-0${numero}-10`,
            valor_centavos: 30_000,
            desconto_centavos: 0,
            multa_centavos: 0,
            juros_centavos: 0,
            status,
            parcelas_max: 1,
          } as never)
          .returning('id')
          .executeTakeFirstOrThrow();
      expect((await emit('quitacao', '2024', id)).body.code).toBe('nothing_paid');
      await bill(1, 'paga');
      const open = await bill(2, 'aberta');
      expect((await emit('quitacao', '2024', id)).body.detail).toMatch(/uma parcela em aberto/);
      await db.updateTable('parcelas').set({ status: 'paga' }).where('id', '=', open.id).execute();
      const { body } = await emit('quitacao', '2024', id);
      expect((await read(body.url, id)).text).toMatch(/12\.007\/2009[\s\S]*R\$\s600,00/);
      expect((await emit('quitacao', '2099', id)).status).toBe(409);
    });
  });

  it('a grade report fits any name and any number of grades', async () => {
    const full_name = `Łucja ${'Vasconcelos '.repeat(8)}de Ávila 🙂`;
    const { id } = await addAccount(portal, { full_name });
    const { db } = portal.school;
    await db.insertInto('turma_alunos').values({ turma_id: 1, user_id: id, status: 'ativa' }).execute();
    for (let count = 0; count < 40; count += 1)
      await addAssessment(11, `Trabalho ${count} sobre viagens e culturas do mundo`, null);
    const { url } = (await report(id)).body;
    const pdf = await read(url, id);
    expect(pdf.pages).toBeGreaterThan(2);
    expect(pdf.text).toContain('Łucja Vasconcelos');
    for (let count = 0; count < 40; count += 1) expect(pdf.text).toContain(`Trabalho ${count} sobre`);
    expect(pdf.text).toContain(`página ${pdf.pages} de ${pdf.pages}`);
  });
});
