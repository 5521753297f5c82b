import type { PageSession } from '#gateway/page-session.ts';
import { ApiError } from '#lib/api/client.ts';
import type { TestItem, TestResult } from '#lib/contract/english-test.schema.ts';
import { answerItem, resumeTest, startTest } from '#lib/contract/english-test.ts';
import { type Contact, emptyContact } from '#lib/rules/english-test/contact.ts';
import { testCookie } from '#lib/session.ts';
import { takeContact } from './contact.ts';

const KEPT_S = 24 * 60 * 60;
const MAX_MS = 3_600_000;

/** What the page of the level test shows. */
export type TestPage =
  | { kind: 'intro'; problem: string | null }
  | { kind: 'question'; item: TestItem; done: number; max: number; problem: string | null }
  | { kind: 'result'; result: TestResult; contact: Contact }
  /** The form was taken: show the page afresh. */
  | { kind: 'again' };

/** Serves the level test: begins it, takes an answer, or shows where it stands (TEST-01, TEST-02). */
export async function serveTestPage(session: PageSession, request: Request): Promise<TestPage> {
  const known = session.cookie(testCookie);
  let problem: string | null = null;
  let contact = emptyContact;
  if (request.method === 'POST') {
    const form = await request.formData().catch(() => new FormData());
    try {
      if (form.get('acao') === 'comecar') {
        const { id } = await session.api(startTest, { body: {} });
        session.setCookie(testCookie, id, { maxAge: KEPT_S });
        return { kind: 'again' };
      }
      if (known && form.get('acao') === 'contato') {
        const left = await takeContact(session, known, form);
        if (!left) return { kind: 'again' };
        contact = left;
      } else if (known) {
        await session.api(answerItem, { params: { id: known }, body: answerFrom(form) });
        return { kind: 'again' };
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // An answer sent twice was taken the first time.
      if (error.code === 'item_answered' || error.code === 'test_over') return { kind: 'again' };
      problem = error.status === 422 ? 'Escolha uma das alternativas.' : error.detail;
    }
  }
  const standing = known ? await session.api(resumeTest, { params: { id: known } }).catch(() => null) : null;
  if (standing?.resultado) return { kind: 'result', result: standing.resultado, contact };
  if (standing?.item) {
    const { feitos, max } = standing.progresso;
    return { kind: 'question', item: standing.item, done: feitos, max, problem };
  }
  return { kind: 'intro', problem };
}

function answerFrom(form: FormData) {
  const elapsed = Date.now() - Number(form.get('inicio') ?? Number.NaN);
  return {
    item_id: Number(form.get('questao') ?? 0),
    resposta: String(form.get('resposta') ?? ''),
    tempo_ms: Number.isFinite(elapsed) ? Math.min(Math.max(0, elapsed), MAX_MS) : 0,
  };
}
