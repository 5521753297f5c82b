import { partOf } from '#lib/api/part.ts';
import { routes } from '#lib/routes.ts';
import { signedPoints } from '#lib/rules/club/signed-points.ts';
import { clubPanelMessages } from '#lib/words/club.ts';
import { formWords } from '#lib/words/forms.ts';
import { refuse } from '../refusal.ts';
import type { Refused, Sent, Verb } from '../submit.ts';

/** An adjustment before it is made: its form again, or its effect, to be confirmed. */
export interface AskedAdjustment extends Pick<Refused, 'values' | 'fields' | 'chave'> {
  step: 'form' | 'check';
  problem: string | null;
}

/**
 * The forms of a member's page. Points move only after the page showed the balance before and after. If the balance
 * changes in between, the page shows it again.
 */
export const memberForms = (id: string): Record<string, Verb<AskedAdjustment>> => ({
  estornar: async ({ api, values, key }) => {
    await api.club.reversePoints({ id: values.id ?? '', motivo: values.motivo ?? '' }, key);
    return routes.manager.clubMember(id, { feito: 'estorno' });
  },
  corrigir: async ({ values }) => ({ done: asked('form', values) }),
  ajustar: async ({ api, values, key }) => {
    const body = adjustmentOf(values);
    const now = await partOf(api.club.getMemberStatement({ id, limit: 1 }));
    // The balance already has the value that this form leads to, so its first press moved the points: the key gives the
    // same answer.
    const expected = [Number(values.saldo), Number(values.saldo) + body.pontos];
    if (now.ok && !expected.includes(now.data.membro.saldo)) {
      const again = asked('check', values);
      return { done: { ...again, problem: clubPanelMessages.balanceChanged, chave: key.idempotencyKey || null } };
    }
    await api.club.adjustPoints({ id, ...body }, key);
    return routes.manager.clubMember(id, { feito: 'ajuste' });
  },
  outra: async ({ values }) => {
    adjustmentOf(values);
    return { done: asked('check', values) };
  },
});

const asked = (step: AskedAdjustment['step'], values: Sent['values']): AskedAdjustment => ({
  step,
  values,
  fields: {},
  problem: null,
  chave: null,
});

function adjustmentOf(values: Sent['values']): { pontos: number; motivo: string } {
  const { motivo = '' } = values;
  const pontos = signedPoints(values);
  const fields = {
    ...(!Number.isFinite(pontos) && { pontos: formWords.wholeMissing }),
    ...(pontos === 0 && { pontos: clubPanelMessages.pointsMissing }),
    ...(!motivo && { motivo: clubPanelMessages.reasonMissing }),
  };
  return Object.keys(fields).length > 0 ? refuse(fields) : { pontos, motivo };
}
