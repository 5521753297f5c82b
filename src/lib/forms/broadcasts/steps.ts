import { ApiError, type CallOptions, type Client } from '#lib/api/client.ts';
import { failureOf } from '#lib/api/part.ts';
import type { Audience, Broadcast, BroadcastInput, Reach, SavedAudience } from '#lib/contract/broadcasts.schema.ts';
import { createBroadcast, listBroadcasts, sendBroadcast, updateBroadcast } from '#lib/contract/broadcasts.ts';
import type { AnswerOf, InputOf, OperationName } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { audienceQuery, isChosen } from '#lib/rules/broadcasts/broadcast-form.ts';
import { afterRefusal } from '#lib/rules/broadcasts/draft-rule.ts';
import { notFound, panelMessages } from '#lib/words/broadcasts-panel.ts';
import { reachesNobody } from '#lib/words/broadcasts-reach.ts';
import { refuse } from '../refusal.ts';

/** The steps of a message, the same with and without a script: save, count, review, try out, send. */

type Ask<Name extends OperationName> = (input: InputOf<Name>, options?: CallOptions) => Promise<AnswerOf<Name>>;

/** The operations that the steps call: those of a page, or of an island’s store. */
export interface StepOperations {
  broadcasts: {
    previewAudience: Ask<'broadcasts.previewAudience'>;
    createTemplate: Ask<'broadcasts.createTemplate'>;
    createAudience: Ask<'broadcasts.createAudience'>;
    updateAudience: Ask<'broadcasts.updateAudience'>;
  };
}

export type Counted = Pick<
  BroadcastInput,
  'audience' | 'category' | 'title' | 'body' | 'urgency' | 'by_mail' | 'by_whatsapp'
>;

/** One message of the own school; there is no call by id (MANAGER-03). @throws ApiError 404 */
export async function findBroadcast(api: Client, id: number | string): Promise<Broadcast> {
  const found = (await api(listBroadcasts, { query: { id } })).items[0];
  if (!found) throw new ApiError(404, { detail: notFound });
  return found;
}

/**
 * The result of a save: stored, refused because somebody else saved another text, or too late. `broadcast` is the current
 * state.
 */
export interface Saved {
  verdict: 'saved' | 'conflict' | 'closed';
  broadcast: Broadcast;
}

/**
 * Saves a message.
 *
 * @param base the version that the text is based on: an outdated version does not replace the newest. null for a new
 * message.
 * @throws ApiError if it could not be saved
 */
export async function saveBroadcast(
  api: Client,
  base: Pick<Broadcast, 'id' | 'version'> | null,
  input: BroadcastInput,
): Promise<Saved> {
  if (!base) return { verdict: 'saved', broadcast: await api(createBroadcast, { body: input }) };
  try {
    const body = { ...input, id: base.id, version: base.version };
    return { verdict: 'saved', broadcast: await api(updateBroadcast, { body }) };
  } catch (error) {
    if (failureOf(error).status !== 409) throw error;
    const broadcast = await findBroadcast(api, base.id);
    const verdict = afterRefusal(input, broadcast);
    return { verdict: verdict === 'same' ? 'saved' : verdict, broadcast };
  }
}

/** Whom a message reaches; null if no audience is chosen. @throws ApiError */
export async function countReach(api: StepOperations, of: Counted, options?: CallOptions): Promise<Reach | null> {
  if (!isChosen(of.audience)) return null;
  return api.broadcasts.previewAudience(audienceQuery(of.audience, of.category, of), options);
}

/** The message to be confirmed; `at` is null for now. */
export interface Reviewed {
  broadcast: Broadcast;
  reach: Reach;
  at: string | null;
}

interface Choice {
  audience: BroadcastInput['audience'];
  /** Problems with the time, by field. */
  problems: Readonly<Record<string, string>>;
  at: string | null | undefined;
}

/**
 * Saves, counts, and then asks for confirmation.
 *
 * @param save returns null if saving failed and the page already shows why
 * @returns what the manager must confirm; null if it was not saved
 * @throws ApiError with the reason why it may not be sent
 */
export async function review(
  { audience, problems, at }: Choice,
  save: () => Promise<Broadcast | null>,
  count: (saved: Broadcast) => Promise<Reach | null>,
): Promise<Reviewed | null> {
  if (!isChosen(audience)) throw new ApiError(422, { detail: panelMessages.nobody });
  if (Object.keys(problems).length > 0) refuse(problems);
  const broadcast = await save();
  const reach = broadcast && (await count(broadcast));
  if (!broadcast) return null;
  if (!reach) throw new ApiError(503, { detail: panelMessages.noReach });
  if (reach.people === 0) throw new ApiError(422, { detail: reachesNobody });
  return { broadcast, reach, at: at ?? null };
}

/** Sends to the user's own devices only. @returns the message to show @throws ApiError, also without a known device */
export async function sendTest(api: Client, id: number, idempotencyKey: string): Promise<string> {
  const { counts } = await api(sendBroadcast, { body: { id, test: true } }, { idempotencyKey });
  if (counts.devices === 0) throw new ApiError(422, { detail: panelMessages.testedNone });
  return panelMessages.tested(counts.devices);
}

/**
 * Sends now (`at` is null) or at its time; under one key it is sent once. @returns the page that shows it @throws
 * ApiError
 */
export async function sendOut(api: Client, id: number, at: string | null, idempotencyKey: string): Promise<string> {
  await api(sendBroadcast, { body: { id, ...(at && { scheduled_at: at }) } }, { idempotencyKey });
  return at ? routes.manager.push.list({ feito: 'agendada' }) : routes.manager.push.history(id);
}

/** Saves a text as a template. @throws ApiError */
export async function keepTemplate(api: StepOperations, nome: string, of: BroadcastInput): Promise<void> {
  if (nome.trim() === '') refuse({ nome: panelMessages.missing.nome });
  const { title, body, link, category } = of;
  await api.broadcasts.createTemplate({ nome, title, body, link, category });
}

/** Saves a named audience, or changes a saved one. @param id of the audience to change @throws ApiError */
export async function saveAudience(
  api: StepOperations,
  nome: string,
  audience: Audience,
  id?: number,
): Promise<SavedAudience> {
  if (nome.trim() === '') refuse({ nome: panelMessages.missing.publico });
  const body = { nome: nome.trim(), audience };
  return id === undefined ? api.broadcasts.createAudience(body) : api.broadcasts.updateAudience({ id, ...body });
}
