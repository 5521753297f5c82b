import type { User } from '#lib/contract/account.schema.ts';
import { maskCpf } from '#lib/format/cpf.ts';
import { maskEmail } from '#lib/format/text.ts';
import type { Session } from '../http/ctx.ts';

/**
 * A user as a session may read him. A printed code is no password: whoever photographed one learns neither documents nor
 * addresses. What is known is still told from what is missing, since the registration is asked for by it (VALID-01).
 */
export function seenBy({ scope }: Pick<Session, 'scope'>, user: User): User {
  if (scope === 'full') return user;
  return {
    ...user,
    cpf: user.cpf && maskCpf(user.cpf),
    email: user.email && maskEmail(user.email),
    phone: hidden(user.phone),
    cep: hidden(user.cep),
    street: hidden(user.street),
    street_number: hidden(user.street_number),
    complement: null,
    district: null,
    birth_date: null,
    guardian: null,
    related_users: [],
  };
}

const hidden = (text: string | null) => text && '•••';
