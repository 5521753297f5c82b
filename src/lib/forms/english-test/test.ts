import { ApiError } from '#lib/api/client.ts';
import { partOf } from '#lib/api/part.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import type { PageApi } from '#lib/page/page-session.ts';
import { routes } from '#lib/routes.ts';
import { DAY_S, HOUR_MS } from '#lib/rules/time/spans.ts';
import { testCookie } from '#lib/session.ts';
import type { Verb } from '../submit.ts';

const COOKIE_LIFETIME_S = DAY_S;
const MAX_MS = HOUR_MS;

type TestProgress = AnswerOf<'englishTest.resumeTest'>;
export type TestItem = NonNullable<TestProgress['item']>;
export type TestResult = NonNullable<TestProgress['resultado']>;

export const isBelowA1 = ({ nivel }: TestResult) => nivel === 'Pré-A1';

/** What the page of the level test shows. */
export type TestPage =
  | { kind: 'intro' }
  | { kind: 'question'; item: TestItem; done: number; max: number }
  | { kind: 'result'; result: TestResult };

/** The state of this browser's level test (TEST-01, TEST-02). @param id of its test */
export async function findTestPage(api: PageApi, id: string | undefined): Promise<TestPage> {
  const progress = id ? await partOf(api.englishTest.resumeTest({ id })) : null;
  if (!progress?.ok) return { kind: 'intro' };
  const { resultado, item, progresso } = progress.data;
  if (resultado) return { kind: 'result', result: resultado };
  return item ? { kind: 'question', item, done: progresso.feitos, max: progresso.max } : { kind: 'intro' };
}

/** Begins a test; a cookie links this browser to it. */
export const beginTest: Verb = async ({ api, session }) => {
  const { id } = await api.englishTest.startTest();
  session.setCookie(testCookie, id, { maxAge: COOKIE_LIFETIME_S });
  return routes.englishTest();
};

/** Takes an answer. */
export const takeAnswer: Verb = async ({ api, session, values }) => {
  const id = session.cookie(testCookie);
  if (!id) return routes.englishTest();
  const answer = await partOf(api.englishTest.answerItem({ id, ...answerFrom(values) }));
  // If an answer is sent twice, the server accepted the first.
  if (answer.ok || answer.code === 'item_answered' || answer.code === 'test_over') return routes.englishTest();
  const { status, detail } = answer;
  throw new ApiError(status, { detail: status === 422 ? 'Escolha uma das alternativas.' : detail });
};

function answerFrom({ questao, resposta = '', inicio }: Readonly<Record<string, string>>) {
  const elapsed = Date.now() - Number(inicio ?? Number.NaN);
  return {
    item_id: Number(questao ?? 0),
    resposta,
    tempo_ms: Number.isFinite(elapsed) ? Math.min(Math.max(0, elapsed), MAX_MS) : 0,
  };
}
