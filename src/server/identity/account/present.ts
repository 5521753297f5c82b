import {
  Guardian,
  type GuardianRequest,
  optionalTextNames,
  type User,
  type UserRow,
} from '#lib/contract/account.schema.ts';
import { NoticeCategory } from '#lib/contract/inbox.schema.ts';
import { DriverTour } from '#lib/contract/tour.schema.ts';
import { isMinor } from '#lib/rules/account/birth-date.ts';
import { ADMIN_ACTION_ID, MANAGER_ACTION_ID, SECRETARY_ACTION_ID, TEACHER_ACTION_ID } from '#lib/rules/people/roles.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import { presentChoice } from '../auth/present.ts';
import type { UserParts, UserRowParts } from './queries.ts';

const actionNames: Record<number, string> = {
  [ADMIN_ACTION_ID]: 'Administração',
  [TEACHER_ACTION_ID]: 'Docência',
  [SECRETARY_ACTION_ID]: 'Secretaria',
  [MANAGER_ACTION_ID]: 'Gestão',
};

export const presentAction = (action_id: number) => ({
  action_id,
  name: actionNames[action_id] ?? `Ação ${action_id}`,
});

/** The user with the fields of the specification and the field list; without hash and version. */
export function presentUser(
  { row, actionIds, tours, related, preferences }: UserParts,
  now: Date,
  timeZone: string,
): User {
  const zone = row.timezone ?? timeZone;
  return {
    id: row.id,
    drive_user: presentDriveUser(row),
    user_actions: actionIds.map(presentAction),
    direitos: null,
    precisa_fator: null,
    so_dados: null,
    tem_criancas: null,
    so_responsavel: null,
    paga_por_outros: null,
    is_club: row.is_club,
    driver_tour: DriverTour.parse(Object.fromEntries(tours.map((route) => [route, true]))),
    updated_at: row.updated_at,
    pwa_installed: row.pwa_installed,
    theme: row.theme,
    text_size: row.text_size,
    phone: row.phone,
    cep: row.cep,
    cpf: row.cpf,
    email: row.email,
    full_name: row.full_name,
    street_number: row.street_number,
    street: row.street,
    ...optionalTextsOf(row),
    city: row.city,
    state: row.state,
    birth_date: row.birth_date,
    is_minor: isMinor(row.birth_date, dayIn(zone, now)),
    email_verified: row.email_verified,
    avatar_url: row.avatar_url,
    guardian: row.guardian ? Guardian.parse(JSON.parse(row.guardian)) : null,
    guardian_pending: presentGuardianRequest(row, now),
    related_users: related.map(presentChoice),
    notification_preferences: Object.fromEntries([
      // A category is on unless the user switched it off.
      ...NoticeCategory.options.map((category) => [category, true]),
      ...preferences.map(({ category, enabled }) => [category, enabled]),
    ]),
    created_at: row.created_at,
  };
}

const optionalTextsOf = (row: UserParts['row']) =>
  Object.fromEntries(optionalTextNames.map((name) => [name, row[name]])) as Pick<
    User,
    (typeof optionalTextNames)[number]
  >;

/** How long the office sees that a new guardian did not confirm in time. */
const SHOWN_MS = 30 * DAY_MS;

/**
 * The guardian named by a minor, until that person confirms. Beside a known guardian: the replacement named by the school, until
 * some weeks after the link has expired.
 */
function presentGuardianRequest(row: UserParts['row'], now: Date): GuardianRequest | null {
  if (row.guardian_asked === null) return null;
  const since = new Date(now.getTime() - SHOWN_MS).toISOString();
  const isShown = row.guardian_confirmed_at === null && (row.guardian_link_until ?? '') > since;
  if (row.guardian !== null && !(row.guardian_change !== null && isShown)) return null;
  const { full_name, relation, email } = Guardian.parse(JSON.parse(row.guardian_asked));
  return {
    full_name,
    relation,
    email,
    pedido_em: row.guardian_asked_at ?? '',
    expira_em: row.guardian_link_until,
  };
}

function presentDriveUser(row: UserParts['row']): User['drive_user'] {
  if (row.drive_user_id === null || row.company_id === null) return null;
  return {
    id: row.drive_user_id,
    matricula: row.matricula ?? '',
    nome: row.drive_nome ?? '',
    papel: row.papel ?? 'aluno',
    company: {
      id: row.company_id,
      escola_id: row.escola_id ?? 0,
      venda_direta_allow: row.venda_direta_allow ?? false,
      nome: row.company_nome ?? '',
      marca: row.marca ?? 'knn',
      cidade: row.cidade ?? '',
      uf: row.uf ?? '',
      telefone: row.telefone,
      whatsapp: row.whatsapp,
      timezone: row.timezone ?? '',
    },
  };
}

export function presentUserRow(row: UserRowParts): UserRow {
  return {
    id: row.id,
    full_name: row.full_name,
    email: row.email,
    phone: row.phone,
    school_name: row.school_name ?? '',
    is_club: row.is_club,
    has_push: Boolean(row.has_push),
    last_seen_at: row.last_seen_at,
  };
}
