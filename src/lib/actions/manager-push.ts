import { ApiError, type Client } from '#lib/api/client.ts';
import { getUser, searchUsers } from '#lib/contract/account.ts';
import type { Counts, Sending, SendingInput } from '#lib/contract/sendings.schema.ts';
import {
  cancelSending,
  createSending,
  createTemplate,
  deleteSending,
  deleteTemplate,
  listSendings,
  listTemplates,
  previewAudience,
  sendSending,
  updateSending,
} from '#lib/contract/sendings.ts';
import { panelMessages } from '#lib/messages/sendings-panel.ts';
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
} from '#lib/sending-form.ts';
import { settle } from '#lib/settle.ts';

const { push } = routes.manager;
const MOST_NAMED = 30;
const MOST_FOUND = 8;

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
export async function findSending(api: Client, id: string): Promise<Sending> {
  const found = (await api(listSendings, { query: { id } })).items[0];
  if (!found) throw new ApiError(404, { detail: panelMessages.notFound });
  return found;
}

type Counted = Pick<SendingInput, 'audience' | 'category' | 'title' | 'body'>;

/** Whom it reaches, or null where nobody is chosen or it could not be counted. */
export async function reachOf(api: Client, of: Counted): Promise<Reach | null> {
  if (!isChosen(of.audience)) return null;
  const part = await settle(api(previewAudience, { query: audienceQuery(of.audience, of.category, of) }));
  return part.ok ? part.data : null;
}

/** Names of people that a message names one by one: some of them, the others stay numbers. */
export async function namesOf(api: Client, audience: SendingInput['audience']): Promise<Record<number, string>> {
  const ids = [...audience.user_ids, ...audience.exclude_user_ids].slice(0, MOST_NAMED);
  const people = await Promise.all(ids.map((id) => settle(api(getUser, { params: { id } }))));
  return Object.fromEntries(people.flatMap((part) => (part.ok ? [[part.data.id, part.data.full_name]] : [])));
}

/** People by name, for the form that works without a script. */
export async function peopleCalled(api: Client, q: string) {
  const part = await settle(api(searchUsers, { query: { q, limit: MOST_FOUND } }));
  return part.ok ? part.data.items.map(({ id, full_name, school_name }) => ({ id, full_name, school_name })) : [];
}

export interface WritePage {
  sending: Sending | null;
  initial: SendingInput;
  refused: Refused | null;
}

/** Saves what a plain form sends; a version that is not the newest is refused by the server. */
async function save(api: Client, sending: Sending | null, input: SendingInput, version: string): Promise<Sending> {
  if (!sending) return api(createSending, { body: input });
  return api(updateSending, { body: { ...input, id: sending.id, version: Number(version) || sending.version } });
}

/**
 * Serves the page that writes a message: what it begins with, or where to go once a plain form was taken.
 *
 * @throws ApiError 404 for a message that is not the school's
 */
export async function serveWriting(api: Client, id: string | undefined, request: Request): Promise<WritePage | string> {
  const sending = id ? await findSending(api, id) : null;
  const begun = sending ? openInput(sending, new Date()) : blank;
  if (request.method !== 'POST') {
    return { sending, initial: await fromTemplate(api, begun, request), refused: null };
  }
  const form = await formOf(request);
  const initial = writtenFrom(form, begun);
  const fields = writtenProblems(initial);
  if (Object.keys(fields).length > 0) {
    return { sending, initial, refused: { problem: panelMessages.checkFields, fields } };
  }
  const action = textIn(form, 'acao');
  try {
    if (action === 'modelo') {
      const { title, body, link, category } = initial;
      await api(createTemplate, { body: { nome: textIn(form, 'nome'), title, body, link, category } });
    }
    const saved = await save(api, sending, initial, textIn(form, 'version'));
    if (action === 'continuar') return push.send(saved.id);
    return push.create(saved.id, { feito: action === 'modelo' ? 'modelo' : 'salva' });
  } catch (error) {
    if (error instanceof ApiError && error.status === 409 && sending) return collided(api, sending, initial, error);
    return { sending, initial, refused: refusedBy(error, panelMessages.notSaved) };
  }
}

async function fromTemplate(api: Client, input: SendingInput, request: Request): Promise<SendingInput> {
  const wanted = new URL(request.url).searchParams.get('modelo');
  const part = wanted ? await settle(api(listTemplates)) : null;
  const template = part?.ok ? part.data.find((each) => String(each.id) === wanted) : undefined;
  return template ? withTemplate(input, template) : input;
}

