import { ApiError } from '#lib/api/client.ts';
import { uploadCampaignPicture, validateQrCode } from '#lib/contract/travel.ts';
import { routes } from '#lib/routes.ts';
import { wholeOf } from '#lib/rules/forms/whole.ts';
import { instantAt } from '#lib/rules/time/instants.ts';
import { pictureOf } from '../file.ts';
import { refuse } from '../refusal.ts';
import type { Sent, Verb } from '../submit.ts';
import { checkWhole } from '../whole.ts';

/** Day and hour of the event by the school's clock. */
function eventOf({ evento_dia: day, evento_hora: clock }: Sent['values'], timeZone: string): string | null {
  if (!day && !clock) return null;
  if (!day) return refuse({ evento_dia: 'Diga também o dia' });
  if (!clock) return refuse({ evento_hora: 'Diga também a hora' });
  return instantAt(day, clock, timeZone) ?? refuse({ evento_dia: 'Confira o dia e a hora' });
}

function campaignOf(values: Sent['values'], timeZone: string) {
  checkWhole(values, ['max_acompanhantes'], ['vagas']);
  return {
    nome: values.nome ?? '',
    destino: values.destino ?? '',
    descricao: values.descricao ?? '',
    regulamento: values.regulamento ?? '',
    pagina: (values.pagina || null) as 'knn-orlando' | null,
    inicio: values.inicio ?? '',
    fim: values.fim ?? '',
    evento_em: eventOf(values, timeZone),
    local: values.local ?? '',
    vagas: wholeOf(values.vagas),
    max_acompanhantes: wholeOf(values.max_acompanhantes) ?? 0,
  };
}

/** @param timeZone the zone of its days */
export const makeCampaign =
  (timeZone: string): Verb =>
  async ({ api, values }) => {
    const { id } = await api.travel.createCampaign(campaignOf(values, timeZone));
    return routes.manager.campaign(id, { feito: 'criada' });
  };

/** The actions of a campaign's page. @param timeZone the zone of its days */
export const campaignForms = (id: string, timeZone: string): Record<string, Verb> => ({
  imagem: async (sent) => {
    await sent.api(uploadCampaignPicture, { params: { id }, body: pictureOf(sent) });
    return routes.manager.campaign(id, { feito: 'imagem' });
  },
  publicar: async ({ api, values }) => {
    await api.travel.publishCampaign({ id, publicada: values.publicada === 'sim' });
    return routes.manager.campaign(id, { feito: 'publicar' });
  },
  outra: async ({ api, values }) => {
    const { atualizada_em } = values;
    const body = { ...campaignOf(values, timeZone), ...(atualizada_em && { atualizada_em }) };
    await api.travel.updateCampaign({ id, ...body });
    return routes.manager.campaign(id, { feito: 'salvar' });
  },
});

/** Makes tickets in bulk, once for the form's key. */
export const makeBatch =
  (id: number): Verb =>
  async ({ api, values, key }) => {
    checkWhole(values, ['quantidade']);
    const body = { quantidade: wholeOf(values.quantidade) ?? 0, rotulo: values.rotulo ?? '' };
    await api.travel.makeTickets({ id, ...body }, key);
    return routes.manager.campaignTickets(id, { feito: 'feitos' });
  };

/** Lets a person in by the list, or removes them from it. @param hrefOf the list after the action */
export const participantForms = (hrefOf: (feito: string) => string): Record<string, Verb> => ({
  cancelar: async ({ api, values: { id = '', motivo = '' } }) => {
    await api.travel.cancelParticipation({ id, motivo });
    return hrefOf('cancelada');
  },
  outra: async ({ api, values: { id = '' } }) => {
    const result = await api(validateQrCode, { params: { id }, body: {} });
    if (!result.valido) throw new ApiError(409, { detail: result.detail });
    return hrefOf('entrou');
  },
});
