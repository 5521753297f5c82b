import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unlinkOwnBook } from '../../src/lib/contract/books.ts';
import { listBookContents, listMyBooks } from '../../src/lib/contract/practice.ts';
import { doneIn } from '../../src/lib/rules/practice/unit-done.ts';
import { readersOf } from '../support/readers.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, davi: 4, helena: 7 };
const DAY = 86_400_000;

describe.each(engines)('studying on %s (PED-02, PED-03, PED-04)', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const { newReader, unitOf, at, rated, review } = readersOf(() => portal);
  const progressOf = async (as: number) => (await portal.call(listMyBooks, {}, { as })).body[0]?.progresso;

  describe('the content of the books (API-30)', () => {
    it('the content of a unit has everything it teaches, with the student’s progress', async () => {
      const unit = await unitOf(people.ana, 4);
      expect(unit).toMatchObject({ id: 204, numero: 4, titulo: 'Shopping smart', concluida: false });
      expect(unit.audios).toHaveLength(3);
      expect(unit.audios[0]).toMatchObject({ faixa: 1, ouvido: true, mime: 'audio/mpeg' });
      expect(unit.audios[0]?.transcricao.length).toBeGreaterThan(0);
      expect(unit.vocabulario).toHaveLength(12);
      expect(unit.vocabulario[0]?.cartao).toMatchObject({ repeticoes: 1, estado: 'revisao' });
      expect(unit.vocabulario.at(-1)?.cartao).toBeNull();
      expect(unit.testes).toMatchObject([{ questoes_total: 10, tentativas: 0, melhor_nota: null }]);
    });

    it('a summary counts the student’s progress in each unit, without contents', async () => {
      const { body } = await portal.call(
        listBookContents,
        { params: { id: people.ana }, query: { resumo: 'true' } },
        { as: people.ana },
      );
      const whole = await portal.call(listBookContents, { params: { id: people.ana }, query: {} }, { as: people.ana });
      expect(body.map(({ unidades }) => unidades.map(doneIn))).toEqual(
        whole.body.map(({ unidades }) => unidades.map(doneIn)),
      );
      expect(
        body[0]?.unidades.flatMap(({ audios, vocabulario, testes }) => [audios, vocabulario, testes].flat()),
      ).toEqual([]);
    });

    it('with the number of a unit, only that unit has contents', async () => {
      const ask = async (unidade?: number) =>
        (await portal.call(listBookContents, { params: { id: people.ana }, query: { unidade } }, { as: people.ana }))
          .body;
      const bare = { audios: [], vocabulario: [], testes: [], pacote_offline: { tamanho_bytes: 0, versao: '0' } };
      const whole = await ask();
      expect(await ask(4)).toEqual(
        whole.map((book) => ({
          ...book,
          unidades: book.unidades.map((unit) =>
            unit.numero === 4 || !book.unidades.some(({ numero }) => numero === 4) ? unit : { ...unit, ...bare },
          ),
        })),
      );
      expect(await ask(900)).toEqual(whole);
    });

    it.each(['0', '-1', 'x', '1.5', '1000'])('unidade=%s is refused', async (unidade) => {
      const url = `/api/v1/at-home/livros/user/${people.ana}/?unidade=${unidade}`;
      expect((await portal.send('GET', url, {}, { as: people.ana })).status).toBe(422);
    });

    it('a unit of another user is not found, and a request needs a bearer (ROLE-08, AUTH-26)', async () => {
      const ask = (id: number, as?: number) =>
        portal.send('GET', `/api/v1/at-home/livros/user/${id}/`, {}, { as }).then(({ status }) => status);
      expect(await ask(people.ana, people.bruno)).toBe(404);
      expect(await ask(people.ana)).toBe(401);
      expect(await ask(people.bruno, people.bruno)).toBe(200);
      expect(await ask(people.ana, people.helena)).toBe(200);
    });
  });

  describe('an audio', () => {
    it('an audio continues where it stopped, and stays marked as heard', async () => {
      const as = await newReader();
      const [audio] = (await unitOf(as)).audios;
      const put = (posicao_s: number, ouvido: boolean) =>
        portal.ops.practice.saveAudioPosition({ id: audio?.id ?? 0, posicao_s, ouvido }, { as });
      expect((await put(0.1, false)).body).toEqual({ posicao_s: 0.1, ouvido: false });
      expect((await put(86_000, true)).body).toEqual({ posicao_s: audio?.duracao_s, ouvido: true, concluidas: [] });
      expect((await put(0, false)).body).toEqual({ posicao_s: 0, ouvido: true });
      expect(await progressOf(as)).toMatchObject({ audios_ouvidos: 1 });
    });

    it('saving a position is refused for a book that is not linked, and for an invalid position', async () => {
      const as = await newReader();
      const put = (id: number, posicao_s: number) =>
        portal.ops.practice.saveAudioPosition({ id, posicao_s, ouvido: false }, { as });
      expect((await put(2011, 1)).status).toBe(404);
      expect((await put(999_999, 1)).status).toBe(404);
      expect((await put(1011, -1)).status).toBe(422);
    });
  });

  describe('ratings of words', () => {
    it('PED-15 ratings of words count exactly once, in any order and repetition', async () => {
      const [one, other] = [await newReader(), await newReader()];
      const [word] = (await unitOf(one)).vocabulario;
      const id = word?.id ?? 0;
      const ratings = [rated(id, 3, at(-3 * DAY)), rated(id, 1, at(-2 * DAY)), rated(id, 4, at(-DAY))];
      await review(one, ratings);
      await review(other, [ratings[2] as never]);
      await Promise.all(Array.from({ length: 16 }, () => review(other, ratings.toReversed())));
      const cardOf = async (as: number) => (await unitOf(as)).vocabulario[0]?.cartao;
      expect(await cardOf(other)).toEqual(await cardOf(one));
      expect(await cardOf(one)).toMatchObject({ repeticoes: 3 });
    });

    it('ratings of words return the flashcard and the next intervals', async () => {
      const as = await newReader();
      const [word] = (await unitOf(as)).vocabulario;
      const { body } = await review(as, [rated(word?.id ?? 0, 1)]);
      expect(body.cartoes).toMatchObject([{ palavra_id: word?.id, estado: 'aprendendo', vence_em: at(60_000) }]);
      expect(body.cartoes[0]?.intervalos_s).toHaveLength(4);
    });

    it('a rating stores the kind of question once, and is accepted without it', async () => {
      const as = await newReader();
      const [one, other] = (await unitOf(as)).vocabulario.map(({ id }) => id) as [number, number];
      const ratings = [{ ...rated(one, 3), kind: 'digitar' as const }, rated(other, 3)];
      await Promise.all([review(as, ratings), review(as, ratings)]);
      const rows = await portal.school.db
        .selectFrom('revisoes')
        .where('user_id', '=', as)
        .select(['palavra_id', 'kind'])
        .orderBy('palavra_id')
        .execute();
      expect(rows).toEqual([
        { palavra_id: one, kind: 'digitar' },
        { palavra_id: other, kind: null },
      ]);
      expect((await review(as, [{ ...rated(one, 3), kind: 'cantar' } as never])).status).toBe(422);
    });

    it('a week of offline ratings is accepted at once, each word once', async () => {
      const as = await newReader();
      const words = (await unitOf(as)).vocabulario.slice(0, 7);
      const week = Array.from({ length: 70 }, (_, index) => rated(words[index % 7]?.id ?? 0, 3, at(-index * 60_000)));
      const { body } = await review(as, week);
      expect(body.cartoes.map(({ palavra_id }) => palavra_id).toSorted()).toEqual(words.map(({ id }) => id).toSorted());
      const cards = (await unitOf(as)).vocabulario.slice(0, 7).map(({ cartao }) => cartao);
      expect(body.cartoes).toMatchObject(cards);
    });

    it('ratings with a future time count as now', async () => {
      const as = await newReader();
      const [word] = (await unitOf(as)).vocabulario;
      const { body } = await review(as, [rated(word?.id ?? 0, 1, at(400 * DAY))]);
      expect(body.cartoes[0]?.vence_em).toBe(at(60_000));
    });

    it('ratings of words of other books are skipped; without any own word they answer 404', async () => {
      const as = await newReader();
      const [word] = (await unitOf(as)).vocabulario;
      const { status, body } = await review(as, [rated(20_101, 3), rated(word?.id ?? 0, 3)]);
      expect([status, body.cartoes.map(({ palavra_id }) => palavra_id)]).toEqual([200, [word?.id]]);
      expect((await review(as, [rated(20_101, 3)])).status).toBe(404);
      expect((await review(people.bruno, [rated(10_101, 3)])).status).toBe(404);
    });

    it.each([
      ['no rating at all', []],
      ['a fifth button', [{ palavra_id: 10_101, nota: 5, tempo_ms: 1, feita_em: '2026-01-01T10:00:00Z' }]],
      ['no moment', [{ palavra_id: 10_101, nota: 3, tempo_ms: 1, feita_em: 'ontem' }]],
    ])('ratings with %s: 422', async (_name, body) => {
      expect((await review(people.ana, body as never)).status).toBe(422);
    });

    it('due words are listed, longest overdue first', async () => {
      const as = await newReader();
      const [first, second] = (await unitOf(as)).vocabulario;
      await review(as, [rated(first?.id ?? 0, 1, at(-DAY)), rated(second?.id ?? 0, 1, at(-2 * DAY))]);
      const due = await portal.ops.practice.listDueReviews({}, { as });
      expect(due.body.map(({ id }) => id)).toEqual([second?.id, first?.id]);
      expect((await portal.ops.practice.listDueReviews({}, { as: people.bruno })).body).toEqual([]);
    });
  });

  describe('a test', () => {
    const TEST = 1011;
    const keys = async () =>
      (
        await portal.school.db
          .selectFrom('questoes')
          .where('teste_id', '=', TEST)
          .selectAll()
          .orderBy('ordem')
          .execute()
      ).map(({ id, chave, tipo, dados, palavra_id }) => {
        const [right] = JSON.parse(chave);
        const options: { id: string; texto: string }[] = JSON.parse(dados).alternativas ?? [];
        const rest = [...options];
        const inOrder = () =>
          String(right)
            .split(' ')
            .map(
              (word) =>
                rest.splice(
                  rest.findIndex(({ texto }) => texto === word),
                  1,
                )[0]?.id ?? '',
            );
        return { palavra_id, questao_id: id, resposta: tipo === 'ordenar' ? inOrder() : right };
      });
    const submit = (as: number, respostas: { questao_id: number; resposta: string | string[] }[], more = {}) =>
      portal.ops.practice.submitPracticeTest({ id: TEST, respostas, iniciada_em: at(-60_000), ...more }, { as });
    const answers = async () => (await keys()).map(({ palavra_id: _word, ...answer }) => answer);

    it('a test of a unit is given without its key', async () => {
      const as = await newReader();
      const { body } = await portal.ops.practice.getPracticeTest({ id: TEST }, { as });
      expect(body.questoes).toHaveLength(10);
      expect(JSON.stringify(body)).not.toMatch(/chave|explicacao/);
      expect((await portal.ops.practice.getPracticeTest({ id: TEST }, { as: people.bruno })).status).toBe(404);
    });

    it('a fully right test gives 10, an empty one 0, with explanations', async () => {
      const [good, idle] = [await newReader(), await newReader()];
      const best = await submit(good, await answers());
      expect(best.body.nota).toBe(10);
      expect(best.body.itens.every(({ certa, explicacao }) => certa && explicacao.length > 5)).toBe(true);
      expect((await submit(idle, [])).body).toMatchObject({ nota: 0 });
      expect(await progressOf(good)).toMatchObject({ testes_feitos: 1 });
    });

    it('a test of a unit is stored once: the same start time returns the stored result', async () => {
      const as = await newReader();
      const begun = { iniciada_em: at(-5 * 60_000) };
      const right = await answers();
      const all = await Promise.all(
        Array.from({ length: 16 }, (_, round) => submit(as, round % 2 ? right : right.slice(0, 4), begun)),
      );
      expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(all.map(({ body }) => body.nota)).size).toBe(1);
      const [test] = (await unitOf(as)).testes;
      expect(test).toMatchObject({ tentativas: 1, melhor_nota: all[0]?.body.nota });
    });

    it('words of wrong answers come back in the review of the next day', async () => {
      const as = await newReader();
      const right = await answers();
      const [wrong] = await keys();
      await submit(as, right.slice(1));
      portal.clock.advance(DAY);
      const due = await portal.ops.practice.listDueReviews({}, { as });
      expect(due.body.map(({ id }) => id)).toEqual([wrong?.palavra_id]);
    });

    it('a wrong answer returns the right one, a right answer does not', async () => {
      const as = await newReader();
      const [one, other] = await answers();
      const given = [{ questao_id: one?.questao_id ?? 0, resposta: '' }, other as never];
      const { body } = await submit(as, given, { refazer: true });
      expect(body.itens.map(({ certa, resposta_certa }) => [certa, resposta_certa])).toEqual([
        [false, one?.resposta],
        [true, null],
      ]);
    });

    it('single questions are corrected before and after an attempt, without storing a result', async () => {
      const as = await newReader();
      const right = await answers();
      const again = () => submit(as, right.slice(0, 2), { refazer: true });
      expect((await again()).body.itens.map(({ certa }) => certa)).toEqual([true, true]);
      expect((await unitOf(as)).testes[0]).toMatchObject({ tentativas: 0 });
      await submit(as, []);
      const { body } = await again();
      expect(body.itens.map(({ certa }) => certa)).toEqual([true, true]);
      expect((await unitOf(as)).testes[0]).toMatchObject({ tentativas: 1, melhor_nota: 0 });
    });

    it('a test of a unit refuses questions of another test, and one answered twice', async () => {
      const as = await newReader();
      const [first] = await answers();
      expect((await submit(as, [{ questao_id: 20_101, resposta: 'a' }])).status).toBe(422);
      expect((await submit(as, [first as never, first as never])).status).toBe(422);
      expect((await submit(people.bruno, [])).status).toBe(404);
    });
  });

  it('a unit is finished by its audios, words and test, and stays finished', async () => {
    const as = await newReader();
    const unit = await unitOf(as);
    for (const { id } of unit.audios) {
      const heard = await portal.ops.practice.saveAudioPosition({ id, posicao_s: 0, ouvido: true }, { as });
      expect(heard.body.concluidas).toEqual([]);
    }
    await review(
      as,
      unit.vocabulario.slice(0, 9).map(({ id }) => rated(id, 4, at(-60_000))),
    );
    expect((await unitOf(as)).concluida).toBe(false);
    const { body } = await portal.ops.practice.getPracticeTest({ id: 1011 }, { as });
    const keys = await portal.school.db
      .selectFrom('questoes')
      .where('teste_id', '=', 1011)
      .select(['id', 'chave'])
      .execute();
    const respostas = body.questoes.map(({ id }) => ({
      questao_id: id,
      resposta: JSON.parse(keys.find((key) => key.id === id)?.chave ?? '[""]')[0],
    }));
    const attempt = { id: 1011, respostas, iniciada_em: at() };
    const [done, again] = [
      await portal.ops.practice.submitPracticeTest(attempt, { as }),
      await portal.ops.practice.submitPracticeTest(attempt, { as }),
    ];
    // Only the call that finished the unit says so.
    const finished = [{ id: unit.id, numero: 1, titulo: unit.titulo, pontos_ganhos: 0 }];
    expect([done.body.concluidas, again.body.concluidas]).toEqual([finished, undefined]);
    expect((await unitOf(as)).concluida).toBe(true);
    const later = await review(as, [rated(unit.vocabulario[0]?.id ?? 0, 1, at(1000))]);
    expect(later.body.concluidas).toEqual([]);
    expect((await unitOf(as)).concluida).toBe(true);
    expect(await progressOf(as)).toMatchObject({ unidades_concluidas: 1 });
  });

  it('a book that is linked again shows its reader the old progress, and the next reader none', async () => {
    const [one, next] = [await newReader(), await newReader()];
    const { id: audio = 0 } = (await unitOf(one)).audios[0] ?? {};
    await portal.ops.practice.saveAudioPosition({ id: audio, posicao_s: 1, ouvido: true }, { as: one });
    const book = (await portal.call(listMyBooks, {}, { as: one })).body[0]?.user_book.id ?? 0;
    const link = (user_id: number) =>
      portal.school.db.updateTable('user_books').set({ user_id, linked_at: at() }).where('id', '=', book).execute();
    await portal.call(unlinkOwnBook, { params: { id: book } }, { as: one });
    await portal.school.db.deleteFrom('user_books').where('user_id', '=', next).execute();
    await link(next);
    expect((await unitOf(next)).audios[0]?.ouvido).toBe(false);
    expect(await progressOf(next)).toMatchObject({ audios_ouvidos: 0 });
    await link(one);
    await unitOf(one);
    expect(await progressOf(one)).toMatchObject({ audios_ouvidos: 1 });
  });

  it('an offline package lists the files of an own unit', async () => {
    const ask = (as: number, unidade_id = 204) => portal.ops.practice.getOfflinePackage({ unidade_id }, { as });
    const { body } = await ask(people.ana);
    expect(body.arquivos.length).toBeGreaterThan(20);
    expect(body.arquivos.every(({ url }) => url.startsWith('/audio/livros/way-2/4/'))).toBe(true);
    expect((await unitOf(people.ana, 4)).pacote_offline.versao).toBe(body.versao);
    expect((await ask(people.bruno)).status).toBe(404);
    expect((await ask(people.ana, 304)).status).toBe(404);
  });

  it('the weekly goal counts each day of study once', async () => {
    const as = await newReader();
    const read = async () => (await portal.ops.practice.getWeeklyGoal({}, { as })).body;
    expect(await read()).toMatchObject({ feitos: 0, meta: 3 });
    const word = (await unitOf(as)).vocabulario[0]?.id ?? 0;
    await review(as, [rated(word, 3), rated(word, 3, at(1))]);
    expect(await read()).toMatchObject({ feitos: 1, meta: 3 });
    const set = (dias_por_semana: number) => portal.ops.practice.updateWeeklyGoal({ dias_por_semana }, { as });
    expect((await set(5)).body).toMatchObject({ feitos: 1, meta: 5, semanas_seguidas: 0 });
    expect((await set(1)).body).toMatchObject({ feitos: 1, meta: 1, semanas_seguidas: 1 });
    expect((await set(0)).status).toBe(422);
    expect((await set(8)).status).toBe(422);
  });
});
