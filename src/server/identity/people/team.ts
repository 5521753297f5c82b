import type { z } from 'zod';
import type { StaffInput } from '#lib/contract/people-team.schema.ts';
import { emailKey } from '#lib/rules/account/email-key.ts';
import { policy, RIGHTS, type Rights, type Units } from '#lib/rules/people/rights.ts';
import { MANAGER_ACTION_ID, roleRules, rolesOf } from '#lib/rules/people/roles.ts';
import { holdsAll, rightsIn, whyNotManage } from '#lib/rules/people/team.ts';
import { BLOCKED_COMPANY_ID } from '#lib/session.ts';
import type { Db } from '../../core/db/connection.ts';
import { cutPage, type Order, pageAfter } from '../../core/db/keyset.ts';
import { people } from '../../core/db/people.ts';
import { hasWords, personText } from '../../core/db/people-by-name.ts';
import { type Reach, within } from '../../core/db/reach.ts';
import { choiceOf } from '../../core/db/units.ts';
import { audit } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { requireOpenUnit } from '../../core/http/open-unit.ts';
import { conflict, forbidden, invalid, notFound } from '../../core/http/refusal.ts';
import { queueMail } from '../../messages/mail/outbox.ts';
import { factorsOf } from '../auth/factors.ts';
import { LINK_DAYS } from '../auth/invitation.ts';
import { staffInvitationMail } from '../auth/mails.ts';
import { newAccount } from '../auth/new-account.ts';
import { newResetSecret } from '../auth/password-reset.ts';
import type { listTeamInput, updateRightsInput } from './inputs.ts';
import { personOf } from './person-rights.ts';

/** Everybody with an action of staff, within a reach. */
const staff = (db: Db, reach: Reach) =>
  people(db)
    .$call(within(reach))
    .where('users.id', 'in', (holders) =>
      holders
        .selectFrom('user_actions')
        .select('user_actions.user_id')
        .where(
          'user_actions.action_id',
          'in',
          Object.values(roleRules).map(({ mark }) => mark),
        ),
    );

const withColumns = (query: ReturnType<typeof staff>) =>
  query.select([
    'users.id',
    'users.full_name',
    'users.email',
    'users.avatar_url',
    'users.is_blocked',
    'users.last_seen_at',
    'drive_users.company_id',
    'companies.nome as unidade',
  ]);

type Row = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number];

const byName: Order = [
  ['users.full_name', 'asc'],
  ['users.id', 'asc'],
];

/** The staff in reach, by name, and the units whose staff the user manages. */
export async function listTeam(ctx: Ctx, { limit, depois, q }: z.output<typeof listTeamInput>) {
  const { db, reach } = ctx;
  const team = staff(db, reach).$if(Boolean(q), (query) => query.where(hasWords(q ?? '', personText())));
  const [found, { total }, units] = await Promise.all([
    pageAfter(withColumns(team), byName, { depois, limit }).execute(),
    team.select(({ fn }) => fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow(),
    unitsOf(db, reach),
  ]);
  const { rows, next } = cutPage(found, limit, ({ full_name, id }) => [full_name, id]);
  const items = await Promise.all(rows.map((row) => present(ctx, row)));
  return { items, total: Number(total), next, emails_saem: ctx.config.sendsMail, unidades: units.map(choiceOf) };
}

/** @throws Refusal 404 for anybody but staff in reach */
export const readTeamMember = async (ctx: Ctx, id: number) => present(ctx, await memberOf(ctx, id));

/**
 * Sets the rights of a member of staff. The person stays logged in; a removed right takes effect at the next call.
 *
 * @throws Refusal 403 for oneself and for rights that the user does not hold, 404, 409 for a teacher, 422 for a foreign unit
 */
export async function updateRights(ctx: Ctx, { id, direitos, unidades }: z.output<typeof updateRightsInput>) {
  await memberOf(ctx, id);
  return ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const person = await personOf(tx, id);
    const reason = whyNotManage(ctx.session, person);
    if (reason) throw forbidden(reason);
    if (!person.actionIds.has(MANAGER_ACTION_ID)) {
      throw conflict('Quem só dá aula não abre o painel: convide a pessoa para a secretaria ou a gestão primeiro.');
    }
    const units = await requestedUnits(within, unidades, person.companyId);
    const requested = rightsIn(direitos, units);
    if (!holdsAll(ctx.session.rights, requested)) throw forbidden('Você só pode dar o que também está no seu acesso.');
    await tx.deleteFrom('staff_rights').where('user_id', '=', id).execute();
    const rows = [...requested.keys()].flatMap((direito) =>
      (units ?? [null]).map((company_id) => ({ user_id: id, direito, company_id })),
    );
    // Without rows the default rights would apply.
    if (rows.length === 0) throw invalid('Escolha ao menos uma parte do painel.', { direitos: 'Escolha ao menos uma' });
    await tx.insertInto('staff_rights').values(rows).execute();
    await audit(within, 'rights-change', `user:${id}`, {
      antes: await namedRights(tx, person.rights),
      depois: await namedRights(tx, requested),
    });
    return readTeamMember(within, id);
  });
}

