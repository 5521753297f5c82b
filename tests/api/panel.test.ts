import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEACHER_ACTION_ID } from '../../src/lib/rules/people/roles.ts';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { mailDigests } from '../../src/server/school/panel/mail-digests.ts';
import { addAccount } from '../support/accounts.ts';
import { addBills } from '../support/bills.ts';
import { addClass } from '../support/inbox.ts';
import { addOrder, putInto } from '../support/orders.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';
import { addStaff, addTeacher, addUnit } from '../support/staff.ts';

const [ANA, HELENA, JULIA] = [1, 7, 9];

describe.each(engines)('the home of the panel on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());
  const home = async (as: number) => (await portal.ops.panel.getPanelHome({}, { as })).body;
  const countOf = async (tipo: string, as: number) =>
    (await home(as)).espera.find((each) => each.tipo === tipo)?.quantos ?? 0;

  it('open tasks are counted as they come and go', async () => {
    const before = await countOf('pedidos', HELENA);
    const { order } = await addOrder(portal);
    expect(await countOf('pedidos', HELENA)).toBe(before);
    await putInto(portal, order.id, 2);
    expect(await countOf('pedidos', HELENA)).toBe(before + 1);
    await putInto(portal, order.id, 8);
    expect(await countOf('pedidos', HELENA)).toBe(before);
  });

  it('the navigation has the counts of the home, renewed after an act or a minute', async () => {
    const rail = async (as: number) => (await portal.ops.panel.listWaiting({}, { as })).body;
    const office = await addStaff(portal, { rights: ['pedidos'] });
    const { espera } = await home(office);
    expect(await rail(office)).toEqual(espera);
    const { order } = await addOrder(portal);
    await putInto(portal, order.id, 2);
    const more = await countOf('pedidos', HELENA);
    const known = espera.find(({ tipo }) => tipo === 'pedidos')?.quantos;
    // Somebody else acted: the office sees it when the home is loaded, or a minute later.
    expect([known, (await rail(office))[0]?.quantos]).toEqual([more - 1, more - 1]);
    portal.clock.advance(61_000);
    expect((await rail(office))[0]?.quantos).toBe(more);
    // Acts of the person count at once.
    await putInto(portal, order.id, 8);
    const stored = await portal.ops.inbox.markAllNoticesRead({}, { as: office });
    expect(stored.status).toBe(200);
    expect((await rail(office))[0]?.quantos ?? 0).toBe(more - 1);
    expect((await portal.ops.panel.listWaiting({}, { as: ANA })).status).toBe(403);
  });

  it('a reported absence is an open task, and is shown at its lesson', async () => {
    const { db, now } = portal.school;
    const lesson = await db
      .selectFrom('aulas')
      .innerJoin('turma_alunos', 'turma_alunos.turma_id', 'aulas.turma_id')
      .select(['aulas.id', 'turma_alunos.id as enrollment'])
      .where('turma_alunos.user_id', '=', ANA)
      .where('aulas.inicio', '>', new Date(now().getTime() + 3 * 86_400_000).toISOString())
      .orderBy('aulas.inicio')
      .executeTakeFirstOrThrow();
    // On some weekdays somebody of the demo school has reported an absence from the same lesson.
    await db.deleteFrom('ausencias').where('aula_id', '=', lesson.id).execute();
    const before = await countOf('faltas', HELENA);
    const body = { aula_id: lesson.id, motivo: 'Consulta' };
    const said = await portal.ops.absences.reportAbsence({ id: lesson.enrollment, ...body }, { as: ANA });
    expect(said.status, said.body.detail).toBe(200);
    expect(await countOf('faltas', HELENA)).toBe(before + 1);
    const { inicio } = await db
      .updateTable('aulas')
      .set({ inicio: now().toISOString(), fim: now().toISOString() })
      .where('id', '=', lesson.id)
      .returning('inicio')
      .executeTakeFirstOrThrow();
    expect((await home(HELENA)).aulas).toContainEqual(
      expect.objectContaining({ id: lesson.id, inicio, avisaram_falta: ['Ana Souza'] }),
    );
  });

  it('a submission is an open task of the office after a week without correction', async () => {
    const { db, now } = portal.school;
    const before = await countOf('trabalhos', HELENA);
    const work = await db
      .selectFrom('turma_aluno_atividades')
      .select('id')
      .where('entregue_em', 'is not', null)
      .where('corrigida_em', 'is', null)
      .where('devolvida_em', 'is', null)
      .executeTakeFirstOrThrow();
    const handIn = (days: number) =>
      db
        .updateTable('turma_aluno_atividades')
        .set({ entregue_em: new Date(now().getTime() - days * 86_400_000).toISOString() })
        .where('id', '=', work.id)
        .execute();
    await handIn(6);
    const young = await countOf('trabalhos', HELENA);
    await handIn(8);
    expect(await countOf('trabalhos', HELENA)).toBe(young + 1);
    expect(young).toBeLessThanOrEqual(before);
    const money = await addStaff(portal, { rights: ['financeiro'] });
    expect(await countOf('trabalhos', money)).toBe(0);
    const far = await addUnit(portal, 'KNN Longe');
    expect(await countOf('trabalhos', await addStaff(portal, { company: far, units: [far] }))).toBe(0);
  });

  it('the counter of submissions agrees with its list, also for a manager who teaches', async () => {
    const { db, now } = portal.school;
    const late = new Date(now().getTime() - 8 * 86_400_000).toISOString();
    await db
      .updateTable('turma_aluno_atividades')
      .set({ entregue_em: late })
      .where('entregue_em', 'is not', null)
      .where('corrigida_em', 'is', null)
      .where('devolvida_em', 'is', null)
      .execute();
    const listed = async (as: number) => (await portal.ops.teaching.listHandedIn({ estado: 'parada' }, { as })).body;
    const both = await addStaff(portal);
    await db.insertInto('user_actions').values({ user_id: both, action_id: TEACHER_ACTION_ID }).execute();
    const own = await addClass(portal, ANA);
    await db.updateTable('turmas').set({ professor_user_id: both }).where('id', '=', own.turma).execute();
    const far = await addUnit(portal, 'KNN Perto');
    const beyond = await addStaff(portal, { company: far, units: [far] });
    for (const as of [HELENA, both, beyond]) {
      const { total, items, contagens } = await listed(as);
      expect([total, items.length, contagens.parada]).toEqual(Array(3).fill(await countOf('trabalhos', as)));
    }
    expect(await countOf('trabalhos', both)).toBeGreaterThan(0);
    // The inbox itself stays the teacher's own, and each piece of the longer list opens.
    expect((await portal.ops.teaching.listHandedIn({}, { as: both })).body.total).toBe(0);
    const [work] = (await listed(both)).items;
    expect(work?.turma.id).not.toBe(own.turma);
    const opened = await portal.ops.teaching.getHandedIn({ id: work?.id ?? 0 }, { as: both });
    expect(opened.status).toBe(200);
    // A teacher without the panel sees those of the own classes.
    expect((await listed(JULIA)).total).toBeGreaterThan(0);
    expect((await listed(await addTeacher(portal))).total).toBe(0);
  });

  it('on a day with hundreds of lessons, unfinished ones are listed and the rest counted', async () => {
    const { db, now } = portal.school;
    const at = now().getTime();
    const unit = await addUnit(portal, 'KNN Barão');
    const manager = await addStaff(portal, { company: unit, units: [unit], rights: ['turmas'] });
    const { turma: turma_id } = await addClass(portal, ANA);
    await db.updateTable('turmas').set({ company_id: unit }).where('id', '=', turma_id).execute();
    const instant = (minutes: number) => new Date(at + minutes * 60_000).toISOString();
    const lesson = (numero: number, from: number, until: number) => ({
      turma_id,
      numero,
      titulo: `Aula ${numero}`,
      inicio: instant(from),
      fim: instant(until),
      tipo: 'presencial' as const,
    });
    await db
      .insertInto('aulas')
      .values([...Array.from({ length: 40 }, (_, each) => lesson(each + 1, 0, -1)), lesson(41, 0, 60)])
      .execute();
    const { aulas, aulas_a_mais } = await home(manager);
    expect([aulas?.length, aulas_a_mais]).toEqual([30, 11]);
    expect(aulas?.map(({ titulo }) => titulo)).toContain('Aula 41');
  });

  it('each member of staff gets one mail of open tasks in the morning, in Portuguese sentences', async () => {
    const { db } = portal.school;
    const at = (hour: string) =>
      new Date(`${shiftDay(portal.clock.now.toISOString().slice(0, 10), 2)}T${hour}:00-03:00`);
    const mailsTo = async (id: number) => {
      const { email } = await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow();
      const mails = db
        .selectFrom('outbox')
        .selectAll()
        .where('recipient', '=', email ?? '');
      return mails.where('subject', 'like', '%por você').execute();
    };
    await mailDigests({ ...portal.school, now: () => at('06:59') });
    expect(await mailsTo(HELENA)).toEqual([]);
    for (const hour of ['07:00', '09:00']) await mailDigests({ ...portal.school, now: () => at(hour) });
    const [mail, ...more] = await mailsTo(HELENA);
    expect(more).toEqual([]);
    expect(mail?.text).toMatch(/^• \d+ parcelas? vencidas?: R\$\s[\d.]+,\d\d · com multa e juros de hoje$/m);
    expect(new Set(mail?.html.match(/ lang="[^"]*"/g))).toEqual(new Set([' lang="pt-BR"']));
    expect(await mailsTo(ANA)).toEqual([]);
  });

  it('each right shows its own part, with data of the own units', async () => {
    const unit = await addUnit(portal, 'KNN Cambuí');
    const office = await addStaff(portal, { rights: ['pedidos'] });
    expect(await home(office)).toMatchObject({ aulas: null, mensagens: null });
    expect((await home(office)).espera.every(({ tipo }) => tipo === 'pedidos')).toBe(true);
    expect(await home(await addStaff(portal, { company: unit, units: [unit] }))).toEqual({
      espera: [],
      aulas: [],
      aulas_a_mais: 0,
      amanha: [],
      mensagens: [],
      primeiros_passos: null,
    });
  });

  it('a search finds people, classes and orders, each with the right to it', async () => {
    const search = async (q: string, as: number) =>
      (await portal.ops.panel.searchPanel({ q }, { as })).body.map(({ tipo, titulo, path }) => [tipo, titulo, path]);
    expect(await search('ana sou', HELENA)).toContainEqual(['pessoa', 'Ana Souza', '/manager-panel/profile/1']);
    expect(await search('SOUZA  ana', HELENA)).toContainEqual(['pessoa', 'Ana Souza', '/manager-panel/profile/1']);
    const turma = await portal.school.db
      .selectFrom('turmas')
      .innerJoin('livros', 'livros.id', 'turmas.livro_id')
      .select(['turmas.id', 'turmas.nome', 'livros.nome as livro'])
      .where('turmas.company_id', '=', 101)
      .where('turmas.status', '=', 'ativa')
      .orderBy('turmas.id')
      .executeTakeFirstOrThrow();
    const words = `${turma.livro.split(' ')[0]} ${turma.nome.split(' ').toReversed().join(' ')}`;
    const ofClass = ['turma', turma.nome, `/manager-panel/turmas/${turma.id}`];
    expect(await search(words, HELENA)).toContainEqual(ofClass);
    expect(await search(words, await addStaff(portal, { rights: ['turmas'] }))).toContainEqual(ofClass);
    expect(await search(words, await addStaff(portal, { rights: ['alunos'] }))).toEqual([]);
    const { order } = await addOrder(portal);
    const found = ['pedido', order.numero, `/manager-panel/pedidos/${order.id}`];
    expect(await search(order.numero.toLowerCase(), HELENA)).toEqual([found]);
    expect(await search(order.numero, await addStaff(portal, { rights: ['alunos'] }))).toEqual([]);
    expect(await search('%%', HELENA)).toEqual([]);
  });

  it('a search offers actions with a person, by the rights', async () => {
    const search = async (q: string, as: number) => (await portal.ops.panel.searchPanel({ q }, { as })).body;
    const [ana] = await search('ana sou', HELENA);
    expect(ana?.atos?.map(({ titulo, path }) => [titulo, path])).toEqual([
      ['Receber', '/manager-panel/profile/1?fazer=receber'],
      ['Pôr em turma', '/manager-panel/profile/1?fazer=turma'],
      ['Mensagem', '/manager-panel/profile/1?fazer=mensagem'],
    ]);
    const act = { tipo: 'acao', titulo: 'Receber: Ana Souza', path: '/manager-panel/profile/1?fazer=receber' };
    expect((await search('ana sou REC', HELENA))[0]).toMatchObject(act);
    expect((await search('julia mens', HELENA))[0]).toMatchObject({ path: '/manager-panel/profile/9?fazer=mensagem' });
    const clerk = await addStaff(portal, { rights: ['alunos', 'turmas'] });
    expect(await search('ana sou rec', clerk)).toEqual([]);
    expect((await search('ana sou tur', clerk)).map(({ titulo }) => titulo)).toEqual(['Pôr em turma: Ana Souza']);
    expect((await search('ana sou', clerk))[0]?.atos?.map(({ titulo }) => titulo)).toEqual(['Pôr em turma']);
    // Júlia teaches: she is put into no class.
    const [julia] = await search('julia', clerk);
    expect([julia?.id, julia?.atos]).toEqual([9, []]);
    expect(await search('julia tur', clerk)).toEqual([]);
  });

  it('a search finds open bills by their owner, contacts, and pages and actions by common words', async () => {
    const search = async (q: string, as: number) => (await portal.ops.panel.searchPanel({ q }, { as })).body;
    const kinds = async (q: string, as: number) => new Set((await search(q, as)).map(({ tipo }) => tipo));
    const bills = (await search('mensalidade souza ANA', HELENA)).filter(({ tipo }) => tipo === 'parcela');
    expect(bills.length).toBeGreaterThan(0);
    for (const { detalhe, path } of bills) {
      expect(detalhe).toMatch(/^Ana Souza · venc(e|eu) em \d\d\/\d\d\/\d{4} · R\$/);
      expect(path).toMatch(/^\/manager-panel\/financeiro\/\d+$/);
    }
    expect(await kinds('ana souza', await addStaff(portal, { rights: ['alunos'] }))).toEqual(new Set(['pessoa']));
    expect(await kinds('ana souza', await addStaff(portal, { rights: ['financeiro'] }))).toEqual(new Set(['parcela']));
    const far = await addUnit(portal, 'KNN Distante');
    expect(await search('ana souza', await addStaff(portal, { company: far, units: [far] }))).toEqual([]);
    const { nome, id } = await portal.school.db
      .selectFrom('leads')
      .select(['id', 'nome'])
      .where('unidade_id', '=', 101)
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const reversed = nome.toUpperCase().split(' ').toReversed().join(' ');
    expect(await search(reversed, HELENA)).toContainEqual(
      expect.objectContaining({ tipo: 'contato', id, path: `/manager-panel/contatos/${id}` }),
    );
    const places = async (q: string, as = HELENA) =>
      (await search(q, as)).flatMap(({ tipo, titulo, path }) =>
        ['pagina', 'acao'].includes(tipo) ? [[tipo, titulo, path]] : [],
      );
    expect(await places('mes fecham')).toEqual([
      ['pagina', 'Fechamento do mês', '/manager-panel/financeiro/fechamento'],
    ]);
    expect(await places('nova turma')).toEqual([['pagina', 'Turmas', '/manager-panel/turmas']]);
    expect(await places('FERIADO')).toEqual([['pagina', 'Dias sem aula', '/manager-panel/turmas/dias-sem-aula']]);
    expect(await places('cadastrar')).toEqual([['acao', 'Novo aluno', '/manager-panel/profile/novo']]);
    expect(await places('feriado', await addStaff(portal, { rights: ['financeiro'] }))).toEqual([]);
    expect(await places('zzzz')).toEqual([]);
  });

  it('a search lists how-tos last, and only of the own parts', async () => {
    const search = async (q: string, as: number) =>
      (await portal.ops.panel.searchPanel({ q }, { as })).body.map(({ tipo, titulo, path }) => [tipo, titulo, path]);
    const howTo = ['ajuda', 'Registrar um pagamento no balcão', '/ajuda/pagamento-no-balcao'];
    expect((await search('registrar balcao', HELENA)).at(-1)).toEqual(howTo);
    expect(await search('balcao', await addStaff(portal, { rights: ['financeiro'] }))).toContainEqual(howTo);
    expect(await search('balcao', await addStaff(portal, { rights: ['contatos'] }))).toEqual([]);
    expect(await search('ajuda', HELENA)).toContainEqual(['pagina', 'Ajuda', '/ajuda']);
  });

  it('a search for bills skips namesakes without debts, and shows the amount of today', async () => {
    const { db } = portal.school;
    for (let at = 0; at < 6; at += 1) {
      const { id } = await addAccount(portal);
      await db
        .updateTable('users')
        .set({ full_name: `Quitéria ${'ABCDEF'[at]} Devedora` })
        .where('id', '=', id)
        .execute();
      if (at < 5) continue;
      const vencimento = shiftDay(portal.clock.now.toISOString().slice(0, 10), -40);
      await addBills(portal, id, [{ vencimento, abatimento_centavos: 1_000, sem_encargos: true }]);
    }
    const found = (await portal.ops.panel.searchPanel({ q: 'quiteria parcela' }, { as: HELENA })).body;
    expect(found.flatMap(({ tipo, detalhe }) => (tipo === 'parcela' ? [detalhe] : []))).toEqual([
      expect.stringMatching(/^Quitéria F Devedora · venceu em .* · R\$\s90,00$/),
    ]);
  });

  it('the panel is for staff, and a search needs a text', async () => {
    expect((await portal.ops.panel.getPanelHome({}, { as: ANA })).status).toBe(403);
    expect((await portal.ops.panel.getPanelHome()).status).toBe(401);
    expect((await portal.ops.panel.searchPanel({ q: 'a' }, { as: HELENA })).status).toBe(422);
  });
});
