import type { User } from '#lib/contract/account.schema.ts';
import { routes } from '#lib/routes.ts';
import type { Rights } from '../people/rights.ts';

/** The parts of a person's page, and the pages of other rights about the same person, as far as the reader holds them. */
export function personTabs({ id, full_name, is_club }: User, rights: Pick<Rights, 'has'>) {
  const { person, finance, orders, clubMember } = routes.manager;
  return [
    { key: 'resumo', label: 'Resumo', href: person(id) },
    { key: 'turmas', label: 'Turmas', href: person(id, { parte: 'turmas' }) },
    ...(rights.has('financeiro')
      ? [{ key: 'financeiro', label: 'Financeiro', href: finance({ aluno: String(id) }) }]
      : []),
    ...(rights.has('pedidos') ? [{ key: 'pedidos', label: 'Pedidos', href: orders({ q: full_name }) }] : []),
    ...(is_club && rights.has('clube') ? [{ key: 'clube', label: 'Clube', href: clubMember(id) }] : []),
    { key: 'dados', label: 'Dados', href: person(id, { parte: 'dados' }) },
  ];
}
