import { ApiError, type Client } from '#lib/api/client.ts';
import { partOf } from '#lib/api/part.ts';
import { getUser, searchUsers } from '#lib/contract/account.ts';
import type { Broadcast, BroadcastInput, Counts } from '#lib/contract/broadcasts.schema.ts';
import {
  cancelBroadcast,
  createBroadcast,
  createTemplate,
  deleteBroadcast,
  deleteTemplate,
  listBroadcasts,
  listTemplates,
  previewAudience,
  sendBroadcast,
  updateBroadcast,
} from '#lib/contract/broadcasts.ts';
import { routes } from '#lib/routes.ts';
import {
  audienceFrom,
  audienceQuery,
  blank,
  inputOf,
  isChosen,
  openInput,
  type Plan,
  planFrom,
  planOf,
  timesOf,
  timesToSave,
  withTemplate,
  writtenFrom,
  writtenProblems,
} from '#lib/rules/broadcasts/broadcast-form.ts';
import { panelMessages } from '#lib/words/broadcasts-panel.ts';

const { push } = routes.manager;
const MAX_NAMED = 30;
const MAX_FOUND = 8;

export type Reach = Counts & { first_names: string[] };
export interface Refused {
  problem: string;
  fields: Readonly<Record<string, string>>;
}

const refusedBy = (error: unknown, otherwise: string): Refused => {
  if (!(error instanceof ApiError)) throw error;
  const { fields, detail } = error;
  return { problem: Object.keys(fields).length > 0 ? panelMessages.checkFields : detail || otherwise, fields };
};
const textIn = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};
const formOf = (request: Request) => request.formData().catch(() => new FormData());

/** One message of the own school; there is no call by id (MANAGER-03). @throws ApiError 404 */
async function findBroadcast(api: Client, id: string): Promise<Broadcast> {
  const found = (await api(listBroadcasts, { query: { id } })).items[0];
  if (!found) throw new ApiError(404, { detail: panelMessages.notFound });
  return found;
}

type Counted = Pick<BroadcastInput, 'audience' | 'category' | 'title' | 'body'>;

/** Whom it reaches, or null where nobody is chosen or it could not be counted. */
async function reachOf(api: Client, of: Counted): Promise<Reach | null> {
  if (!isChosen(of.audience)) return null;
  const part = await partOf(api(previewAudience, { query: audienceQuery(of.audience, of.category, of) }));
  return part.ok ? part.data : null;
}

/** Names of people that a message names one by one: some of them, the others stay numbers. */
export async function namesOf(api: Client, audience: BroadcastInput['audience']): Promise<Record<number, string>> {
  const ids = [...audience.user_ids, ...audience.exclude_user_ids].slice(0, MAX_NAMED);
  const people = await Promise.all(ids.map((id) => partOf(api(getUser, { params: { id } }))));
  return Object.fromEntries(people.flatMap((part) => (part.ok ? [[part.data.id, part.data.full_name]] : [])));
}

/** People by name, for the form that works without a script. */
export async function peopleCalled(api: Client, q: string) {
  const part = await partOf(api(searchUsers, { query: { q, limit: MAX_FOUND } }));
  return part.ok ? part.data.items.map(({ id, full_name, school_name }) => ({ id, full_name, school_name })) : [];
}

export interface WritePage {
  broadcast: Broadcast | null;
  initial: BroadcastInput;
  refused: Refused | null;
}

/** Saves what a plain form sends; a version that is not the newest is refused by the server. */
async function save(
  api: Client,
  broadcast: Broadcast | null,
  input: BroadcastInput,
  version: string,
): Promise<Broadcast> {
  if (!broadcast) return api(createBroadcast, { body: input });
  return api(updateBroadcast, { body: { ...input, id: broadcast.id, version: Number(version) || broadcast.version } });
}

/**
 * Serves the page that writes a message: what it begins with, or where to go once a plain form was taken.
 *
 * @throws ApiError 404 for a message that is not the school's
 */
