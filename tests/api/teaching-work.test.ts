import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { API_PREFIX } from '../../src/lib/contract/core.ts';
import { getClass, uploadActivity } from '../../src/lib/contract/pedagogico.ts';
import { addCorrection, viewHandedIn } from '../../src/lib/contract/teaching.ts';
import type { InputOf } from '../../src/lib/page/operations.ts';
import { newestLines, rawIn } from '../support/audit-lines.ts';
import { executable, pdf, webm } from '../support/sample-files.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addTeacher, addUnit } from '../support/staff.ts';

const [ANA, HELENA, JULIA] = [1, 7, 9];
const CLASS = 1;
const DAY_MS = 86_400_000;
type WorkInput = Omit<InputOf<'teaching.createWork'> & object, 'id'>;

describe.each(engines)('work of classes on %s', (engine) => {
  let portal: TestSchool;
  /** A teacher without Júlia's classes. */
  let stranger: number;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
    await jobs();
    stranger = await addTeacher(portal);
  });
  beforeEach(() => portal.clock.advance(60_000));
  afterAll(() => portal.close());

  const jobs = () => portal.mails('nobody@escola.example');
  /** A deadline so many days ahead. */
  const ahead = (days: number) => ({
    dia: new Date(portal.clock.now.getTime() + days * DAY_MS).toISOString().slice(0, 10),
    hora: '12:00',
  });
  const input = (more: Partial<WorkInput> = {}): WorkInput => ({
    titulo: `Redação ${crypto.randomUUID().slice(0, 8)}`,
    descricao: 'Conte a sua semana em dez linhas.',
    tipo: 'tarefa',
    ...ahead(3),
    unidade_id: null,
    nota_maxima: 10,
    vale_pontos: true,
    ...more,
  });
  const make = async (more: Partial<WorkInput> = {}) => {
    const answer = await portal.ops.teaching.createWork({ id: CLASS, ...input(more) }, { as: JULIA });
    expect(answer.status, answer.body.detail).toBe(200);
    return answer.body;
  };
  /** The work as Ana sees it on the page of her class. */
  const seenByAna = async (workId: number) => {
    const { body } = await portal.call(getClass, { params: { id: CLASS } }, { as: ANA });
    const own = body.atividades.find(({ turma_atividade_id }) => turma_atividade_id === workId);
    if (!own) throw new Error('not on her page');
    return own;
  };
  const fileBody = (bytes: Buffer, name: string) => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(bytes)]), name);
    return body;
  };
  const handIn = async (workId: number) => {
    const { id } = await seenByAna(workId);
    const sent = await portal.call(
      uploadActivity,
      { params: { id }, body: fileBody(pdf('feito'), 'feito.pdf') },
      { as: ANA },
    );
    expect(sent.status, sent.body.detail).toBe(200);
    return id;
  };
  /** No job runs in between: an act notifies at once. */
  const noticesOf = async (as: number, text: string) => {
    portal.clock.advance(60_000);
    const { body } = await portal.ops.inbox.listNotices({ category: 'aula', limit: 100 }, { as });
    return body.items.filter(({ body: words }) => words.includes(text)).map(({ title }) => title);
  };

  it('an assignment is set, notified once, changed, copied and removed', async () => {
    const work = await make();
    expect(await noticesOf(ANA, work.titulo)).toEqual(['Atividade nova na sua turma']);
    expect(await seenByAna(work.id)).toMatchObject({ titulo: work.titulo, status: 'pendente', nota_maxima: 10 });

    const changed = { ...input({ titulo: `${work.titulo} 2`, nota_maxima: 20 }) };
    const updated = await portal.ops.teaching.updateWork({ id: work.id, ...changed }, { as: JULIA });
    expect(updated.body).toMatchObject({ titulo: changed.titulo, nota_maxima: 20 });
    expect(await noticesOf(ANA, work.titulo)).toHaveLength(1);

    const { body: list } = await portal.ops.teaching.listClassWork({ id: CLASS }, { as: JULIA });
    expect(list.items.find(({ id }) => id === work.id)).toMatchObject({ entregues: 0 });
    expect(list.unidades.length).toBeGreaterThan(0);
    expect(list.pontos).toBe(30);
    const [other] = list.turmas;
    const copy = await portal.ops.teaching.copyWork(
      { id: work.id, turma_id: other?.id ?? 0, ...ahead(9) },
      { as: JULIA },
    );
    expect(copy.body).toMatchObject({ turma_id: other?.id, titulo: changed.titulo });
    expect(copy.body.id).not.toBe(work.id);

    expect((await portal.ops.teaching.removeWork({ id: work.id }, { as: JULIA })).status).toBe(200);
    expect((await portal.ops.teaching.removeWork({ id: work.id }, { as: JULIA })).status).toBe(404);
  });

  it('an assignment with a past deadline, another book’s unit, a used name or invalid data is refused', async () => {
    const { titulo } = await make();
    const foreign = await portal.school.db
      .selectFrom('unidades')
      .select('id')
      .where('livro_id', '<>', ({ selectFrom }) =>
        selectFrom('turmas').select('livro_id').where('turmas.id', '=', CLASS),
      )
      .executeTakeFirstOrThrow();
    const refused = async (more: Partial<WorkInput>, status: number, field?: string) => {
      const answer = await portal.ops.teaching.createWork({ id: CLASS, ...input(more) }, { as: JULIA });
      expect(answer.status, JSON.stringify(more)).toBe(status);
      expect(answer.body.detail).toMatch(/\w/);
      if (field) expect(Object.keys(answer.body.fields ?? {})).toContain(field);
    };
    await refused(ahead(-2), 422, 'dia');
    await refused({ hora: '25:00' }, 422, 'hora');
    await refused({ unidade_id: foreign.id }, 422, 'unidade_id');
    await refused({ titulo }, 409);
    await refused({ titulo: ' ' }, 422, 'titulo');
    await refused({ nota_maxima: 0 }, 422, 'nota_maxima');
    await refused({ tipo: 'presenca' as never }, 422, 'tipo');
  });

  it('only the teacher of the class and staff within reach see an assignment', async () => {
    const work = await make();
    const id = await handIn(work.id);
    const unit = await addUnit(portal, 'KNN Longe');
    const farOffice = await addStaff(portal, { rights: ['turmas'], units: [unit] });
    const noRight = await addStaff(portal, { rights: ['pedidos'] });
    for (const as of [stranger, farOffice, noRight, ANA]) {
      const calls = [
        portal.ops.teaching.listClassWork({ id: CLASS }, { as }),
        portal.ops.teaching.createWork({ id: CLASS, ...input() }, { as }),
        portal.ops.teaching.updateWork({ id: work.id, ...input() }, { as }),
        portal.ops.teaching.removeWork({ id: work.id }, { as }),
        portal.ops.teaching.copyWork({ id: work.id, turma_id: CLASS, ...ahead(9) }, { as }),
        portal.ops.teaching.getClassWork({ id: work.id }, { as }),
        portal.ops.teaching.getHandedIn({ id }, { as }),
        portal.ops.teaching.correctWork({ id, nota: 10 }, { as }),
        portal.ops.teaching.returnWork({ id, comentario: 'x' }, { as }),
        portal.call(addCorrection, { params: { id }, body: fileBody(webm, 'a.webm') }, { as }),
        portal.ops.teaching.removeCorrection({ id, n: 1 }, { as }),
        portal.call(viewHandedIn, { params: { id, tipo: 'envio', n: 1 }, query: {} }, { as }),
      ];
      for (const answer of await Promise.all(calls)) expect(answer.status, `${as}`).toBe(404);
      const list = await portal.ops.teaching.listHandedIn({ turma: CLASS }, { as });
      expect(list.status, `${as}`).toBe(as === stranger || as === farOffice ? 404 : 403);
    }
    expect((await portal.ops.teaching.listHandedIn({}, { as: ANA })).status).toBe(403);
    expect((await portal.ops.teaching.listHandedIn({}, {})).status).toBe(401);
    expect((await portal.ops.teaching.listHandedIn({}, { as: stranger })).body.total).toBe(0);
    expect((await portal.ops.teaching.getHandedIn({ id }, { as: HELENA })).status).toBe(200);
    // A teacher copies only into the own classes.
    await portal.school.db.updateTable('turmas').set({ professor_user_id: stranger }).where('id', '=', 2).execute();
    const into = { id: work.id, turma_id: 2, ...ahead(9) };
    expect((await portal.ops.teaching.copyWork(into, { as: JULIA })).status).toBe(404);
    await portal.school.db.updateTable('turmas').set({ professor_user_id: JULIA }).where('id', '=', 2).execute();
  });

  it('TEACH-05 a submission is corrected with text, grade and voice note, and notified once', async () => {
    const work = await make();
    const id = await handIn(work.id);
    const inbox = async (estado?: 'corrigida') =>
      (await portal.ops.teaching.listHandedIn({ turma: CLASS, limit: 100, ...(estado && { estado }) }, { as: JULIA }))
        .body;
    const before = await inbox();
    expect(before.items.at(-1)).toMatchObject({ id, estado: 'a_corrigir', arquivos: 1, atrasada: false });
    const instants = before.items.map(({ entregue_em }) => entregue_em ?? '');
    expect(instants).toEqual(instants.toSorted());
    const first = (await portal.ops.teaching.listHandedIn({ limit: 1 }, { as: JULIA })).body;
    const rest = { limit: 100, depois: first.next ?? '' };
    const { items, total } = (await portal.ops.teaching.listHandedIn(rest, { as: JULIA })).body;
    const whole = (await portal.ops.teaching.listHandedIn({ limit: 100 }, { as: JULIA })).body.items;
    expect([...first.items, ...items].map((each) => each.id)).toEqual(whole.map((each) => each.id));
    expect([first.total, total]).toEqual([whole.length, whole.length]);

    const view = async (query: string) =>
      (await portal.send('GET', `${API_PREFIX}portal/teaching/handed-in/${id}/envio/1/${query}`, {}, { as: JULIA }))
        .headers;
    expect((await view('')).get('content-disposition')).toMatch(/^inline/);
    expect((await view('?baixar=1')).get('content-disposition')).toMatch(/^attachment/);

    const note = await portal.call(
      addCorrection,
      { params: { id }, body: fileBody(webm, 'gravacao.webm') },
      { as: JULIA },
    );
    expect(note.body.correcoes).toMatchObject([{ n: 1, mime: 'audio/webm' }]);
    const wrong = await portal.call(
      addCorrection,
      { params: { id }, body: fileBody(executable, 'a.pdf') },
      { as: JULIA },
    );
    expect(wrong.status).toBe(415);
    expect((await seenByAna(work.id)).correcoes, 'not before the correction').toEqual([]);

    const over = await portal.ops.teaching.correctWork({ id, nota: 11 }, { as: JULIA });
    expect([over.status, Object.keys(over.body.fields ?? {})]).toEqual([422, ['nota']]);
    const save = (nota: number) =>
      portal.ops.teaching.correctWork({ id, nota, comentario: 'Muito bom!' }, { as: JULIA });
    expect((await save(8.5)).body).toMatchObject({ estado: 'corrigida', nota: 8.5 });
    expect(await noticesOf(ANA, work.titulo)).toContain('Sua atividade foi corrigida');
    portal.clock.advance(120_000);
    await save(9);
    expect((await noticesOf(ANA, work.titulo)).filter((title) => title.includes('corrigida'))).toHaveLength(1);
    expect(await seenByAna(work.id)).toMatchObject({
      status: 'corrigida',
      nota: 9,
      comentario: 'Muito bom!',
      correcoes: [{ mime: 'audio/webm' }],
    });
    const heard = `${API_PREFIX}turma-aluno-atividades/${id}/download-correcao/1/`;
    expect((await portal.send('GET', heard, {}, { as: ANA })).status).toBe(200);
    expect((await inbox('corrigida')).items.map((each) => each.id)).toContain(id);
    expect((await portal.ops.teaching.removeWork({ id: work.id }, { as: JULIA })).status).toBe(409);
    const kind = { id: work.id, ...input({ tipo: 'audio' }) };
    expect((await portal.ops.teaching.updateWork(kind, { as: JULIA })).status).toBe(409);
    expect((await portal.ops.teaching.removeCorrection({ id, n: 1 }, { as: JULIA })).body.correcoes).toEqual([]);
    const notified = (await newestLines(portal)).filter(
      ({ acao }) => acao.endsWith('da correção') || acao.endsWith('na correção'),
    );
    expect(notified.map(({ quem, acao, alvo, antes, depois }) => [quem, acao, alvo, antes, depois])).toEqual([
      [
        'Júlia Castro',
        'tirou um arquivo da correção',
        expect.stringContaining('de Ana Souza'),
        expect.stringContaining('gravacao.webm'),
        expect.anything(),
      ],
      [
        'Júlia Castro',
        'pôs um arquivo na correção',
        expect.stringContaining('de Ana Souza'),
        expect.anything(),
        expect.stringContaining('gravacao.webm'),
      ],
    ]);
    expect((await portal.ops.teaching.removeCorrection({ id, n: 1 }, { as: JULIA })).status).toBe(404);
    expect((await newestLines(portal))[0]?.id, 'nothing was taken away, so nothing is told').toBe(notified[0]?.id);
  });

  it('a returned submission has its reason, keeps its files, and is sent again', async () => {
    const work = await make();
    const id = await handIn(work.id);
    const empty = await portal.ops.teaching.returnWork({ id, comentario: ' ' }, { as: JULIA });
    expect(empty.status).toBe(422);
    const body = { comentario: 'Faltou a segunda página.' };
    expect((await portal.ops.teaching.returnWork({ id, ...body }, { as: JULIA })).body.estado).toBe('devolvida');
    expect((await portal.ops.teaching.returnWork({ id, ...body }, { as: JULIA })).status).toBe(409);
    expect((await portal.ops.teaching.correctWork({ id, nota: 5 }, { as: JULIA })).status).toBe(409);
    expect(await noticesOf(ANA, work.titulo)).toContain('Sua atividade voltou para você');
    expect(await seenByAna(work.id)).toMatchObject({
      status: 'pendente',
      comentario: body.comentario,
      arquivos: [{ nome: 'feito.pdf' }],
    });
    await handIn(work.id);
    expect((await seenByAna(work.id)).arquivos).toHaveLength(2);
    const again = await portal.ops.teaching.correctWork({ id, nota: 7 }, { as: JULIA });
    expect(again.body).toMatchObject({ estado: 'corrigida', devolvida_em: null });
    expect(await noticesOf(ANA, work.titulo)).toContain('Sua atividade foi corrigida');
  });

  it('work in time gives points once, and none if the teacher disables them', async () => {
    const pointsFor = async (workId: number) => {
      const { id } = await seenByAna(workId);
      const rows = await portal.school.db
        .selectFrom('point_entries')
        .select('pontos')
        .where('user_id', '=', ANA)
        .where('chave', 'like', `atividade:atividade:${id}:%`)
        .execute();
      return rows.map(({ pontos }) => pontos);
    };
    // A week counts three.
    await portal.school.db.deleteFrom('point_rules').execute();
    portal.clock.advance(8 * DAY_MS);
    const [with_, without] = [await make(), await make({ vale_pontos: false })];
    for (const { id } of [with_, without]) await handIn(id);
    expect(await pointsFor(with_.id)).toEqual([30]);
    expect(await pointsFor(without.id)).toEqual([]);
    const { id } = await seenByAna(with_.id);
    await portal.ops.teaching.returnWork({ id, comentario: 'De novo.' }, { as: JULIA });
    await handIn(with_.id);
    expect(await pointsFor(with_.id)).toEqual([30]);
  });

  it('each submission links to the oldest other uncorrected one', async () => {
    const works = [await make(), await make()];
    const ids = [];
    for (const { id } of works) {
      portal.clock.advance(60_000);
      ids.push(await handIn(id));
    }
    const [first = 0, second = 0] = ids;
    const { body } = await portal.ops.teaching.getHandedIn({ id: second, turma: CLASS }, { as: JULIA });
    expect(body.esperam).toBeGreaterThan(0);
    expect(body.proximo).not.toBe(second);
    await portal.ops.teaching.correctWork({ id: first, nota: null }, { as: JULIA });
    const after = await portal.ops.teaching.getHandedIn({ id: second }, { as: JULIA });
    expect(after.body.esperam).toBe(body.esperam - 1);
  });

  it('actions of staff appear as sentences in the audit log', async () => {
    const lines = await newestLines(portal);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.flatMap((entry) => rawIn(entry).map((raw) => [entry.acao, raw]))).toEqual([]);
  });
});