async function memberOf({ db, reach }: Ctx, id: number): Promise<Row> {
  const row = await withColumns(staff(db, reach)).where('users.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('Não encontramos esta pessoa na sua equipe.');
  return row;
}

/** The units to assign, all of one school. Null: the whole school. @throws Refusal 422 */
async function requestedUnits(ctx: Ctx, requested: Units, companyId: number | null): Promise<Units> {
  if (requested === null) return null;
  const own = await ctx.db
    .selectFrom('companies as own')
    .innerJoin('companies', 'companies.escola_id', 'own.escola_id')
    .select('companies.id')
    .where('own.id', '=', companyId ?? 0)
    .where('companies.id', 'in', requested.length > 0 ? requested : [0])
    .execute();
  if (requested.length === 0 || own.length < new Set(requested).size) {
    throw invalid('Escolha unidades da escola desta pessoa.', { unidades: 'Escolha ao menos uma unidade da escola' });
  }
  return [...new Set(requested)].toSorted((a, b) => a - b);
}

const unitsOf = (db: Db, reach: Reach) =>
  db
    .selectFrom('companies')
    .$call(within(reach))
    .select(['companies.id', 'companies.nome', 'companies.encerrada_em'])
    .where('companies.id', '<>', BLOCKED_COMPANY_ID)
    .orderBy('companies.nome')
    .orderBy('companies.id')
    .execute();

/** The units of all rights together. */
const unionOf = (rights: Rights): Units => {
  const lists = [...rights.values()];
  return lists.includes(null) ? null : [...new Set(lists.flatMap((units) => units ?? []))];
};

const namesOf = async (db: Db, units: readonly number[]) =>
  units.length === 0
    ? []
    : db.selectFrom('companies').select(['id', 'nome']).where('id', 'in', units).orderBy('nome').execute();

/** The rights in words, for the log. */
async function namedRights(db: Db, rights: Rights) {
  const units = unionOf(rights);
  const names = units === null ? ['toda a escola'] : (await namesOf(db, units)).map(({ nome }) => nome);
  return {
    direitos: [...rights.keys()].map((right) => policy[right].name).join(', ') || null,
    unidades: rights.size > 0 ? names.join(', ') : null,
  };
}

async function present(ctx: Ctx, row: Row) {
  const person = await personOf(ctx.db, row.id);
  const { rights } = person;
  const units = unionOf(rights);
  return {
    id: row.id,
    full_name: row.full_name,
    email: row.email,
    foto_url: row.avatar_url,
    unidade: row.unidade ?? '',
    papeis: rolesOf([...person.actionIds]).map((papel) => ({ papel, nome: roleRules[papel].name })),
    // In the order of the panel; none for teachers.
    direitos: [...rights.keys()],
    // The units of the rights; null: the whole school.
    unidades: units && (await namesOf(ctx.db, units)),
    bloqueado: row.is_blocked,
    // Otherwise invitations stay queued.
    emails_saem: ctx.config.sendsMail,
    // Null: the person has never logged in.
    ultimo_acesso: row.last_seen_at,
    // The number of second factors.
    fatores: (await factorsOf(ctx.db, row.id)).length,
    // Why the logged-in user cannot change this person's access; null: they can.
    por_que_nao: whyNotManage(ctx.session, person),
  };
}

/**
 * Creates an account for a member of staff, and mails the link that sets its password. A secretary starts with the default rights
 * in the own unit, a manager with all rights there.
 *
 * @throws Refusal 403 for a manager unless the user holds every right, 409 for a known address, 422 for a unit out of reach, and
 *   for a closed one
 */
export async function inviteStaff(ctx: Ctx, input: StaffInput) {
  const { hashes, now, session } = ctx;
  await ctx.limits.take('invitation', `user:${session.userId}`);
  if (input.papel === 'gestora' && RIGHTS.some((right) => !session.rights.has(right))) {
    throw forbidden('Só quem cuida do painel inteiro convida para a gestão.');
  }
  const unit = await ctx.db
    .selectFrom('companies')
    .$call(within(ctx.reach))
    .select('companies.id')
    .where('companies.id', '=', input.unidade_id)
    .executeTakeFirst();
  if (!unit) throw invalid('Escolha uma unidade da sua escola.', { unidade_id: 'Escolha a unidade' });
  await requireOpenUnit(ctx.db, unit.id);
  const hash = await hashes.hash(crypto.randomUUID());
  const at = now().toISOString();
  const key = emailKey(input.email);
  const member = await ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const known = await tx.selectFrom('users').select('id').where('email_key', '=', key).executeTakeFirst();
    if (known) {
      const words = 'Já existe uma conta com este e-mail. Use outro, ou peça à administração para dar o papel a ela.';
      throw conflict(words, 'email_taken');
    }
    const { id: drive_user_id } = await tx
      .insertInto('drive_users')
      .values({
        company_id: unit.id,
        matricula: `E${now().getTime()}`,
        nome: input.full_name,
        papel: input.papel === 'professor' ? 'professor' : 'equipe',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await tx
      .insertInto('users')
      .values({
        ...{ drive_user_id, email: input.email, email_key: key, password_hash: hash, full_name: input.full_name },
        ...newAccount,
        created_at: at,
        updated_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('user_actions')
      .values(roleRules[input.papel].actions.map((action_id) => ({ user_id: id, action_id })))
      .execute();
    await audit(within, 'staff-invite', `user:${id}`, { depois: { papel: roleRules[input.papel].name } });
    await mailLink(ctx, tx, id);
    return readTeamMember(within, id);
  });
  ctx.wake();
  return member;
}

/** Mails a new link to a person who has never logged in. @throws Refusal 404, 409 for a person who has, 429 */
export async function resendInvitation(ctx: Ctx, id: number) {
  await ctx.limits.take('invitation', `user:${ctx.session.userId}`);
  const member = await readTeamMember(ctx, id);
  if (member.por_que_nao !== null) throw forbidden(member.por_que_nao);
  if (member.ultimo_acesso !== null) throw conflict('Esta pessoa já entrou: ela recupera a senha na tela de entrada.');
  await ctx.db.transaction().execute(async (tx) => {
    await mailLink(ctx, tx, id);
    await audit({ ...ctx, db: tx }, 'staff-invite', `user:${id}`);
  });
  ctx.wake();
  return member;
}

/** Puts the mail with a link for the password into the outbox. */
async function mailLink(ctx: Ctx, tx: Db, id: number): Promise<void> {
  const at = ctx.now();
  const to = await people(tx)
    .leftJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['users.email', 'users.email_key', 'users.full_name', 'companies.nome as unit', 'schools.marca'])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
  const inviter = await tx
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', ctx.session.userId)
    .executeTakeFirstOrThrow();
  const secret = await newResetSecret(tx, [id], to.email_key, at, LINK_DAYS);
  const mail = await staffInvitationMail(ctx, {
    ...{ to: to.email, name: to.full_name, brand: to.marca ?? 'knn', secret },
    ...{ inviter: inviter.full_name, unit: to.unit ?? 'nossa escola', days: LINK_DAYS },
  });
  await queueMail(tx, 'invitation', mail, at);
}