/** What was written stays, beside what somebody else saved meanwhile: sent once more, it is meant. */
async function collided(api: Client, sending: Sending, initial: SendingInput, error: ApiError): Promise<WritePage> {
  const theirs = await settle(findSending(api, String(sending.id)));
  const newest = theirs.ok ? theirs.data : sending;
  const fields: Record<string, string> =
    error.code === 'changed' ? { version: `${newest.title} — ${newest.body}` } : {};
  const problem = error.code === 'changed' ? panelMessages.conflict : error.detail;
  return { sending: newest, initial, refused: { problem, fields } };
}

export interface SendPage {
  sending: Sending;
  initial: SendingInput;
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
export async function serveSending(
  api: Client,
  id: string,
  request: Request,
  zone: string,
): Promise<SendPage | string> {
  const sending = await findSending(api, id);
  const initial = openInput(sending, new Date());
  const page = (more: Partial<SendPage> = {}): SendPage => ({
    sending,
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
    ...(Object.keys(problems).length === 0 && timesToSave(times, sending)),
    audience: audienceFrom(form),
    respect_quiet_hours: form.get('respect_quiet_hours') === 'sim',
  });
  const refuse = (refused: Refused, reach: Reach | null = null) => page({ initial: chosen, plan, reach, refused });
  let saved: Sending;
  try {
    saved = await save(api, sending, chosen, textIn(form, 'version'));
  } catch (error) {
    return refuse(refusedBy(error, panelMessages.notSaved));
  }
  const asked = textIn(form, 'busca') || textIn(form, 'busca_fora');
  if (action === 'buscar') return push.send(id, { busca: asked });
  const reach = await reachOf(api, chosen);
  const now = { sending: saved, initial: chosen, plan, reach };
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

async function tested(api: Client, { id }: Sending): Promise<Pick<SendPage, 'done' | 'refused'>> {
  try {
    const { counts } = await api(sendSending, { body: { id, test: true } }, { idempotencyKey: crypto.randomUUID() });
    if (counts.devices > 0) return { done: panelMessages.tested(counts.devices), refused: null };
    return { done: null, refused: { problem: panelMessages.testedNone, fields: {} } };
  } catch (error) {
    return { done: null, refused: refusedBy(error, panelMessages.notTested) };
  }
}

/** Goes out under the key that was drawn with the number of people; another number by now is shown first. */
async function confirmed(api: Client, page: SendPage, form: FormData): Promise<SendPage | string> {
  const { sending } = page;
  const { id } = sending;
  // Nothing but the time that was saved, or now.
  const at = textIn(form, 'em') === '' ? null : (sending.scheduled_at ?? null);
  const key = textIn(form, 'chave') || crypto.randomUUID();
  const isOpen = sending.status === 'rascunho' || sending.status === 'agendada';
  const reach = isOpen ? await reachOf(api, sending) : null;
  if (reach && String(reach.people) !== textIn(form, 'pessoas')) {
    return { ...page, reach, confirm: { key, at }, refused: { problem: panelMessages.reachChanged, fields: {} } };
  }
  try {
    await api(sendSending, { body: { id, ...(at && { scheduled_at: at }) } }, { idempotencyKey: key });
    return at ? push.list({ feito: 'agendada' }) : push.history(id);
  } catch (error) {
    return { ...page, reach, refused: refusedBy(error, panelMessages.notSent) };
  }
}

/** Serves what can be done with one message of a list. @returns where to go, or why it did not happen. */
export async function serveSendingList(api: Client, request: Request): Promise<{ to: string } | { problem: string }> {
  const form = await formOf(request);
  const id = textIn(form, 'id');
  const action = textIn(form, 'acao');
  try {
    if (action === 'duplicar') {
      const { scheduled_at: _at, repeat: _repeat, repeat_until: _until, ...kept } = inputOf(await findSending(api, id));
      return { to: push.create((await api(createSending, { body: kept })).id, { feito: 'copia' }) };
    }
    if (action === 'excluir') {
      await api(deleteSending, { params: { id } });
      return { to: push.list({ feito: 'excluida' }) };
    }
    if (action === 'cancelar') {
      await api(cancelSending, { params: { id } });
      return { to: push.list({ feito: 'cancelada' }) };
    }
    return { to: push.list() };
  } catch (error) {
    return { problem: refusedBy(error, panelMessages.notSaved).problem };
  }
}

/** Serves the page of one sending: another try for what failed, or its end. */
export async function serveHistory(
  api: Client,
  id: string,
  request: Request,
): Promise<{ to: string } | { problem: string }> {
  const form = await formOf(request);
  try {
    if (textIn(form, 'acao') === 'cancelar') {
      await api(cancelSending, { params: { id } });
      return { to: push.history(id, { feito: 'cancelada' }) };
    }
    const body = { id: Number(id), only_failed_of: Number(id) };
    await api(sendSending, { body }, { idempotencyKey: textIn(form, 'chave') || crypto.randomUUID() });
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