export async function serveWriting(api: Client, id: string | undefined, request: Request): Promise<WritePage | string> {
  const broadcast = id ? await findBroadcast(api, id) : null;
  const begun = broadcast ? openInput(broadcast, new Date()) : blank;
  if (request.method !== 'POST') {
    return { broadcast, initial: await fromTemplate(api, begun, request), refused: null };
  }
  const form = await formOf(request);
  const initial = writtenFrom(form, begun);
  const fields = writtenProblems(initial);
  if (Object.keys(fields).length > 0) {
    return { broadcast, initial, refused: { problem: panelMessages.checkFields, fields } };
  }
  const action = textIn(form, 'acao');
  try {
    if (action === 'modelo') {
      const { title, body, link, category } = initial;
      await api(createTemplate, { body: { nome: textIn(form, 'nome'), title, body, link, category } });
    }
    const saved = await save(api, broadcast, initial, textIn(form, 'version'));
    if (action === 'continuar') return push.send(saved.id);
    return push.create(saved.id, { feito: action === 'modelo' ? 'modelo' : 'salva' });
  } catch (error) {
    if (error instanceof ApiError && error.status === 409 && broadcast) return collided(api, broadcast, initial, error);
    return { broadcast, initial, refused: refusedBy(error, panelMessages.notSaved) };
  }
}

async function fromTemplate(api: Client, input: BroadcastInput, request: Request): Promise<BroadcastInput> {
  const wanted = new URL(request.url).searchParams.get('modelo');
  const part = wanted ? await partOf(api(listTemplates)) : null;
  const template = part?.ok ? part.data.find((each) => String(each.id) === wanted) : undefined;
  return template ? withTemplate(input, template) : input;
}

/** What was written stays, beside what somebody else saved meanwhile: sent once more, it is meant. */
async function collided(
  api: Client,
  broadcast: Broadcast,
  initial: BroadcastInput,
  error: ApiError,
): Promise<WritePage> {
  const theirs = await partOf(findBroadcast(api, String(broadcast.id)));
  const newest = theirs.ok ? theirs.data : broadcast;
  const fields: Record<string, string> =
    error.code === 'changed' ? { version: `${newest.title} — ${newest.body}` } : {};
  const problem = error.code === 'changed' ? panelMessages.conflict : error.detail;
  return { broadcast: newest, initial, refused: { problem, fields } };
}

export interface SendPage {
  broadcast: Broadcast;
  initial: BroadcastInput;
  plan: Plan;
  reach: Reach | null;
  refused: Refused | null;
  /** What is to be confirmed, and the key under which it happens once. */
  confirm: { key: string; at: string | null } | null;
  done: string | null;
}

/**
 * Serves the page that sends a message: choose, count, try out, confirm. Each step of the plain form saves the draft first.
 *
 * @throws ApiError 404 for a message that is not the school's
 */
export async function serveBroadcast(
  api: Client,
  id: string,
  request: Request,
  zone: string,
): Promise<SendPage | string> {
  const broadcast = await findBroadcast(api, id);
  const initial = openInput(broadcast, new Date());
  const page = (more: Partial<SendPage> = {}): SendPage => ({
    broadcast,
    initial,
    plan: planOf(initial, zone),
    reach: null,
    refused: null,
    confirm: null,
    done: null,
    ...more,
  });
  if (request.method !== 'POST') return page({ reach: await reachOf(api, initial) });
  const form = await formOf(request);
  const action = textIn(form, 'acao');
  if (action === 'confirmar') return confirmed(api, page(), form);
  if (action === 'voltar') return push.send(id);

  const plan = planFrom(form);
  const { times, problems } = timesOf(plan, zone, new Date());
  const chosen = inputOf({
    ...initial,
    ...(Object.keys(problems).length === 0 && timesToSave(times, broadcast)),
    audience: audienceFrom(form),
    respect_quiet_hours: form.get('respect_quiet_hours') === 'sim',
  });
  const refuse = (refused: Refused, reach: Reach | null = null) => page({ initial: chosen, plan, reach, refused });
  let saved: Broadcast;
  try {
    saved = await save(api, broadcast, chosen, textIn(form, 'version'));
  } catch (error) {
    return refuse(refusedBy(error, panelMessages.notSaved));
  }
  const asked = textIn(form, 'busca') || textIn(form, 'busca_fora');
  if (action === 'buscar') return push.send(id, { busca: asked });
  const reach = await reachOf(api, chosen);
  const now = { broadcast: saved, initial: chosen, plan, reach };
  if (action === 'testar') return page({ ...now, ...(await tested(api, saved)) });
  if (action !== 'enviar') return page(now);
  if (!isChosen(chosen.audience)) return page({ ...now, refused: { problem: panelMessages.nobody, fields: {} } });
  if (Object.keys(problems).length > 0) {
    return page({ ...now, refused: { problem: panelMessages.checkFields, fields: problems } });
  }
  if (!reach) return page({ ...now, refused: { problem: panelMessages.noReach, fields: {} } });
  if (reach.people === 0) return page({ ...now, refused: { problem: panelMessages.reachesNobody, fields: {} } });
  return page({ ...now, confirm: { key: crypto.randomUUID(), at: times.scheduled_at ?? null } });
}

