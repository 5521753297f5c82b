import type { Client } from '#lib/api/client.ts';
import { partOf } from '#lib/api/part.ts';
import { getMemberStatement } from '#lib/contract/club.ts';
import { type MemberDesk, signedPoints, textsOf } from '#lib/rules/forms/refused-form.ts';
import { clubPanelMessages } from '#lib/words/club.ts';
import { formWords } from '#lib/words/forms.ts';
import { adjustMember, reverseEntry } from './panel.ts';

/**
 * Serves the forms of a member's page. Points move only after the balance before and after was shown; when it changed in
 * between, it is shown again.
 */
export async function serveMemberDesk(api: Client, id: string, request: Request): Promise<MemberDesk> {
  if (request.method !== 'POST') return { kind: 'form', given: null };
  const form = await request.formData().catch(() => new FormData());
  const values = textsOf(form);
  if (values.acao === 'estornar') {
    const refused = await reverseEntry(api, form);
    return refused ? { kind: 'reverse', given: refused } : { kind: 'done', what: 'estorno' };
  }
  const given = checked(values);
  if (values.acao === 'corrigir' || given) return { kind: 'form', given: given ?? { problem: '', fields: {}, values } };
  if (values.acao !== 'ajustar') return { kind: 'check', values, problem: null };
  const now = await partOf(api(getMemberStatement, { params: { id }, query: { limit: 1 } }));
  // A balance that stands where this very form leads was moved by its first press: its key answers alike.
  const expected = [Number(values.saldo), Number(values.saldo) + signedPoints(values)];
  if (now.ok && !expected.includes(now.data.membro.saldo)) {
    return { kind: 'check', values, problem: clubPanelMessages.balanceChanged };
  }
  const refused = await adjustMember(api, id, form);
  return refused ? { kind: 'form', given: refused } : { kind: 'done', what: 'ajuste' };
}

function checked(values: Record<string, string>): Extract<MemberDesk, { kind: 'form' }>['given'] {
  const points = signedPoints(values);
  const fields = {
    ...(!Number.isFinite(points) && { pontos: formWords.wholeMissing }),
    ...(points === 0 && { pontos: clubPanelMessages.pointsMissing }),
    ...(!values.motivo && { motivo: clubPanelMessages.reasonMissing }),
  };
  return Object.keys(fields).length > 0 ? { problem: formWords.checkFields, fields, values } : null;
}
