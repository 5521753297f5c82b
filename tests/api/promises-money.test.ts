import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importTable } from '../../src/server/admin/import-table.ts';
import { kinds } from '../../src/server/admin/kinds.ts';
import { addDebtor, payByCard } from '../support/bills.ts';
import { cards } from '../support/card-body.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

/** Takes a table in, as `npm run admin -- importar` does. */
const take = (portal: TestSchool, name: keyof typeof kinds, lines: readonly string[]) =>
  importTable(portal.school, kinds[name], new TextEncoder().encode(lines.join('\n')));

/** What is promised about money, in the words of docs/security.md: each point once, from end to end. */
const promises: readonly [name: string, check: (portal: TestSchool) => Promise<void>][] = [
  [
    'B9 an empty cell changes nothing, a bill paid here stays paid, and the rest of the file is taken',
    async (portal) => {
      const { id, bills } = await addDebtor(portal, [{}, { desconto_centavos: 700, parcelas_max: 3 }]);
      await payByCard(portal, bills[0] ?? 0, cards.approved, { as: id });
      const { matricula, unidade } = await portal.school.db
        .selectFrom('users')
        .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
        .innerJoin('companies', 'companies.id', 'drive_users.company_id')
        .select(['drive_users.matricula', 'companies.nome as unidade'])
        .where('users.id', '=', id)
        .executeTakeFirstOrThrow();
      const result = await take(portal, 'parcelas', [
        'unidade;matricula;contrato;numero;total;vencimento;valor;desconto;situacao',
        `${unidade};${matricula};Curso;1;2;10/01/2031;100,00;;aberta`,
        `${unidade};${matricula};Curso;2;2;10/02/2031;100,00;;`,
      ]);
      expect(result).toEqual({ added: 0, changed: 1, same: 0, kept: { 'pagas no portal, mantidas': [2] } });
      const rows = await portal.school.db
        .selectFrom('parcelas')
        .select(['status', 'vencimento', 'desconto_centavos', 'parcelas_max'])
        .where('id', 'in', bills)
        .orderBy('id')
        .execute();
      expect(rows).toEqual([
        { status: 'paga', vencimento: '2031-01-10', desconto_centavos: 0, parcelas_max: 6 },
        { status: 'aberta', vencimento: '2031-02-10', desconto_centavos: 700, parcelas_max: 3 },
      ]);
    },
  ],
];

describe.each(engines)('what is promised about money, on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  it.each(promises)('%s', (_name, check) => check(portal));
});
