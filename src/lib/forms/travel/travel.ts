import { ApiError } from '#lib/api/client.ts';
import type { SaidScan } from '#lib/contract/travel.schema.ts';
import { joinCampaign } from '#lib/contract/travel.ts';
import { dayOf } from '#lib/format/typed-day.ts';
import { routes } from '#lib/routes.ts';
import { companionFields, MAX_ROWS } from '#lib/rules/travel/campaign-form.ts';
import { ANY_EVENT } from '#lib/rules/travel/check-in-list.ts';
import { travelMessages } from '#lib/words/travel.ts';
import { checkInMessages } from '#lib/words/travel-check-in.ts';
import { namedAs, refuse } from '../refusal.ts';
import type { Verb } from '../submit.ts';

export const leave =
  (id: number): Verb =>
  async ({ api }) => {
    await api.travel.leaveCampaign({ id });
    return routes.travel.campaign(id, { feito: 'cancelada' });
  };

/** Joins a campaign, with the companions in the filled rows. */
export const join =
  (campaign_id: number): Verb =>
  async ({ api, values }) => {
    if (!values.aceite) refuse({ aceite: travelMessages.rulesMissing });
    const rows = Array.from({ length: MAX_ROWS }, (_, row) => {
      const names = companionFields(row);
      return { names, nome: values[names.nome], cpf: values[names.cpf], birth_date: values[names.birth_date] };
    }).filter(({ nome, cpf, birth_date }) => nome || cpf || birth_date);
    const acompanhantes = rows.map(({ nome = '', cpf, birth_date }) => ({
      nome,
      ...(cpf && { cpf }),
      ...(birth_date && { birth_date: dayOf(birth_date) }),
    }));
    // Blank rows are not sent, so an error is mapped back to its row.
    const nameOf = (field: string) => {
      const [, index, part] = /^acompanhantes\.(\d+)\.(nome|cpf|birth_date)$/.exec(field) ?? [];
      return rows[Number(index)]?.names[part as 'nome'] ?? field;
    };
    await namedAs(nameOf, api(joinCampaign, { body: { campaign_id, acompanhantes, aceite_regulamento: true } }));
    return routes.travel.campaign(campaign_id, { feito: 'inscrito' });
  };

/** Checks a code typed at the door; the page shows the result. */
export const checkTypedCode =
  (campaign_id?: number): Verb<SaidScan> =>
  async ({ api, values: { codigo: texto }, key: { idempotencyKey: chave } }) => {
    const missing = campaign_id === ANY_EVENT ? checkInMessages.numberMissing : checkInMessages.codeMissing;
    if (!texto) throw new ApiError(422, { detail: missing });
    const body = { texto, ...(campaign_id && { campaign_id }), ...(chave && { chave }) };
    return { done: await api.travel.scanTicket(body) };
  };
