import type { PageSession } from '#gateway/page-session.ts';
import { ApiError } from '#lib/api/client.ts';
import type { User } from '#lib/contract/account.schema.ts';
import { createLead } from '#lib/contract/promo.ts';
import { emptyLead, type LeadForm, leadFrom, leadProblems } from '#lib/rules/promo/lead-form.ts';
import { marksOf } from '#lib/rules/promo/tracking-marks.ts';
import { promoMessages } from '#lib/words/promo.ts';

/** Nobody reads the consent and fills in four fields faster. */
const LEAST_MS = 2_000;

export interface Prospect {
  session: Pick<PageSession, 'api' | 'formAge' | 'startForm'>;
  /** Who is logged in finds his own data in the form. */
  user: User | null;
}

/**
 * The form of a promotional page: empty or filled in with what is known, or what was sent and refused. Too fast or without
 * the clock of a form, it comes back once to be sent again, so that nobody without cookies is turned away.
 *
 * @param pagina the page's path.
 * @returns null once the school has the lead.
 */
export async function takeLead(
  { session, user }: Prospect,
  request: Request,
  pagina: string,
): Promise<LeadForm | null> {
  if (request.method !== 'POST') return known(user);
  const data = await request.formData().catch(() => new FormData());
  // People do not see this field; machines that fill in everything do.
  if (data.get('site')) return null;
  const form = leadFrom(data);
  const fields = leadProblems(form);
  if (Object.keys(fields).length > 0) return { ...form, fields, problem: promoMessages.marked };
  if (!(await isUnhurried(session, String(data.get('inicio') ?? '')))) {
    return { ...form, note: await session.startForm(), problem: promoMessages.again };
  }
  const marks = marksOf(new URL(request.url).searchParams);
  const { nome, telefone, email, cidade } = form;
  const unidade_id = marks.unidade_id ?? user?.drive_user?.company.id;
  try {
    await session.api(createLead, {
      body: { pagina, nome, telefone, email, cidade, consentimento: true, ...marks, ...(unidade_id && { unidade_id }) },
    });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const isAboutFields = Object.keys(error.fields).length > 0;
    const problem = isAboutFields ? promoMessages.marked : error.detail || promoMessages.failed;
    return { ...form, fields: error.fields, problem };
  }
}

/** A note that came back was looked at twice, however fast. */
async function isUnhurried(session: Prospect['session'], note: string): Promise<boolean> {
  if (note && (await session.formAge(note)) !== null) return true;
  const age = await session.formAge();
  return age !== null && age >= LEAST_MS;
}

const known = (user: User | null): LeadForm =>
  user
    ? {
        ...emptyLead,
        nome: user.full_name,
        telefone: user.phone ?? '',
        email: user.email ?? '',
        cidade: user.city ?? user.drive_user?.company.cidade ?? '',
      }
    : emptyLead;
