import type { Selectable } from 'kysely';
import type { Indicacao, Resgate, Reward, Transaction } from '#lib/contract/club.schema.ts';
import { maskName } from '#lib/format/text.ts';
import type { Schema } from '../tables.ts';
import type { EntryRow } from './points.ts';
import type { rewardColumns } from './queries.ts';

export type RewardRow = Selectable<Schema['rewards']>;
/** The columns of a reward that members see. */
export type OfferedReward = Pick<RewardRow, (typeof rewardColumns)[number]>;
export type RedemptionRow = Selectable<Schema['redemptions']>;
export type ReferralRow = Selectable<Schema['referrals']>;
export type ReferralStep = Pick<Selectable<Schema['referral_history']>, 'referral_id' | 'status' | 'em'>;

export const presentEntry = (row: EntryRow): Transaction => ({
  id: row.id,
  tipo: row.tipo,
  origem: row.origem as Transaction['origem'],
  descricao: row.descricao,
  pontos: row.pontos,
  saldo_apos: row.saldo_apos,
  status: row.status,
  criado_em: row.criado_em,
  expira_em: row.expira_em,
  referencia: row.referencia === null ? null : (JSON.parse(row.referencia) as Transaction['referencia']),
  nota: row.nota,
  estorno_de: row.estorno_de,
});

/** @param saldo the user's balance. @param today `YYYY-MM-DD` */
export const presentReward = (row: OfferedReward, saldo: number, today: string): Reward => ({
  id: row.id,
  nome: row.nome,
  descricao: row.descricao,
  imagem_url: row.imagem_url,
  categoria: row.categoria,
  pontos: row.pontos,
  estoque: row.estoque,
  limite_por_aluno: row.limite_por_aluno,
  disponivel: isOffered(row, today) && (row.estoque === null || row.estoque > 0) && !lacksWorth(row),
  falta_pontos: Math.max(0, row.pontos - saldo),
  entrega: row.entrega,
  regras: row.regras,
  valido_ate: row.valido_ate,
  desconto_centavos: row.desconto_centavos,
  retirada_dias: row.entrega === 'escola' ? row.retirada_dias : null,
});

/** A discount whose amount the school has not yet set. */
export const lacksWorth = ({ entrega, desconto_centavos }: OfferedReward): boolean =>
  entrega === 'desconto' && desconto_centavos === null;

/** Whether the catalogue shows a reward on a day: not archived, and within its days. @param today `YYYY-MM-DD` */
export const isOffered = ({ ativo, valido_de, valido_ate }: OfferedReward, today: string): boolean =>
  ativo && (valido_de === null || valido_de <= today) && (valido_ate === null || valido_ate >= today);

/** Whether the member collects it at the counter. */
const isPickedUp = ({ status, desconto_centavos }: RedemptionRow, { entrega }: Reward): boolean =>
  status !== 'cancelado' && entrega === 'escola' && desconto_centavos === null;

/** @param bill the bill with the discount. */
export const presentRedemption = (row: RedemptionRow, reward: Reward, bill?: Resgate['parcela']): Resgate => ({
  id: row.id,
  reward,
  pontos: row.pontos,
  status: row.status,
  codigo_retirada: isPickedUp(row, reward) ? row.codigo_retirada : null,
  pedido_em: row.pedido_em,
  entregue_em: row.entregue_em,
  pode_cancelar: row.status === 'solicitado',
  motivo: row.motivo,
  codigo_digital: row.codigo_digital,
  desconto_centavos: row.desconto_centavos,
  parcela: bill ?? null,
  retirar_ate: isPickedUp(row, reward) ? row.retirar_ate : null,
});

export const presentReferral = (row: ReferralRow, steps: readonly ReferralStep[]): Indicacao => ({
  id: row.id,
  nome_mascarado: maskName(row.nome),
  status: row.status,
  pontos_previstos: row.pontos_previstos,
  criado_em: row.criado_em,
  historico: steps.filter(({ referral_id }) => referral_id === row.id).map(({ status, em }) => ({ status, em })),
  motivo: row.motivo,
});
