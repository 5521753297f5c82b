import { ApiError, type Client } from '#lib/api/client.ts';
import type { SaidScan } from '#lib/contract/travel.schema.ts';
import { joinCampaign, leaveCampaign, scanTicket } from '#lib/contract/travel.ts';
import { type RefusedForm, textsOf } from '#lib/rules/forms/refused-form.ts';
import { companionFields, MAX_ROWS } from '#lib/rules/travel/campaign-form.ts';
import { travelMessages } from '#lib/words/travel.ts';

/** Joins or leaves a campaign, as the form says. @returns null once it is done, else the form with its errors */
export async function takeCampaignForm(api: Client, id: number, form: FormData): Promise<RefusedForm | null> {
  const values = textsOf(form);
  const isLeaving = values.acao === 'cancelar';
  try {
    if (isLeaving) await api(leaveCampaign, { params: { id } });
    else return await join(api, id, values);
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { problem: error.detail || travelMessages[isLeaving ? 'notLeft' : 'notJoinedNow'], fields: {}, values };
  }
}

async function join(api: Client, campaign_id: number, values: Record<string, string>): Promise<RefusedForm | null> {
  const rows = Array.from({ length: MAX_ROWS }, (_, row) => {
    const names = companionFields(row);
    return { row, nome: values[names.nome], cpf: values[names.cpf], birth_date: values[names.birth_date] };
  }).filter(({ nome, cpf, birth_date }) => nome || cpf || birth_date);
  const refused = (problem: string, fields: Record<string, string>) => ({ problem, fields, values });
  if (!values.aceite) return refused(travelMessages.rulesMissing, { aceite: travelMessages.rulesMissing });
  try {
    await api(joinCampaign, {
      body: {
        campaign_id,
        acompanhantes: rows.map(({ nome = '', cpf, birth_date }) => ({
          nome,
          ...(cpf && { cpf }),
          ...(birth_date && { birth_date }),
        })),
        aceite_regulamento: true,
      },
    });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 422) throw error;
    // Blank rows are not sent: a message goes back to the row that was meant.
    const fields = Object.entries(error.fields).flatMap(([name, message]) => {
      const [, index, part] = /^acompanhantes\.(\d+)\.(nome|cpf|birth_date)$/.exec(name) ?? [];
      const row = rows[Number(index)]?.row;
      return row === undefined ? [] : [[companionFields(row)[part as 'nome'], message] as const];
    });
    const problem = fields.length > 0 ? travelMessages.checkCompanions : error.detail;
    return refused(problem || travelMessages.notJoinedNow, Object.fromEntries(fields));
  }
}

/** Checks a code that somebody typed. @returns what became of it, or a message where it could not be asked */
export async function checkTypedCode(api: Client, form: FormData, campanha?: number): Promise<SaidScan | string> {
  const { codigo: texto, chave } = textsOf(form);
  if (!texto) return 'Digite o código que está abaixo do QR code.';
  try {
    return await api(scanTicket, {
      body: { texto, ...(campanha && { campaign_id: campanha }), ...(chave && { chave }) },
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.detail || 'Não foi possível conferir agora. Tente de novo em instantes.';
  }
}
