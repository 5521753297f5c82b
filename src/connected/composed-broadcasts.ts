import { ApiError } from '#lib/api/client.ts';
import { partOf } from '#lib/api/part.ts';
import { getMe, getUser } from '#lib/contract/account.ts';
import { deleteBroadcast, getBroadcastLog, listBroadcasts, sendBroadcast } from '#lib/contract/broadcasts.ts';
import type { AnswerOf, InputOf } from '#lib/page/operations.ts';
import { presentSchoolBroadcast } from '#lib/rules/broadcasts/school-broadcast.ts';
import { LIST_PAGE } from '#lib/rules/lists/list-query.ts';
import { MAX_NAMED } from '#lib/words/broadcasts-panel.ts';
import type { ComposedWork } from './composed-operations.ts';

type Work<Name extends 'listSchoolBroadcasts' | 'getSchoolBroadcast'> = ComposedWork<
  InputOf<`broadcasts.${Name}`> & { limit: number; saiu?: boolean }
>;

/** Messages of the panel, from the calls of the specification. */
export const composedBroadcasts = {
  'broadcasts.listAudienceChoices': listAudienceChoices,
  'broadcasts.listSchoolBroadcasts': listSchoolBroadcasts,
  'broadcasts.getSchoolBroadcast': getSchoolBroadcast,
  'broadcasts.listOutcomes': listOutcomes,
  'broadcasts.deleteBroadcasts': deleteBroadcasts,
  'broadcasts.retryBroadcast': ({ api, input: { id }, idempotencyKey }: ComposedWork<{ id: number }>) =>
    api(sendBroadcast, { body: { id, only_failed_of: id } }, { idempotencyKey }),
};

/** The call pages by a number, which is used as the cursor. Messages being sent come first in the history. */
async function listSchoolBroadcasts(
  work: Work<'listSchoolBroadcasts'>,
): Promise<AnswerOf<'broadcasts.listSchoolBroadcasts'>> {
  const { api, input } = work;
  const { limit, saiu, estado } = input;
  const offset = placeOf(input.depois);
  const status = estado ?? (saiu ? ('enviada' as const) : undefined);
  const [page, running, names] = await Promise.all([
    api(listBroadcasts, { query: { ...(status && { status }), limit, offset } }),
    saiu && !estado && offset === 0 ? api(listBroadcasts, { query: { status: 'enviando', limit } }) : null,
    listAudienceChoices(work),
  ]);
  const more = running?.items ?? [];
  return {
    items: [...more, ...page.items].map((broadcast) => presentSchoolBroadcast(broadcast, names)),
    total: page.total + more.length,
    next: offset + limit < page.total ? String(offset + limit) : null,
    contagens: page.contagens ?? {},
  };
}

const placeOf = (depois = ''): number => (/^\d{1,6}$/.test(depois) ? Number(depois) : 0);

/** The call answers with sums and a page of devices. */
async function readLog({ api, input }: Work<'getSchoolBroadcast'>) {
  const offset = placeOf(input.depois);
  const query = { ...(input.estado && { state: input.estado }), limit: LIST_PAGE, offset };
  const log = await api(getBroadcastLog, { params: { id: String(input.id) }, query });
  const end = offset + LIST_PAGE;
  const items = {
    items: log.items.items,
    next: end < log.items.total ? String(end) : null,
    estado: input.estado ?? null,
    isFirst: offset === 0,
  };
  return { ...log, items };
}

async function listOutcomes(work: Work<'getSchoolBroadcast'>): Promise<AnswerOf<'broadcasts.listOutcomes'>> {
  return (await readLog(work)).items;
}

async function getSchoolBroadcast(
  work: Work<'getSchoolBroadcast'>,
): Promise<AnswerOf<'broadcasts.getSchoolBroadcast'>> {
  const { api } = work;
  const [log, choices] = await Promise.all([readLog(work), listAudienceChoices(work)]);
  const { user_ids } = log.sending.audience;
  const ids = user_ids.length <= MAX_NAMED ? user_ids : [];
  const people = await Promise.all(ids.map((id) => partOf(api(getUser, { params: { id: String(id) } }))));
  const users = Object.fromEntries(people.flatMap((part) => (part.ok ? [[part.data.id, part.data.full_name]] : [])));
  return { ...presentSchoolBroadcast(log.sending, { ...choices, users }), log };
}

/** Deletes the messages one by one. @throws ApiError the first refusal, if all are refused */
async function deleteBroadcasts({
  api,
  input: { ids },
}: ComposedWork<{ ids: number[] }>): Promise<AnswerOf<'broadcasts.deleteBroadcasts'>> {
  const itens: { id: number; problema: string | null }[] = [];
  let first: ApiError | undefined;
  for (const id of ids) {
    const part = await partOf(api(deleteBroadcast, { params: { id: String(id) } }));
    if (!part.ok) first ??= new ApiError(part.status, part);
    itens.push({ id, problema: part.ok ? null : part.detail });
  }
  if (first && itens.every(({ problema }) => problema !== null)) throw first;
  return { itens, desfazer: null };
}

/** No call of the host lists classes or books of a school, so a message goes to a whole unit or to people. */
async function listAudienceChoices({ api }: ComposedWork): Promise<AnswerOf<'broadcasts.listAudienceChoices'>> {
  const { drive_user } = await api(getMe);
  const company = drive_user?.company;
  return {
    companies: company ? [{ id: company.id, nome: company.nome }] : [],
    turmas: [],
    livros: [],
    // A host may know more brands than the two that this portal has.
    brands: company?.marca === 'phenom' ? ['phenom'] : ['knn'],
  };
}
