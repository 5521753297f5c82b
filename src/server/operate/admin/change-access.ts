import type { Role } from '#lib/contract/people-team.schema.ts';
import { roleRules } from '#lib/rules/people/roles.ts';
import type { Db } from '../../core/db/connection.ts';
import type { School } from '../../core/http/ctx.ts';
import { type Actor, endRole, giveRole, setBlock } from '../../identity/account/change-access.ts';
import { clearFactors } from '../../identity/auth/factors.ts';
import { type Account, accountsByUsername, usernameKey } from '../../identity/auth/find-accounts.ts';
import { endAllSessions } from '../../identity/auth/session.ts';
import { Complaint } from './complaint.ts';

const MAX_ACCOUNTS = 50;

/** The operator's choice of an account: a login name, and the account id if several people share the name. */
export interface Meant {
  login: string;
  conta?: string;
}

/** @throws Complaint if there is no such account, or more than one */
async function findAccount(db: Db, { login, conta }: Meant): Promise<Account> {
  const all = await accountsByUsername(db, usernameKey(login), MAX_ACCOUNTS);
  const requested = conta === undefined ? all : all.filter(({ id }) => String(id) === conta);
  const [first, second] = requested;
  if (!first) throw new Complaint(`Não existe conta com o login ${login}${conta ? ` e o número ${conta}` : ''}.`);
  if (!second) return first;
  const lines = requested.map(
    ({ id, full_name, school_name }) => `  --conta ${id}  ${full_name}, ${school_name ?? 'sem escola'}`,
  );
  throw new Complaint(`Várias contas usam este login. Diga qual:\n${lines.join('\n')}`);
}

type Change = (actor: Actor, id: number) => Promise<boolean>;

async function change({ db, now }: Pick<School, 'db' | 'now'>, meant: Meant, deed: Change, said: [string, string]) {
  return db.transaction().execute(async (tx) => {
    const { id, full_name } = await findAccount(tx, meant);
    const isChanged = await deed({ db: tx, now }, id);
    return `${full_name} (conta ${id}): ${said[isChanged ? 0 : 1]}`;
  });
}

/** Blocks or unblocks a person, from the command line. @returns the message for the operator @throws Complaint */
export const blockAccount = (school: Pick<School, 'db' | 'now'>, meant: Meant, isBlocked: boolean): Promise<string> =>
  change(
    school,
    meant,
    (actor, id) => setBlock(actor, id, isBlocked),
    isBlocked
      ? ['acesso bloqueado; sessões e aparelhos encerrados.', 'o acesso já estava bloqueado.']
      : ['acesso liberado.', 'o acesso não estava bloqueado.'],
  );

/** @returns the message for the operator @throws Complaint */
export const giveAccountRole = (school: Pick<School, 'db' | 'now'>, meant: Meant, role: Role): Promise<string> =>
  change(school, meant, (actor, id) => giveRole(actor, id, role), [
    `papel ${roleRules[role].name} dado.`,
    `já tinha o papel ${roleRules[role].name}.`,
  ]);

/** @returns the message for the operator @throws Complaint */
export const endAccountRole = (school: Pick<School, 'db' | 'now'>, meant: Meant, role: Role): Promise<string> =>
  change(school, meant, (actor, id) => endRole(actor, id, role), [
    `papel ${roleRules[role].name} encerrado; sessões e aparelhos encerrados.`,
    `não tem o papel ${roleRules[role].name}.`,
  ]);

/** Removes the second factors of a person who lost them. @returns the message for the operator @throws Complaint */
export const takeFactors = (school: Pick<School, 'db' | 'now' | 'config'>, meant: Meant): Promise<string> =>
  change(
    school,
    meant,
    async (actor, id) => {
      if (!(await clearFactors({ ...school, db: actor.db }, id))) return false;
      await endAllSessions(actor.db, id);
      return true;
    },
    ['segundo fator tirado; sessões e aparelhos encerrados.', 'não tem segundo fator.'],
  );
