import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as account from '../../src/lib/contract/account.ts';
import type { SyncTable } from '../../src/lib/contract/sync.schema.ts';
import { formatDay } from '../../src/lib/format/dates.ts';
import { shiftDay } from '../../src/lib/rules/time/days.ts';
import { dayIn } from '../../src/lib/rules/time/zones.ts';
import { importTable } from '../../src/server/operate/import/import.ts';
import { kinds } from '../../src/server/operate/import/kinds.ts';
import { cpfOf } from '../support/cpf.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const helena = { as: 7 };

describe.each(engines)('a file of the office and changes in the portal on %s', (engine) => {
  let portal: TestSchool;
  const unit = 'KNN Vila Nova';
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  const take = (name: SyncTable, lines: readonly string[]) =>
    importTable(portal.school, kinds[name], new TextEncoder().encode(lines.join('\n')));
  const idOf = async (matricula: string) => {
    const query = portal.school.db
      .selectFrom('users')
      .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id')
      .select('users.id')
      .where('matricula', '=', matricula);
    return (await query.executeTakeFirstOrThrow()).id;
  };
  const dataOf = (id: number) =>
    portal.school.db
      .selectFrom('users')
      .select(['full_name', 'phone', 'street', 'city'])
      .where('id', '=', id)
      .executeTakeFirst();

  const head = 'unidade;matricula;nome;email;telefone;rua;cidade;alterado_em';
  let count = 0;
  /** A student of a file, who has confirmed the data with another telephone and street. */
  async function confirmed() {
    count += 1;
    const matricula = `C-${count}`;
    const email = `c${count}@escola.example`;
    const line = (phone: string, street: string, more = '') =>
      `${unit};${matricula};Nina Sá;${email};${phone};${street};Recife;${more}`;
    await take('alunos', [head, line('19988887777', 'Rua A')]);
    const id = await idOf(matricula);
    const body = {
      ...{ full_name: 'Nina Sá', email, cpf: cpfOf(700_000 + count), phone: '19911112222' },
      ...{ cep: '13015904', street: 'Rua B', street_number: '1', district: 'Centro', city: 'Recife', state: 'PE' },
      birth_date: '1990-05-05',
    };
    expect((await portal.call(account.updateRegistration, { body }, { as: id })).status).toBe(200);
    return { id, matricula, email, line };
  }

  it('ROLE-08 staff of one unit cannot change a bill that another unit still has', async () => {
    const { id, matricula } = await confirmed();
    const columns = 'unidade;matricula;contrato;numero;total;vencimento;valor;situacao;pago_em;forma';
    const line = (rest: string) => `${unit};${matricula};Curso;1;1;10/01/2031;100,00;${rest}`;
    await take('parcelas', [columns, line('aberta;;')]);
    const bills = portal.school.db.updateTable('parcelas').set({ company_id: 102 }).where('user_id', '=', id);
    await bills.execute();
    const paid = new TextEncoder().encode([columns, line('paga;09/07/2026;pix')].join('\n'));
    const reach = { escolaId: 1, units: [101] };
    await expect(importTable(portal.school, kinds.parcelas, paid, { reach })).rejects.toMatchObject({
      faults: [{ line: 2, text: 'Esta parcela é de uma unidade que não está no seu acesso.', column: 'contrato' }],
    });
    const query = portal.school.db.selectFrom('parcelas').select('status').where('user_id', '=', id);
    expect(await query.execute()).toEqual([{ status: 'aberta' }]);
  });

  it('ROLE-08 a file of a school changes no terms of late bills, no manager and no role', async () => {
    const { db } = portal.school;
    const send = (name: SyncTable, ...lines: string[]) =>
      importTable(portal.school, kinds[name], new TextEncoder().encode(lines.join('\n')), {
        reach: { escolaId: 1, units: null },
      });
    const terms = await db.selectFrom('companies').select(['multa_bps', 'juros_bps']).where('id', '=', 101).execute();
    expect(await send('unidades', 'unidade;multa', `${unit};1,5`)).toMatchObject({
      changed: 0,
      conflicts: [{ line: 2, column: 'multa', here: '2,00%', file: '1,50%', why: 'painel' }],
    });
    expect(await db.selectFrom('companies').select(['multa_bps', 'juros_bps']).where('id', '=', 101).execute()).toEqual(
      terms,
    );
    await expect(send('professores', 'unidade;nome;email', `${unit};Outra;gestora@demo.example`)).rejects.toMatchObject(
      {
        faults: [{ line: 2, column: 'email', text: 'Esta pessoa é da gestão: os dados dela mudam no painel.' }],
      },
    );
    const line = `${unit};Rui Sá;rui@papel.example`;
    await send('professores', 'unidade;nome;email', line);
    const roles = () =>
      db
        .selectFrom('user_actions')
        .innerJoin('users', 'users.id', 'user_actions.user_id')
        .select('user_actions.user_id')
        .where('users.email', '=', 'rui@papel.example')
        .execute();
    const [given] = await roles();
    await db
      .deleteFrom('user_actions')
      .where('user_id', '=', given?.user_id ?? 0)
      .execute();
    expect(await send('professores', 'unidade;nome;email', line)).toMatchObject({ same: 1 });
    expect(await roles()).toEqual([]);
  });

  it('a file with its old values does not overwrite what a student confirmed, and reports it', async () => {
    const { id, line } = await confirmed();
    const file = [head, line('19988887777', 'Rua A')];
    const conflicts = [
      { line: 2, column: 'telefone', here: '19911112222', file: '19988887777', why: 'repetido' },
      { line: 2, column: 'rua', here: 'Rua B', file: 'Rua A', why: 'repetido' },
    ];
    for (const _again of [1, 2]) {
      expect(await take('alunos', file)).toEqual({ added: 0, changed: 0, same: 1, conflicts });
      expect(await dataOf(id)).toEqual({ full_name: 'Nina Sá', phone: '19911112222', street: 'Rua B', city: 'Recife' });
    }
  });

  it('a new value against a change in the portal is a conflict, and the rest of the row is imported', async () => {
    const { id, line } = await confirmed();
    await take('alunos', [head, line('19988887777', 'Rua A')]);
    const other = [head, line('19933334444', 'Rua A').replace('Recife', 'Olinda')];
    expect(await take('alunos', other)).toMatchObject({
      changed: 1,
      conflicts: [
        { column: 'telefone', here: '19911112222', file: '19933334444', why: 'mudado' },
        { column: 'rua', why: 'repetido' },
      ],
    });
    expect(await dataOf(id)).toMatchObject({ phone: '19911112222', city: 'Olinda' });
    expect(await take('alunos', other)).toMatchObject({ changed: 0, same: 1 });
  });

  it('the later change counts if the row says when the office changed it', async () => {
    const { id, line } = await confirmed();
    const day = (days: number) => new Date(portal.school.now().getTime() + days * 86_400_000).toISOString();
    const older = await take('alunos', [head, line('19933334444', 'Rua C', day(-1))]);
    expect(older.conflicts).toMatchObject([{ why: 'mudado' }, { why: 'mudado' }]);
    expect(await dataOf(id)).toMatchObject({ phone: '19911112222', street: 'Rua B' });
    expect(await take('alunos', [head, line('19955556666', 'Rua B', day(1))])).toEqual({
      added: 0,
      changed: 1,
      same: 0,
    });
    expect(await dataOf(id)).toMatchObject({ phone: '19955556666', street: 'Rua B' });
    await expect(take('alunos', [head, line('19955556666', 'Rua B', 'ontem')])).rejects.toMatchObject({
      faults: [{ line: 2, column: 'alterado_em', text: expect.stringContaining('Momento inválido') }],
    });
  });

  it('changes by staff stay too, also if the file lacks the column', async () => {
    const { id, matricula, email } = await confirmed();
    await portal.ops.people.updateUser({ id, city: 'Natal' }, helena);
    const short = ['unidade;matricula;nome;email', `${unit};${matricula};Nina Sá;${email}`];
    expect(await take('alunos', short)).toEqual({ added: 0, changed: 0, same: 1 });
    const whole = [`${short[0]};cidade`, `${short[1]};Recife`];
    expect((await take('alunos', whole)).conflicts).toMatchObject([{ here: 'Natal', file: 'Recife' }]);
    expect(await dataOf(id)).toMatchObject({ city: 'Natal' });
  });

  it('a student who confirmed before imports were recorded keeps the data', async () => {
    const { id, line } = await confirmed();
    await portal.school.db.updateTable('users').set({ imported: null }).where('id', '=', id).execute();
    const { conflicts } = await take('alunos', [head, line('19988887777', 'Rua A')]);
    expect(conflicts).toMatchObject([{ why: 'confirmado' }, { why: 'confirmado' }]);
    expect(await dataOf(id)).toMatchObject({ phone: '19911112222', street: 'Rua B' });
  });

  describe('conflicts of a bill', () => {
    const columns = 'unidade;matricula;contrato;numero;total;vencimento;valor;situacao;pago_em;forma';
    async function billed() {
      const { id, matricula } = await confirmed();
      const line = (rest: string) => `${unit};${matricula};Curso;1;1;${rest}`;
      await take('parcelas', [columns, line('10/01/2031;100,00;aberta;;')]);
      const read = () =>
        portal.school.db.selectFrom('parcelas').selectAll().where('user_id', '=', id).executeTakeFirstOrThrow();
      return { id, line, read, bill: (await read()).id };
    }

    it('a payment recorded at the counter stays and is reported, and the file is imported', async () => {
      const { line, read, bill } = await billed();
      const dia = dayIn('America/Sao_Paulo', portal.school.now());
      const paid = await portal.ops.finance.payAtCounter(
        { id: bill, forma: 'dinheiro', dia, total_visto_centavos: 10_000 },
        helena,
      );
      expect(paid.status).toBe(200);
      for (const file of ['10/01/2031;100,00;aberta;;', '10/01/2031;90,00;cancelada;;']) {
        const { preserved, conflicts, ...counts } = await take('parcelas', [columns, line(file)]);
        expect(counts).toEqual({ added: 0, changed: 0, same: 0 });
        expect(preserved).toEqual({ 'pagas no portal, mantidas': [2] });
        expect(conflicts).toContainEqual(expect.objectContaining({ column: 'situacao', here: 'paga', why: 'pago' }));
      }
      expect(await read()).toMatchObject({ status: 'paga', forma: 'dinheiro', valor_centavos: 10_000 });
    });

    it('a due date and a cancellation by staff stay, with day and method of payment', async () => {
      const { line, read, bill } = await billed();
      const day = shiftDay(dayIn('America/Sao_Paulo', portal.school.now()), 20);
      const moved = { vencimento: day, motivo: 'Combinado' };
      const set = await portal.ops.finance.moveDueDay({ id: bill, ...moved }, helena);
      expect(set.status).toBe(200);
      expect((await take('parcelas', [columns, line('10/01/2031;110,00;aberta;;')])).conflicts).toEqual([
        { line: 2, column: 'vencimento', here: formatDay(day), file: '10/01/2031', why: 'repetido' },
      ]);
      expect(await read()).toMatchObject({ vencimento: day, valor_centavos: 11_000 });
      await portal.ops.finance.cancelSchoolBill({ id: bill, motivo: 'Saiu do curso' }, helena);
      const { conflicts } = await take('parcelas', [columns, line('10/01/2031;110,00;paga;09/07/2026;pix')]);
      expect(conflicts).toMatchObject([
        { column: 'vencimento' },
        { column: 'situacao', here: 'cancelada', file: 'paga' },
      ]);
      expect(await read()).toMatchObject({ status: 'cancelada', pago_em: null, forma: null });
    });
  });
});