async function tested(api: Client, { id }: Broadcast): Promise<Pick<SendPage, 'done' | 'refused'>> {
  try {
    const { counts } = await api(sendBroadcast, { body: { id, test: true } }, { idempotencyKey: crypto.randomUUID() });
    if (counts.devices > 0) return { done: panelMessages.tested(counts.devices), refused: null };
    return { done: null, refused: { problem: panelMessages.testedNone, fields: {} } };
  } catch (error) {
    return { done: null, refused: refusedBy(error, panelMessages.notTested) };
  }
}

/** Goes out under the key that was drawn with the number of people; another number by now is shown first. */
async function confirmed(api: Client, page: SendPage, form: FormData): Promise<SendPage | string> {
  const { broadcast } = page;
  const { id } = broadcast;
  // Nothing but the time that was saved, or now.
  const at = textIn(form, 'em') === '' ? null : (broadcast.scheduled_at ?? null);
  const key = textIn(form, 'chave') || crypto.randomUUID();
  const isOpen = broadcast.status === 'rascunho' || broadcast.status === 'agendada';
  const reach = isOpen ? await reachOf(api, broadcast) : null;
  if (reach && String(reach.people) !== textIn(form, 'pessoas')) {
    return { ...page, reach, confirm: { key, at }, refused: { problem: panelMessages.reachChanged, fields: {} } };
  }
  try {
    await api(sendBroadcast, { body: { id, ...(at && { scheduled_at: at }) } }, { idempotencyKey: key });
    return at ? push.list({ feito: 'agendada' }) : push.history(id);
  } catch (error) {
    return { ...page, reach, refused: refusedBy(error, panelMessages.notSent) };
  }
}

/** Serves what can be done with one message of a list. @returns where to go, or why it did not happen. */
export async function serveBroadcastList(api: Client, request: Request): Promise<{ to: string } | { problem: string }> {
  const form = await formOf(request);
  const id = textIn(form, 'id');
  const action = textIn(form, 'acao');
  try {
    if (action === 'duplicar') {
      const {
        scheduled_at: _at,
        repeat: _repeat,
        repeat_until: _until,
        ...kept
      } = inputOf(await findBroadcast(api, id));
      return { to: push.create((await api(createBroadcast, { body: kept })).id, { feito: 'copia' }) };
    }
    if (action === 'excluir') {
      await api(deleteBroadcast, { params: { id } });
      return { to: push.list({ feito: 'excluida' }) };
    }
    if (action === 'cancelar') {
      await api(cancelBroadcast, { params: { id } });
      return { to: push.list({ feito: 'cancelada' }) };
    }
    return { to: push.list() };
  } catch (error) {
    return { problem: refusedBy(error, panelMessages.notSaved).problem };
  }
}

/** Serves the page of one broadcast: another try for what failed, or its end. */
export async function serveHistory(
  api: Client,
  id: string,
  request: Request,
): Promise<{ to: string } | { problem: string }> {
  const form = await formOf(request);
  try {
    if (textIn(form, 'acao') === 'cancelar') {
      await api(cancelBroadcast, { params: { id } });
      return { to: push.history(id, { feito: 'cancelada' }) };
    }
    const body = { id: Number(id), only_failed_of: Number(id) };
    await api(sendBroadcast, { body }, { idempotencyKey: textIn(form, 'chave') || crypto.randomUUID() });
    return { to: push.history(id, { feito: 'repetida' }) };
  } catch (error) {
    return { problem: refusedBy(error, panelMessages.notSent).problem };
  }
}

/** Deletes an own template. @returns why it did not, or null. */
export async function removeTemplate(api: Client, request: Request): Promise<string | null> {
  const form = await formOf(request);
  try {
    await api(deleteTemplate, { params: { id: textIn(form, 'id') } });
    return null;
  } catch (error) {
    return refusedBy(error, panelMessages.notSaved).problem;
  }
}
