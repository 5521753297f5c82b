import { type Expression, sql } from 'kysely';
import { firstStepPlaces } from '#lib/rules/panel/first-steps.ts';
import { rightOfPage } from '#lib/rules/people/rights.ts';
import { TEACHER_ACTION_ID } from '#lib/rules/people/roles.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import type { FirstStep } from '#lib/words/panel-first-steps.ts';
import { decidingSchool, reachBy } from '../../core/http/access.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { usualTerms } from '../../money/finance/amount-due.ts';
import { studentsOfSchool } from '../students/some-student.ts';

/**
 * The setup steps of a new school, each with whether the database shows it as done; null once all are done, or a manager has
 * closed the list. Only staff with the right `equipe` sees it, limited to steps that the own rights allow.
 */
export async function readFirstSteps({ db, session, config }: Ctx) {
  const { escolaId, rights } = session;
  if (escolaId === null || !rights.has('equipe')) return null;
  const exists = (query: Expression<unknown>) => sql<number>`case when exists ${query} then 1 else 0 end`;
  const ofSchool = db
    .selectFrom('companies')
    .select('companies.id')
    .where('companies.escola_id', '=', escolaId)
    .where('companies.id', '<>', BLOCKED_COMPANY_ID)
    .where('companies.encerrada_em', 'is', null);
  const found = await db
    .selectFrom('schools')
    .select([
      exists(ofSchool.where(({ or, eb }) => or([eb('telefone', 'is not', null), eb('whatsapp', 'is not', null)]))).as(
        'unidades',
      ),
      exists(
        db
          .selectFrom('users')
          .innerJoin('user_actions', 'user_actions.user_id', 'users.id')
          .select('users.id')
          .where('users.school_id', '=', escolaId)
          .where('user_actions.action_id', '=', TEACHER_ACTION_ID),
      ).as('professores'),
      exists(studentsOfSchool(db, escolaId)).as('alunos'),
      exists(ofSchool.innerJoin('turmas', 'turmas.company_id', 'companies.id')).as('turmas'),
      exists(
        studentsOfSchool(db, escolaId)
          .leftJoin('invitations', 'invitations.user_id', 'users.id')
          .where(({ or, eb }) =>
            or([eb('users.last_seen_at', 'is not', null), eb('invitations.user_id', 'is not', null)]),
          ),
      ).as('convites'),
      exists(
        ofSchool.where(({ or, eb }) =>
          or([
            eb('multa_bps', '<>', usualTerms.multa_bps),
            eb('juros_bps', '<>', usualTerms.juros_bps),
            eb('carencia_dias', '<>', usualTerms.carencia_dias),
            eb('termos_antes', 'is not', null),
          ]),
        ),
      ).as('regras'),
      exists(
        ofSchool
          .innerJoin('payment_accounts', 'payment_accounts.company_id', 'companies.id')
          .where('payment_accounts.encerrada_em', 'is', null),
      ).as('pagamentos'),
    ])
    .where('schools.id', '=', escolaId)
    .where('schools.setup_closed_at', 'is', null)
    .executeTakeFirst();
  if (!found) return null;
  const done: Record<FirstStep, boolean> = {
    unidades: found.unidades === 1,
    professores: found.professores === 1,
    alunos: found.alunos === 1,
    turmas: found.turmas === 1,
    convites: found.convites === 1,
    regras: found.regras === 1,
    pagamentos: found.pagamentos === 1 || config.payments !== 'off',
    email: config.sendsMail,
  };
  const steps = (Object.keys(firstStepPlaces) as FirstStep[]).filter((passo) => {
    const right = rightOfPage(firstStepPlaces[passo].split('?')[0] ?? '');
    return right === null || rights.has(right);
  });
  if (steps.every((passo) => done[passo])) return null;
  const isOfAllUnits = reachBy(session, ['equipe'])?.units === null;
  return {
    passos: steps.map((passo) => ({ passo, feito: done[passo] })),
    /** Only staff with all units may close the list. */
    pode_esconder: isOfAllUnits,
  };
}

/** Closes the list for everybody of the school. @throws Refusal 409 for a user without a school */
export async function closeFirstSteps(ctx: Ctx): Promise<Record<string, never>> {
  const escolaId = decidingSchool(ctx);
  await ctx.db.transaction().execute(async (db) => {
    const closed = { setup_closed_at: ctx.now().toISOString() };
    await db.updateTable('schools').set(closed).where('id', '=', escolaId).execute();
    await audit({ ...ctx, db }, 'first-steps-close', `school:${escolaId}`);
  });
  return {};
}
