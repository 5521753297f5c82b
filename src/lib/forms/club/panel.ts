import { ApiError, type Client } from '#lib/api/client.ts';
import type { ManagedReward } from '#lib/contract/club.schema.ts';
import {
  adjustPoints,
  archiveReward,
  confirmReferralEnrolment,
  createReward,
  creditReferralEnrolment,
  listManagedRewards,
  reversePoints,
  setRedemptionStatus,
  setReferralStatus,
  updatePointRule,
  updateReward,
  uploadRewardPicture,
} from '#lib/contract/club.ts';
import { hundredthsOf } from '#lib/rules/exchange/quote-form.ts';
import { type RefusedForm, signedPoints, wholeOf } from '#lib/rules/forms/refused-form.ts';
import { clubPanelMessages } from '#lib/words/club.ts';
import { attempt, attemptPicture, checkWhole, type Texts } from '../attempt.ts';

/** What the forms of the club's panel do. Each answers null once it is done, else the form with its errors. */
type Outcome = Promise<RefusedForm | null>;

const keyOf = ({ chave }: Texts) => ({ idempotencyKey: chave ?? '' });

/** Moves a redemption on; refusing it returns the points. */
export const moveRedemption = (api: Client, form: FormData): Outcome =>
  attempt(form, (texts) =>
    api(
      setRedemptionStatus,
      {
        params: { id: texts.id ?? '' },
        body: {
          status: texts.status as 'aprovado',
          ...(texts.motivo && { motivo: texts.motivo }),
          ...(texts.codigo && { codigo: texts.codigo }),
        },
      },
      keyOf(texts),
    ),
  );

/** Says what became of a referral; an enrolment credits its points. */
export const moveReferral = (api: Client, form: FormData): Outcome =>
  attempt(form, (texts) => {
    if (texts.status === 'matriculada') {
      // A student who is named by hand wins over one who was found.
      const body = texts.aluno ? { aluno: texts.aluno } : { aluno_user_id: wholeOf(texts.aluno_user_id) ?? undefined };
      return api(confirmReferralEnrolment, { params: { id: texts.id ?? '' }, body }, keyOf(texts));
    }
    if (texts.status === 'creditada') {
      checkWhole(texts, ['contrato_id'], ['pontos']);
      const points = wholeOf(texts.pontos);
      const body = { indicacao_id: Number(texts.id), contrato_id: wholeOf(texts.contrato_id) ?? 0 };
      return api(
        creditReferralEnrolment,
        { body: { ...body, ...(points !== null && { pontos: points }) } },
        keyOf(texts),
      );
    }
    return api(
      setReferralStatus,
      {
        params: { id: texts.id ?? '' },
        body: { status: texts.status as 'em_contato', ...(texts.motivo && { motivo: texts.motivo }) },
      },
      keyOf(texts),
    );
  });

export const adjustMember = (api: Client, id: string, form: FormData): Outcome =>
  attempt(form, async (texts) => {
    checkWhole(texts, ['pontos']);
    const body = { pontos: signedPoints(texts), motivo: texts.motivo ?? '' };
    await api(adjustPoints, { params: { id }, body }, keyOf(texts));
  });

export const reverseEntry = (api: Client, form: FormData): Outcome =>
  attempt(form, (texts) =>
    api(reversePoints, { params: { id: texts.id ?? '' }, body: { motivo: texts.motivo ?? '' } }, keyOf(texts)),
  );

export const saveRule = (api: Client, form: FormData): Outcome =>
  attempt(form, async (texts) => {
    checkWhole(texts, ['pontos'], ['limite', 'validade_dias']);
    const body = {
      pontos: wholeOf(texts.pontos) ?? 0,
      periodo: texts.periodo as 'dia',
      limite: wholeOf(texts.limite),
      validade_dias: wholeOf(texts.validade_dias),
      ativo: texts.ativo === 'sim',
    };
    await api(updatePointRule, { params: { codigo: texts.codigo as 'presenca' }, body });
  });

const SOME = 100;

/** One reward of the panel, whichever page of the list it stands on. @throws ApiError 404 */
export async function findReward(api: Client, id: string): Promise<ManagedReward> {
  for (let offset = 0, total = 1; offset < total; offset += SOME) {
    const page = await api(listManagedRewards, { query: { limit: SOME, offset } });
    const found = page.items.find((reward) => String(reward.id) === id);
    if (found) return found;
    total = page.total;
  }
  throw new ApiError(404, { detail: clubPanelMessages.noReward });
}

/** The centavos of a discount, null where none is typed. @throws ApiError as the server would, for what is no amount */
function discountOf(text = ''): number | null {
  const centavos = hundredthsOf(text);
  if (centavos !== null || text === '') return centavos;
  throw new ApiError(422, { fields: { desconto_reais: clubPanelMessages.amountMissing } });
}

/** @param id of the reward; null makes a new one. */
export async function saveReward(
  api: Client,
  id: string | null,
  form: FormData,
): Promise<{ id: number } | RefusedForm> {
  let saved = 0;
  const refused = await attempt(form, async (texts) => {
    checkWhole(texts, ['pontos'], ['estoque', 'limite_por_aluno']);
    const body = {
      nome: texts.nome ?? '',
      descricao: texts.descricao ?? '',
      categoria: texts.categoria ?? '',
      pontos: wholeOf(texts.pontos) ?? 0,
      estoque: wholeOf(texts.estoque),
      limite_por_aluno: wholeOf(texts.limite_por_aluno),
      entrega: texts.entrega as 'escola',
      regras: texts.regras ?? '',
      valido_de: texts.valido_de || null,
      valido_ate: texts.valido_ate || null,
      desconto_centavos: discountOf(texts.desconto_reais),
    };
    saved = (await (id === null ? api(createReward, { body }) : api(updateReward, { params: { id }, body }))).id;
  });
  return refused ?? { id: saved };
}

export const setArchived = (api: Client, id: string, form: FormData): Outcome =>
  attempt(form, ({ ativo }) => api(archiveReward, { params: { id }, body: { ativo: ativo === 'sim' } }));

export const savePicture = (api: Client, id: string, form: FormData): Outcome =>
  attemptPicture(form, (body) => api(uploadRewardPicture, { params: { id }, body }));
