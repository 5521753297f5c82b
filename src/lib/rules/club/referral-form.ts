import type { Indicacao } from '#lib/contract/club.schema.ts';
import { withinBrazil } from '#lib/format/digits.ts';
import { routes } from '#lib/routes.ts';
import { clubMessages } from '#lib/words/club.ts';
import { required, wrongPhone } from '#lib/words/validation.ts';

/** What is typed about a friend, and what is wrong with it. */
export interface ReferralForm {
  nome: string;
  telefone: string;
  email: string;
  cidade: string;
  consentimento: boolean;
  problem: string | null;
  fields: Readonly<Record<string, string>>;
}

export const emptyReferral: ReferralForm = {
  nome: '',
  telefone: '',
  email: '',
  cidade: '',
  consentimento: false,
  problem: null,
  fields: {},
};

/** Ten or eleven digits; whether it can ring, the server says: its table of area codes would weigh on every page. */
const isWhole = (telefone: string) => /^\d{10,11}$/.test(withinBrazil(telefone));

/** Reads a form that was sent without a script. */
export function referralFrom(form: FormData): ReferralForm {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  return {
    ...emptyReferral,
    nome: text('nome'),
    telefone: text('telefone'),
    email: text('email'),
    cidade: text('cidade'),
    consentimento: form.get('consentimento') === 'sim',
  };
}

/** The form with what is missing, or null; the server checks again. */
export function referralProblems(form: ReferralForm): ReferralForm | null {
  const fields: Record<string, string> = {
    ...(!form.nome.trim() && { nome: required }),
    ...(!form.telefone.trim() ? { telefone: required } : !isWhole(form.telefone) && { telefone: wrongPhone }),
    ...(!form.consentimento && { consentimento: clubMessages.consentMissing }),
  };
  return Object.keys(fields).length > 0 ? { ...form, fields, problem: 'Confira os campos marcados.' } : null;
}

/** What the call takes. */
export const referralBody = ({ nome, telefone, email, cidade }: ReferralForm) => ({
  nome,
  telefone,
  email,
  cidade,
  consentimento: true as const,
  canal: 'formulario' as const,
});

/** A referral may be taken down and yet not count: then the form stays, with the reason. */
export function referralRefusal(form: ReferralForm, referral: Pick<Indicacao, 'status' | 'motivo'>) {
  if (referral.status !== 'duplicada' && referral.status !== 'recusada') return null;
  return { ...form, fields: {}, problem: referral.motivo || clubMessages.alreadyKnown };
}

export const referralSent = () => `${routes.club.earn()}?indicado=1#indicacoes`;
