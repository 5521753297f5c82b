import { ApiError, type Client } from '#lib/api/client.ts';
import {
  cancelParticipation,
  createCampaign,
  makeTickets,
  publishCampaign,
  updateCampaign,
  uploadCampaignPicture,
  validateQrCode,
} from '#lib/contract/travel.ts';
import { managerMessages } from '#lib/messages/manager.ts';
import { type RefusedForm, wholeOf } from '#lib/refused-form.ts';
import { instantAt } from '#lib/zone-time.ts';
import { attempt, type Texts } from './attempt.ts';

type Outcome = Promise<RefusedForm | null>;

const PICTURE_BYTES = 2 * 1024 * 1024;
const refuse = (fields: Record<string, string>): never => {
  throw new ApiError(422, { fields });
};

/** Sent as JSON, what is no number would arrive as nothing. */
function wholes(texts: Texts, required: readonly string[], optional: readonly string[] = []): void {
  const wrong = [...required, ...optional].filter((name) => {
    const number = wholeOf(texts[name]);
    return Number.isNaN(number) || (number === null && required.includes(name));
  });
  if (wrong.length > 0) refuse(Object.fromEntries(wrong.map((name) => [name, managerMessages.wholeMissing])));
}

/** Day and hour of the event, as clocks of the school show them. */
function eventOf({ evento_dia: day, evento_hora: clock }: Texts, timeZone: string): string | null {
  if (!day && !clock) return null;
  if (!day) return refuse({ evento_dia: 'Diga também o dia' });
  if (!clock) return refuse({ evento_hora: 'Diga também a hora' });
  return instantAt(day, clock, timeZone) ?? refuse({ evento_dia: 'Confira o dia e a hora' });
}

/** @param id of the campaign; null makes a new one. @param timeZone that its days are of */
export async function saveCampaign(
  api: Client,
  id: string | null,
  form: FormData,
  timeZone: string,
): Promise<{ id: number } | RefusedForm> {
  let saved = 0;
  const refused = await attempt(form, async (texts) => {
    wholes(texts, ['max_acompanhantes'], ['vagas']);
    const body = {
      nome: texts.nome ?? '',
      destino: texts.destino ?? '',
      descricao: texts.descricao ?? '',
      regulamento: texts.regulamento ?? '',
      pagina: (texts.pagina || null) as 'knn-orlando' | null,
      inicio: texts.inicio ?? '',
      fim: texts.fim ?? '',
      evento_em: eventOf(texts, timeZone),
      local: texts.local ?? '',
      vagas: wholeOf(texts.vagas),
      max_acompanhantes: wholeOf(texts.max_acompanhantes) ?? 0,
    };
    saved = (await (id === null ? api(createCampaign, { body }) : api(updateCampaign, { params: { id }, body }))).id;
  });
  return refused ?? { id: saved };
}

export const setPublished = (api: Client, id: string, form: FormData): Outcome =>
  attempt(form, ({ publicada }) => api(publishCampaign, { params: { id }, body: { publicada: publicada === 'sim' } }));

export async function saveCampaignPicture(api: Client, id: string, form: FormData): Outcome {
  const file = form.get('file');
  const refused = (words: string): RefusedForm => ({ problem: words, fields: { file: words }, values: {} });
  if (!(file instanceof File) || file.size === 0) return refused(managerMessages.pictureMissing);
  if (file.size > PICTURE_BYTES) return refused(managerMessages.pictureTooLarge);
  const body = new FormData();
  body.set('file', file);
  return attempt(new FormData(), () => api(uploadCampaignPicture, { params: { id }, body }));
}

/** Makes tickets in bulk, once for the key that the form brings. */
export const makeBatch = (api: Client, id: string, form: FormData): Outcome =>
  attempt(form, async (texts) => {
    wholes(texts, ['quantidade']);
    const body = { quantidade: wholeOf(texts.quantidade) ?? 0, rotulo: texts.rotulo ?? '' };
    await api(makeTickets, { params: { id }, body }, { idempotencyKey: texts.chave ?? '' });
  });

/** Lets somebody in by the list, or takes somebody off it. */
export const workOnParticipant = (api: Client, form: FormData): Outcome =>
  attempt(form, async ({ acao, id = '', motivo = '' }) => {
    if (acao === 'cancelar') return api(cancelParticipation, { params: { id }, body: { motivo } });
    const result = await api(validateQrCode, { params: { id }, body: {} });
    if (!result.valido) throw new ApiError(409, { detail: result.detail });
    return result;
  });
