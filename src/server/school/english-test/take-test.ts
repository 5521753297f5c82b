import { randomBytes, randomUUID } from 'node:crypto';
import type { Item } from '#content/level-test.schema.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { earnPoints } from '../../club/earning.ts';
import type { PublicCtx } from '../../core/http/ctx.ts';
import { conflict, notFound, Refusal, refused, unavailable } from '../../core/http/refusal.ts';
import { releaseAfterLevelTest } from '../../money/orders/release-after-test.ts';
import { bank, findItem } from './bank.ts';
import { advance, MAX_ITEMS } from './engine/advance.ts';
import type { Response } from './engine/model.ts';
import { summarize } from './engine/summarize.ts';
import { BELOW_A1, issueCertificate } from './issue-certificate.ts';
import { numberOf, presentItem, presentResult } from './present.ts';
import {
  answersOf,
  insertAnswer,
  insertTest,
  itemsShown,
  moveOn,
  openTestOf,
  type TestRow,
  testById,
} from './queries.ts';
import { readProgress } from './read-progress.ts';

/** A user can continue an unfinished test for this long, on any device. */
const OPEN_MS = DAY_MS;
const NOT_AGAIN_MS = 90 * DAY_MS;
const MINUTES = 25;
const ADDRESS = '/english-test';

/**
 * Starts a level test, or continues the user's own one of today. Visitors may take it where the school opened the page.
 *
 * @throws Refusal 401 for a visitor without an open page, 429 for too many tests from one address.
 */
export async function startTest(ctx: PublicCtx, convite: string | undefined) {
  const { db, now, config } = ctx;
  const session = await ctx.findSession();
  if (!session && !config.PUBLIC_PAGES.includes(ADDRESS)) throw new Refusal(401, 'Entre no portal para fazer o teste.');
  const at = now();
  const since = (ms: number) => new Date(at.getTime() - ms).toISOString();
  const known = session ? await openTestOf(db, session.userId, since(OPEN_MS)) : undefined;
  const offered = known?.offered ? findItem(known.offered) : undefined;
  if (known && offered) return started(known, offered);
  if (session) await ctx.limits.take('english-test', `user:${session.userId}`);
  else await ctx.limits.take('english-test-address', ctx.caller.address);
  const seen = session ? await itemsShown(db, session.userId, since(NOT_AGAIN_MS)) : new Set<string>();
  const { item } = advance(bank(), [], seen, Math.random);
  if (!item) throw unavailable('Você já viu todas as questões. Tente de novo daqui a alguns dias.');
  const row: TestRow = {
    id: randomUUID(),
    user_id: session?.userId ?? null,
    resume_token: randomBytes(32).toString('base64url'),
    convite: convite ?? null,
    offered: item.id,
    started_at: at.toISOString(),
    finished_at: null,
    result: null,
  };
  await insertTest(db, row);
  return started(row, item);
}

const started = ({ id, resume_token }: TestRow, item: Item) => ({
  id,
  resume_token,
  total_max: MAX_ITEMS,
  minutos: MINUTES,
  item: presentItem(item),
});

/** The state of the user's own test. @throws Refusal 404 */
export async function readTest(ctx: PublicCtx, id: string) {
  const row = await ownTest(ctx, id);
  const answered = await answersOf(ctx.db, row.id);
  return readProgress(ctx.db, row, answered.length);
}

/**
 * Takes the answer to the offered item, once, and returns the next item or the result.
 *
 * @throws Refusal 404 for somebody else's test, 409 for an item that is not the offered one or a finished test.
 */
export async function answerItem(
  ctx: PublicCtx,
  id: string,
  answer: { item_id: number; resposta: string; tempo_ms: number },
) {
  const row = await ownTest(ctx, id);
  const item = row.offered ? findItem(row.offered) : undefined;
  if (!item || row.finished_at !== null) throw conflict('Este teste já terminou.', 'test_over');
  if (numberOf(item.id) !== answer.item_id) throw conflict('Esta questão já foi respondida.', 'item_answered');
  if (!item.options.some((option) => option.id === answer.resposta)) {
    throw refused('Escolha uma das alternativas.', { resposta: 'Escolha uma das alternativas' });
  }
  const at = ctx.now();
  const earlier = await answersOf(ctx.db, row.id);
  const right = answer.resposta === item.answer;
  const responses = [...earlier.flatMap(responseOf), { item, right }];
  const since = new Date(at.getTime() - NOT_AGAIN_MS).toISOString();
  const seen = row.user_id === null ? new Set<string>() : await itemsShown(ctx.db, row.user_id, since);
  for (const { item_id } of earlier) seen.add(item_id);
  seen.add(item.id);
  const { item: next } = advance(bank(), responses, seen, Math.random);
  const result = next ? null : presentResult(summarize(responses));
  const moved = {
    offered: next?.id ?? null,
    finished_at: next ? null : at.toISOString(),
    result: result && JSON.stringify(result),
  };
  await ctx.db.transaction().execute(async (tx) => {
    if (!(await moveOn(tx, row.id, item.id, moved))) throw conflict('Esta questão já foi respondida.', 'item_answered');
    await insertAnswer(tx, {
      test_id: row.id,
      position: earlier.length + 1,
      item_id: item.id,
      answer: answer.resposta,
      is_right: right,
      tempo_ms: answer.tempo_ms,
      answered_at: at.toISOString(),
    });
    if (!result || row.user_id === null) return;
    if (result.nivel !== BELOW_A1) await issueCertificate(tx, ctx, { ...row, ...moved });
    await earnPoints(tx, {
      userId: row.user_id,
      regra: 'teste_nivel',
      what: `teste:${row.id}`,
      at,
      timeZone: ctx.config.SCHOOL_TIME_ZONE,
    });
    await releaseAfterLevelTest(tx, row.user_id, at, ctx.config);
  });
  return readProgress(ctx.db, { ...row, ...moved }, earlier.length + 1);
}

function responseOf({ item_id, is_right }: { item_id: string; is_right: boolean }): Response[] {
  const item = findItem(item_id);
  return item ? [{ item, right: is_right }] : [];
}

/** @throws Refusal 404 for somebody else's test. A visitor's test is open to anybody with its id. */
export async function ownTest(ctx: PublicCtx, id: string): Promise<TestRow> {
  const row = await testById(ctx.db, id);
  const session = row?.user_id == null ? null : await ctx.findSession();
  if (!row || (row.user_id !== null && row.user_id !== session?.userId)) throw notFound('Não encontramos este teste.');
  return row;
}
