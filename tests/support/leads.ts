import { type Sending, takeLead } from '../../src/server/messages/contacts/take-lead.ts';
import type { TestSchool } from './school.ts';

let count = 0;

/** A telephone that no other test of a contact uses. */
export const leadPhone = () => `1996${String(1_000_000 + ++count)}`;

/** A contact of the first unit, as created by a visitor. @returns the id */
export async function addLead(
  { school }: Pick<TestSchool, 'school'>,
  overrides: Partial<Sending> = {},
  at: Date = school.now(),
): Promise<number> {
  const sending: Sending = {
    pagina: '/knn-orlando',
    marca: 'knn',
    nome: 'Joana Prado',
    telefone: leadPhone(),
    email: null,
    cidade: 'Campinas',
    indicacao_code: null,
    utm: null,
    english_test: null,
    dia: at.toISOString().slice(0, 'yyyy-mm-dd'.length),
    unidade: { id: 101, escola_id: 1 },
    hasUnits: true,
    ...overrides,
  };
  return (await school.db.transaction().execute((tx) => takeLead(tx, sending, at))).id;
}
