import { optionalTextNames, type User } from '#lib/contract/account.schema.ts';
import { maskCpf } from '#lib/format/cpf.ts';
import { maskEmail } from '#lib/format/text.ts';
import type { Session } from '../../core/http/ctx.ts';

type Seen = { [Field in keyof User]-?: 'seen' | ((value: User[Field]) => User[Field]) };

const hidden = (text: string | null) => text && '•••';
const unseen = () => null;

/** Optional texts that people add to their registration stay private. */
const unseenTexts = Object.fromEntries(optionalTextNames.map((name) => [name, unseen])) as {
  [Name in (typeof optionalTextNames)[number]]: typeof unseen;
};

/**
 * What a session by a printed code shows of the owner. A code is no password: anybody can photograph it, so documents and
 * addresses are hidden. Present and missing values still differ, because the pages ask for a missing registration (VALID-01). A
 * new field of a user is a type error until it is listed here.
 */
const seenByBook = {
  id: 'seen',
  drive_user: 'seen',
  user_actions: 'seen',
  direitos: 'seen',
  precisa_fator: 'seen',
  so_dados: 'seen',
  tem_criancas: unseen,
  so_responsavel: unseen,
  paga_por_outros: unseen,
  is_club: 'seen',
  driver_tour: 'seen',
  updated_at: 'seen',
  pwa_installed: 'seen',
  theme: 'seen',
  text_size: 'seen',
  phone: hidden,
  cep: hidden,
  cpf: (cpf) => cpf && maskCpf(cpf),
  email: (email) => email && maskEmail(email),
  full_name: 'seen',
  street_number: hidden,
  street: hidden,
  ...unseenTexts,
  city: 'seen',
  state: 'seen',
  birth_date: unseen,
  is_minor: 'seen',
  email_verified: 'seen',
  email_pendente: unseen,
  avatar_url: 'seen',
  guardian: unseen,
  guardian_pending: unseen,
  related_users: () => [],
  notification_preferences: 'seen',
  created_at: 'seen',
} satisfies Seen;

const decisions = Object.entries(seenByBook) as [keyof User, 'seen' | ((value: unknown) => unknown)][];

/** A user with only the fields that this session may read. */
export function seenBy({ scope }: Pick<Session, 'scope'>, user: User): User {
  if (scope === 'full') return user;
  return Object.fromEntries(
    decisions.map(([field, decision]) => [field, decision === 'seen' ? user[field] : decision(user[field])]),
  ) as unknown as User;
}
