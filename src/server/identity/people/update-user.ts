import { isDeepStrictEqual } from 'node:util';
import type { ManagedUserInput, User } from '#lib/contract/account.schema.ts';
import type { SeenFields } from '#lib/contract/people.schema.ts';
import { maskCpf } from '#lib/format/cpf.ts';
import { personFieldText } from '#lib/rules/people/person-fields.ts';
import { guardianFields, isSameGuardian } from '#lib/rules/people/registration-change.ts';
import { isManagement } from '#lib/rules/people/roles.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { guardianCpfWords, registrationChangeMessages } from '#lib/words/account-changes.ts';
import type { Db } from '../../core/db/connection.ts';
import { isAdmin } from '../../core/http/access.ts';
import { audit, type Values } from '../../core/http/audit.ts';
import type { Ctx } from '../../core/http/ctx.ts';
import { brandOfHost } from '../../core/http/public-url.ts';
import { requireReauthentication } from '../../core/http/reauthentication.ts';
import { forbidden, invalid, Refusal } from '../../core/http/refusal.ts';
import { addresseeOf, noteSchoolChange, otherEmail, prepareSchoolChange } from '../account/change-email.ts';
import { requireFreeCpf } from '../account/find-people.ts';
import { prepareWithdrawal, withdrawGuardian } from '../account/guardian.ts';
import { requireReach } from '../account/policy.ts';
import {
  changedPerson,
  findProtectedChange,
  noteRegistrationChange,
  prepareChange,
} from '../account/registration-changes.ts';
import { columnsOfCountry, requireBirthDate, requireOtherGuardian } from '../account/registration-columns.ts';
import { readUser } from '../account/update-user.ts';
import { openWards, queueGuardians } from '../auth/guardian-invitation.ts';

const ownEmail = 'Troque o seu e-mail no seu perfil, com a sua senha';

type Guardian = User['guardian'];
type Changes = Partial<Record<keyof SeenFields, string | null>>;

/**
 * Changes the data of a user of the manager's school: only the fields that differ, with a log entry of before and after. The date
 * of the last confirmation stays, because only the owner confirms (VALID-02, VALID-03). Submitting the current guardian again
 * withdraws a new one who has not confirmed.
 *
 * @throws Refusal 404 for a user of another school, 403 for other managers, 409 `stale` if a field no longer has the value that
 *   the manager saw (`vistos`), 409 `cpf_taken`, 422 by field; 403 `proof_needed` for a change of a minor's guardian, CPF or
 *   birth date.
 */
export async function updateUser(
  ctx: Ctx,
  id: number,
  { vistos, ...input }: ManagedUserInput & { vistos?: SeenFields | null },
): Promise<User> {
  await requireReach(ctx, id);
  const known = await readUser(ctx, id);
  const email = otherEmail(input.email, known);
  const newEmail = email && (await prepareSchoolChange(ctx, addresseeOf(known, brandOfHost(ctx)), email));
  const protectedFields = await protectedChange(ctx, known, input);
  if (protectedFields) requireReauthentication(ctx);
  const prepared =
    protectedFields && (await prepareChange(ctx, changedPerson(known, brandOfHost(ctx)), protectedFields, 'school'));
  const isGuardianUnchanged = input.guardian !== undefined && protectedFields?.after.guardian === undefined;
  const withdrawal = isGuardianUnchanged ? await prepareWithdrawal(known, brandOfHost(ctx)) : null;
  return ctx.db.transaction().execute(async (tx) => {
    const within = { ...ctx, db: tx };
    const stored = await storedGuardian(tx, id);
    const before = await readUser(within, id);
    const isOwn = id === ctx.session.userId;
    if (!isOwn && !isAdmin(ctx.session) && isManagement(before.user_actions.map(({ action_id }) => action_id))) {
      throw forbidden('Os dados de outra pessoa da gestão só podem ser mudados pela administração.');
    }
    const { guardian, ...fields } = input;
    const country = fields.country === undefined ? before.country : fields.country;
    const isMoved = fields.country !== undefined || (country && (fields.cep || fields.state));
    const changes = differing({ ...fields, ...(isMoved && columnsOfCountry(country)) }, before);
    const isGuardianNew = guardian !== undefined && !isSameGuardian(guardian, before.guardian);
    refuseStale(changes, before, vistos ?? {});
    // A protected field was changed meanwhile, so the prepared mail would be wrong.
    if (!isDeepStrictEqual(await protectedChange(within, before, input), protectedFields)) throw stale({});
    if (isGuardianUnchanged && (await withdrawGuardian(tx, id, withdrawal, ctx.now()))) {
      await audit(within, 'guardian-withdrawn', `user:${id}`);
    }
    if (Object.keys(changes).length === 0 && !isGuardianNew) return readUser(within, id);
    if (changes.birth_date !== undefined || isGuardianNew) {
      const hasGuardian = Boolean(isGuardianNew ? guardian : (before.guardian ?? before.guardian_pending));
      const birthDate = changes.birth_date === undefined ? before.birth_date : changes.birth_date;
      requireBirthDate(birthDate, hasGuardian, dayIn(ctx.config.SCHOOL_TIME_ZONE, ctx.now()));
    }
    if (changes.cpf || isGuardianNew) {
      const cpf = changes.cpf ?? before.cpf;
      const words: Record<string, string> = isGuardianNew
        ? { 'guardian.cpf': guardianCpfWords.isStudent }
        : { cpf: guardianCpfWords.isGuardian };
      requireOtherGuardian({ cpf, guardian: isGuardianNew ? guardian : before.guardian }, words);
    }
    if (changes.cpf) {
      const escolaId = before.drive_user?.company.escola_id ?? null;
      await requireFreeCpf(tx, { id, cpf: changes.cpf, escolaId }, 'Este CPF já é de outra pessoa da escola');
    }
    const isNewAddress = otherEmail(input.email, before) !== null;
    if (isOwn && isNewAddress) throw invalid(`${ownEmail}.`, { email: ownEmail });
    // The address was changed or confirmed meanwhile.
    if (isNewAddress !== (newEmail !== null)) throw stale({});
    if (newEmail && before.email_verified !== known.email_verified) throw stale({});
    const written = isGuardianNew && !prepared?.waits ? (guardian ?? null) : undefined;
    await write(
      tx,
      before,
      changes,
      { next: written, stored: protectedFields || isGuardianNew ? stored : undefined },
      ctx.now(),
    );
    if (prepared) await noteRegistrationChange(tx, prepared, { schoolUserId: ctx.session.userId }, ctx.now());
    // A guardian who has to confirm first is invited by the request.
    if (isGuardianNew && !prepared?.waits) await queueGuardians(within, tx, await openWards(within, tx, [id]));
    if (newEmail) await noteSchoolChange(tx, id, newEmail, ctx.session.userId, ctx.now());
    const after = logged(changes, changes, isGuardianNew, guardian);
    await audit(within, 'user-update', `user:${id}`, {
      antes: logged(changes, before, isGuardianNew, before.guardian),
      depois: prepared?.waits ? { ...after, situacao: registrationChangeMessages.waitsInLog } : after,
    });
    return readUser(within, id);
  });
}

