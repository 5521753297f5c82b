import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { wholeOf } from '#lib/rules/forms/whole.ts';
import { bonusMessages } from '#lib/words/club-panel.ts';
import { refuse } from '../refusal.ts';
import type { Sent, Verb } from '../submit.ts';
import { checkWhole } from '../whole.ts';

/** What the page shows before a bonus is given. */
export interface BonusStep {
  step: 'check' | 'write';
  values: Readonly<Record<string, string>>;
  fields: Readonly<Record<string, string>>;
  preview: AnswerOf<'club.previewBonus'> | null;
  /** The intent of a form that was refused: given again, it is the same bonus. */
  chave: string;
}

type Kind = 'todos' | 'unidade' | 'turma' | 'livro';

/** A choice of the form, such as `turma:12`, as the operation takes it. */
function targetOf({ grupo = '' }: Sent['values']): { alvo: Kind; alvo_id?: number } {
  if (grupo === 'todos') return { alvo: 'todos' };
  const [, kind, id] = /^(unidade|turma|livro):([1-9]\d{0,8})$/.exec(grupo) ?? [];
  if (!kind || !id) return refuse({ grupo: bonusMessages.noGroup });
  return { alvo: kind as Kind, alvo_id: Number(id) };
}

/** The forms of the page of bonuses: write, check, give, take back. */
export const bonusForms: Record<string, Verb<BonusStep>> = {
  conferir: async ({ api, values, key: { idempotencyKey: chave } }) => {
    const target = targetOf(values);
    checkWhole(values, ['pontos']);
    if (!values.motivo) refuse({ motivo: bonusMessages.noReason });
    const preview = await api.club.previewBonus({
      ...target,
      pontos: wholeOf(values.pontos) ?? 0,
      motivo: values.motivo,
    });
    return { done: { step: 'check', values, fields: {}, preview, chave } };
  },
  corrigir: ({ values, key: { idempotencyKey: chave } }) =>
    Promise.resolve({ done: { step: 'write', values, fields: {}, preview: null, chave } }),
  dar: async ({ api, values, key }) => {
    checkWhole(values, ['pontos', 'pessoas']);
    const body = {
      ...targetOf(values),
      pontos: wholeOf(values.pontos) ?? 0,
      motivo: values.motivo ?? '',
      expira_em: values.expira_em || null,
      pessoas_vistas: wholeOf(values.pessoas) ?? 0,
      repetir: values.repetir === 'sim',
    };
    await api.club.createBonus(body, key);
    return routes.manager.clubBonuses({ feito: 'criar' });
  },
  desfazer: async ({ api, values, key }) => {
    await api.club.undoBonus({ id: values.id ?? '' }, key);
    return routes.manager.clubBonuses({ feito: 'desfazer' });
  },
};

/** The form asks for one group. */
export const bonusNames = { nameOf: (field: string) => (field.startsWith('alvo') ? 'grupo' : field) };
