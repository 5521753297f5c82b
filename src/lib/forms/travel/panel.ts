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
import { type RefusedForm, wholeOf } from '#lib/rules/forms/refused-form.ts';
import { instantAt } from '#lib/rules/time/zone-time.ts';
import { formWords } from '#lib/words/forms.ts';
import { attempt, attemptPicture, checkWhole, type Texts } from '../attempt.ts';

type Outcome = Promise<RefusedForm | null>;

const refuse = (fields: Record<string, string>): never => {
  throw new ApiError(422, { fields });
};

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
    checkWhole(texts, ['max_acompanhantes'], ['vagas']);
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
    const { atualizada_em } = texts;
    const change = { ...body, ...(atualizada_em && { atualizada_em }) };
    saved = (
      await (id === null ? api(createCampaign, { body }) : api(updateCampaign, { params: { id }, body: change }))
    ).id;
  });
  return refused ?? { id: saved };
}

export const setPublished = (api: Client, id: string, form: FormData): Outcome =>
  attempt(form, ({ publicada }) => api(publishCampaign, { params: { id }, body: { publicada: publicada === 'sim' } }));

export const saveCampaignPicture = (api: Client, id: string, form: FormData): Outcome =>
  attemptPicture(form, (body) => api(uploadCampaignPicture, { params: { id }, body }));

/** Makes tickets in bulk, once for the key that the form brings. */
export const makeBatch = (api: Client, id: string, form: FormData): Outcome =>
  attempt(form, async (texts) => {
    checkWhole(texts, ['quantidade']);
    const body = { quantidade: wholeOf(texts.quantidade) ?? 0, rotulo: texts.rotulo ?? '' };
    await api(makeTickets, { params: { id }, body }, { idempotencyKey: texts.chave ?? '' });
  });

/** Lets somebody in by the list, or takes somebody off it. */
export const workOnParticipant = (api: Client, form: FormData): Outcome =>
  attempt(form, async ({ acao, id = '', motivo = '' }) => {
    if (acao === 'cancelar') return api(cancelParticipation, { params: { id }, body: { motivo } });
    const result = await api(validateQrCode, { params: { id }, body: {} });
    if (!result.valido) throw new ApiError(409, { detail: result.detail ?? formWords.notSaved });
    return result;
  });