function differing(fields: Omit<ManagedUserInput, 'guardian'>, before: User): Changes {
  const submitted = Object.entries(fields) as [keyof SeenFields, string | null | undefined][];
  return Object.fromEntries(
    submitted.filter(([name, value]) => value !== undefined && value !== (before[name] ?? null)),
  ) as Changes;
}

/** The part of a change that the previous guardian is notified of (0157). */
function protectedChange(ctx: Ctx, before: User, { guardian, cpf, birth_date }: ManagedUserInput) {
  const today = dayIn(before.drive_user?.company.timezone || ctx.config.SCHOOL_TIME_ZONE, ctx.now());
  return findProtectedChange(
    ctx.db,
    changedPerson(before, brandOfHost(ctx)),
    { guardian, cpf, birth_date },
    { today, now: ctx.now() },
  );
}

const stale = (fields: Record<string, string>) =>
  new Refusal(409, 'Alguém mudou estes dados enquanto você editava. Confira e salve de novo.', {
    code: 'stale',
    fields,
  });

function refuseStale(changes: Changes, before: User, seen: SeenFields): void {
  const moved = (Object.keys(changes) as (keyof SeenFields)[]).filter(
    (name) => seen[name] !== undefined && (seen[name] || null) !== (before[name] ?? null),
  );
  if (moved.length === 0) return;
  throw stale(Object.fromEntries(moved.map((name) => [name, `Agora está: ${personFieldText(name, before[name])}`])));
}

/** The stored JSON text, for comparison. */
const storedGuardian = async (tx: Db, id: number): Promise<string | null> =>
  (await tx.selectFrom('users').select('guardian').where('id', '=', id).executeTakeFirst())?.guardian ?? null;

/**
 * Writes only if the values read before are unchanged, so that the log's “before” is true.
 *
 * @param guardian `next`: undefined for no change; `stored`: the column as it was read, undefined if it does not matter
 */
async function write(
  tx: Db,
  before: User,
  changes: Changes,
  { next: guardian, stored }: { next: Guardian | undefined; stored: string | null | undefined },
  at: Date,
): Promise<void> {
  const { email, full_name, ...others } = changes;
  const isNewAddress = otherEmail(email, before) !== null;
  let update = tx
    .updateTable('users')
    .set({
      ...others,
      ...(full_name != null && { full_name }),
      ...(email != null && { email, email_key: email.toLowerCase() }),
      ...(isNewAddress && { email_verified: false }),
      ...(guardian !== undefined && { guardian: guardian && JSON.stringify(guardian) }),
      changed_at: at.toISOString(),
    })
    .where('id', '=', before.id);
  for (const name of Object.keys(changes) as (keyof Changes)[]) {
    const old = before[name] ?? null;
    update = old === null ? update.where(name, 'is', null) : update.where(name, '=', old);
  }
  if (stored !== undefined) update = update.where('guardian', 'is not distinct from', stored);
  const written = await update.returning('id').executeTakeFirst();
  if (!written) throw stale({});
}

/** The contents of the log: the changed fields, with a masked CPF. */
function logged(
  changes: Changes,
  values: Readonly<Partial<Record<keyof Changes, string | null>>>,
  isGuardianNew: boolean,
  guardian: Guardian,
): Values {
  const shown = (name: string, value: string | null | undefined) =>
    name === 'cpf' && value ? maskCpf(value) : (value ?? null);
  const names = Object.keys(changes) as (keyof Changes)[];
  return {
    ...Object.fromEntries(names.map((name) => [name, shown(name, values[name])])),
    ...(isGuardianNew &&
      Object.fromEntries(guardianFields.map((name) => [`guardian.${name}`, shown(name, guardian?.[name])]))),
  };
}
