import { ApiError } from '#lib/api/client.ts';
import type { ManagedReward } from '#lib/contract/club.schema.ts';
import { creditReferralEnrolment, uploadRewardPicture } from '#lib/contract/club.ts';
import { hundredthsOf } from '#lib/format/typed-amount.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import type { PageApi } from '#lib/page/page-session.ts';
import { routes } from '#lib/routes.ts';
import { wholeOf } from '#lib/rules/forms/whole.ts';
import { clubPanelMessages } from '#lib/words/club.ts';
import { codeMessages } from '#lib/words/club-panel.ts';
import { pictureOf } from '../file.ts';
import { refuse } from '../refusal.ts';
import type { Sent, Verb } from '../submit.ts';
import { checkWhole } from '../whole.ts';

export type ManagedReferral = AnswerOf<'club.listReferrals'>['items'][number];
export type ClubFigures = AnswerOf<'club.getClubFigures'>;

/** Records the result of a referral; an enrolment credits its points. @param hrefOf the list after the action */
export const moveReferral =
  (hrefOf: (feito: string) => string): Verb =>
  async (sent) => {
    const { api, values, key } = sent;
    const { id = '', status = '', motivo } = values;
    if (status === 'matriculada') await confirmReferral(sent);
    else if (status === 'creditada') await creditContract(sent);
    else {
      const body = { status: status as 'em_contato', ...(motivo && { motivo }) };
      await api.club.setReferralStatus({ id, ...body }, key);
    }
    return hrefOf(status);
  };

function confirmReferral({ api, values: { id = '', aluno, aluno_user_id }, key }: Sent) {
  // A student named by hand has priority over one who was found.
  const body = aluno ? { aluno } : { aluno_user_id: wholeOf(aluno_user_id) ?? undefined };
  return api.club.confirmReferralEnrolment({ id, ...body }, key);
}

const creditContract = (sent: Sent) => creditEnrolment(sent, { indicacao_id: Number(sent.values.id) });

async function creditEnrolment(
  { api, values, key }: Sent,
  whose: { indicacao_id: number } | { indicador_user_id: number },
): Promise<void> {
  checkWhole(values, ['contrato_id'], ['pontos']);
  const points = wholeOf(values.pontos);
  const body = { ...whose, contrato_id: wholeOf(values.contrato_id) ?? 0 };
  await api(creditReferralEnrolment, { body: { ...body, ...(points !== null && { pontos: points }) } }, key);
}

/** Credits a member for an enrolment, where the portal keeps no list of referrals. */
export const creditMember: Verb = async (sent) => {
  await creditEnrolment(sent, { indicador_user_id: Number(sent.values.pessoa) });
  return routes.manager.club({ feito: 'creditada' });
};

export const saveRule: Verb = async ({ api, values }) => {
  const { codigo = '', periodo, limite, validade_dias, ativo } = values;
  checkWhole(values, ['pontos'], ['limite', 'validade_dias']);
  const body = {
    pontos: wholeOf(values.pontos) ?? 0,
    periodo: periodo as 'dia',
    limite: wholeOf(limite),
    validade_dias: wholeOf(validade_dias),
    ativo: ativo === 'sim',
  };
  await api.club.updatePointRule({ codigo: codigo as 'presenca', ...body });
  return routes.manager.clubRules({ feito: codigo });
};

/** Says what 1,000 points are worth to the school. */
export const saveWorth: Verb = async ({ api, values: { mil_pontos = '' } }) => {
  const centavos = hundredthsOf(mil_pontos);
  if (centavos === null && mil_pontos !== '') refuse({ mil_pontos: clubPanelMessages.amountMissing });
  await api.club.setPointsWorth({ mil_pontos_centavos: centavos });
  return routes.manager.club({ feito: 'valor' });
};

const SOME = 100;

/** One reward of the panel, on any page of the list. @throws ApiError 404 */
export async function findReward(api: PageApi, id: string): Promise<ManagedReward> {
  for (let offset = 0, total = 1; offset < total; offset += SOME) {
    const page = await api.club.listManagedRewards({ limit: SOME, offset });
    const found = page.items.find((reward) => String(reward.id) === id);
    if (found) return found;
    total = page.total;
  }
  throw new ApiError(404, { detail: clubPanelMessages.noReward });
}

/**
 * The centavos of a discount, null without a value. @throws ApiError as the server would, for a text that is no amount
 */
function discountOf(text = ''): number | null {
  const centavos = hundredthsOf(text);
  if (centavos !== null || text === '') return centavos;
  return refuse({ desconto_reais: clubPanelMessages.amountMissing });
}

function rewardOf(values: Sent['values']) {
  checkWhole(values, ['pontos'], ['estoque', 'limite_por_aluno', 'retirada_dias']);
  return {
    nome: values.nome ?? '',
    descricao: values.descricao ?? '',
    categoria: values.categoria ?? '',
    pontos: wholeOf(values.pontos) ?? 0,
    estoque: wholeOf(values.estoque),
    limite_por_aluno: wholeOf(values.limite_por_aluno),
    entrega: values.entrega as 'escola',
    regras: values.regras ?? '',
    valido_de: values.valido_de || null,
    valido_ate: values.valido_ate || null,
    desconto_centavos: discountOf(values.desconto_reais),
    retirada_dias: wholeOf(values.retirada_dias),
  };
}

export const makeReward: Verb = async ({ api, values }) => {
  const { id } = await api.club.createReward(rewardOf(values));
  return `${routes.manager.clubReward(id)}?feito=criada`;
};

/** The actions of a reward's page. */
export const rewardForms = (id: string): Record<string, Verb> => ({
  imagem: async (sent) => {
    await sent.api(uploadRewardPicture, { params: { id }, body: pictureOf(sent) });
    return `${routes.manager.clubReward(id)}?feito=imagem`;
  },
  arquivar: async ({ api, values }) => {
    await api.club.archiveReward({ id, ativo: values.ativo === 'sim' });
    return `${routes.manager.clubReward(id)}?feito=arquivar`;
  },
  codigos: async ({ api, values, form }) => {
    const file = form.get('arquivo');
    const text = file instanceof File && file.size > 0 ? await file.text() : (values.codigos ?? '');
    if (text.trim() === '') refuse({ codigos: codeMessages.none });
    const { novos, repetidos } = await api.club.addRewardCodes({ id, codigos: text });
    const told = { feito: 'codigos', novos: String(novos), repetidos: repetidos.slice(0, 50).join(',') };
    return `${routes.manager.clubReward(id)}?${new URLSearchParams(told)}`;
  },
  descartar: async ({ api }) => {
    await api.club.discardRewardCodes({ id });
    return `${routes.manager.clubReward(id)}?feito=descartar`;
  },
  outra: async ({ api, values }) => {
    await api.club.updateReward({ id, ...rewardOf(values) });
    return `${routes.manager.clubReward(id)}?feito=salvar`;
  },
});

/** The form asks for a discount in reais, and the operation takes centavos. */
export const rewardNames = (field: string) => (field === 'desconto_centavos' ? 'desconto_reais' : field);
