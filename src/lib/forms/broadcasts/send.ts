import { ApiError } from '#lib/api/client.ts';
import { partOf } from '#lib/api/part.ts';
import type { Broadcast, BroadcastInput, Reach, SavedAudience } from '#lib/contract/broadcasts.schema.ts';
import type { PageApi } from '#lib/page/page-session.ts';
import { routes } from '#lib/routes.ts';
import {
  audienceFrom,
  inputOf,
  isOpen,
  openInput,
  type Plan,
  planFrom,
  planOf,
  timesOf,
  timesToSave,
} from '#lib/rules/broadcasts/broadcast-form.ts';
import { panelMessages } from '#lib/words/broadcasts-panel.ts';
import type { Sent, Verb } from '../submit.ts';
import { countReach, findBroadcast, review, saveAudience, saveBroadcast, sendOut, sendTest } from './steps.ts';
import { baseOf, savedOrRefused } from './write.ts';

const { push } = routes.manager;

/** What the page that sends a message shows. Its form changes it: the choices stay, whatever the result. */
export interface SendPage {
  broadcast: Broadcast;
  initial: BroadcastInput;
  plan: Plan;
  reach: Reach | null;
  /** What the manager must confirm, and the idempotency key of the sending. */
  confirm: { key: string; at: string | null } | null;
}

/** Opens the page that sends a message. @throws ApiError 404 for a message that is not the school's */
export async function openSending(api: PageApi, id: string, zone: string): Promise<SendPage> {
  const broadcast = await findBroadcast(api, id);
  const initial = openInput(broadcast, new Date());
  const reach = isOpen(broadcast) ? await reachOf(api, initial) : null;
  return { broadcast, initial, plan: planOf(initial, zone), reach, confirm: null };
}

/** null also if counting failed. */
async function reachOf(api: PageApi, input: BroadcastInput): Promise<Reach | null> {
  const part = await partOf(countReach(api, input));
  return part.ok ? part.data : null;
}

type Step = Verb<string | null>;

/** The forms of the page: choose, count, try out, confirm. Each step of the plain form saves the draft first. */
export function sendForms(page: SendPage, zone: string): Readonly<Record<string, Step>> {
  const chosen =
    (step: (sent: Sent, saved: Broadcast, times: ReturnType<typeof timesOf>) => ReturnType<Step>): Step =>
    async (sent) => {
      page.plan = planFrom(sent.form);
      const times = timesOf(page.plan, zone, new Date());
      page.initial = chosenFrom(sent.form, page, times);
      const saved = await saveBroadcast(sent.api, baseOf(page.broadcast, sent.values.version), page.initial);
      savedOrRefused(saved, page);
      return step(sent, saved.broadcast, times);
    };
  const counted = (step: Parameters<typeof chosen>[0]): Step =>
    chosen(async (sent, saved, times) => {
      page.reach = await reachOf(sent.api, page.initial);
      return step(sent, saved, times);
    });
  return {
    voltar: async () => push.send(page.broadcast.id),
    confirmar: confirmed(page),
    buscar: chosen(async ({ values }) =>
      push.send(page.broadcast.id, { busca: values.busca || values.busca_fora || '' }),
    ),
    testar: counted(async ({ api }, { id }) => ({ done: await sendTest(api, id, crypto.randomUUID()) })),
    enviar: counted(async (_sent, saved, { times, problems }) => {
      const choice = { audience: page.initial.audience, problems, at: times.scheduled_at };
      const answer = await review(
        choice,
        async () => saved,
        async () => page.reach,
      );
      page.confirm = answer && { key: crypto.randomUUID(), at: answer.at };
      return { done: null };
    }),
    usar: chosen(async ({ api, values }, saved) => {
      const audience = (await storedAudience(api, values.publico)).audience;
      await saveBroadcast(api, saved, { ...page.initial, audience });
      return push.send(saved.id);
    }),
    trocar: chosen(async ({ api, values }, saved) => {
      const { id, nome } = await storedAudience(api, values.publico);
      await saveAudience(api, nome, page.initial.audience, id);
      return push.send(saved.id);
    }),
    excluir: async ({ api, values }) => {
      await api.broadcasts.deleteAudience({ id: (await storedAudience(api, values.publico)).id });
      return push.send(page.broadcast.id);
    },
    guardar: chosen(async ({ api, values }, saved) => {
      await saveAudience(api, values.nome ?? '', page.initial.audience);
      return push.send(saved.id);
    }),
    outra: counted(async () => ({ done: null })),
  };
}

/** The chosen saved audience. @throws ApiError 404 */
async function storedAudience(api: PageApi, id: string | undefined): Promise<SavedAudience> {
  const found = (await api.broadcasts.listAudiences()).find((each) => String(each.id) === id);
  if (!found) throw new ApiError(404, { detail: panelMessages.chooseAudience });
  return found;
}

function chosenFrom(
  form: FormData,
  { broadcast, initial }: SendPage,
  { times, problems }: ReturnType<typeof timesOf>,
): BroadcastInput {
  return inputOf({
    ...initial,
    ...(Object.keys(problems).length === 0 && timesToSave(times, broadcast)),
    audience: audienceFrom(form),
    respect_quiet_hours: form.get('respect_quiet_hours') === 'sim',
    by_mail: form.get('by_mail') === 'sim',
    by_whatsapp: form.get('by_whatsapp') === 'sim',
  });
}

/**
 * Sends under the key that was issued with the number of people. If the number has changed, the page shows it first.
 */
const confirmed =
  (page: SendPage): Step =>
  async ({ api, values, key }) => {
    const { broadcast, reach } = page;
    // Only the saved time, or now.
    const at = values.em ? (broadcast.scheduled_at ?? null) : null;
    if (reach && String(reach.people) !== values.pessoas) {
      page.confirm = { key: key.idempotencyKey, at };
      throw new ApiError(409, { detail: panelMessages.reachChanged });
    }
    return sendOut(api, broadcast.id, at, key.idempotencyKey);
  };
