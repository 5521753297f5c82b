import { z } from 'zod';
import { formatHundredths } from '#lib/format/money.ts';
import { nameKey } from '#lib/format/text.ts';
import { isTimeZone } from '#lib/rules/time/zones.ts';
import { unitCity, unitState } from '../db/place.ts';
import { within } from '../db/reach.ts';
import * as cells from './cells.ts';
import { defined, kind, withoutRepeats } from './import-table.ts';
import { isEverybody, mayWriteShared } from './look-up.ts';
import { type Fields, firstSaid, merged } from './merge-row.ts';

/** Above the consumer law's limits (2 % once and 1 % a month): it only catches typing errors. */
const MAX_PERCENT = 10;

const UnitRow = z.object({
  unidade: cells.text(120),
  escola: cells.optional(cells.text(120)),
  marca: cells.optional(cells.oneOf(['knn', 'phenom'])),
  cidade: cells.optional(cells.text(80)),
  uf: cells.optional(cells.state),
  telefone: cells.optional(cells.schoolPhone),
  whatsapp: cells.optional(cells.phone),
  fuso: cells.optional(cells.text(60).refine(isTimeZone, 'Fuso desconhecido: use algo como America/Sao_Paulo.')),
  vende_material: cells.optional(cells.flag),
  razao_social: cells.optional(cells.text(150)),
  cnpj: cells.optional(cells.cnpj),
  multa: cells.optional(cells.percent(MAX_PERCENT)),
  juros: cells.optional(cells.percent(MAX_PERCENT)),
  carencia_dias: cells.optional(cells.whole(0, 30)),
});

const percents = (bps: number) => `${formatHundredths(bps)}%`;
const fields: Fields<Said> = {
  marca: { column: 'marca' },
  cidade: { column: 'cidade' },
  uf: { column: 'uf' },
  telefone: { column: 'telefone' },
  whatsapp: { column: 'whatsapp' },
  timezone: { column: 'fuso' },
  venda_direta_allow: { column: 'vende_material', words: (value: boolean) => (value ? 'sim' : 'não') },
  razao_social: { column: 'razao_social' },
  cnpj: { column: 'cnpj' },
  multa_bps: { column: 'multa', words: percents },
  juros_bps: { column: 'juros', words: percents },
  carencia_dias: { column: 'carencia_dias' },
};

/**
 * Units: contact data, time zone, whether they sell material through the portal, legal identity, and charges for late
 * bills. A new unit names its school, which is made if none has that name; the brand belongs to the school.
 */
export const units = kind({
  columns: {
    unidade: true,
    escola: false,
    marca: false,
    cidade: false,
    uf: false,
    telefone: false,
    whatsapp: false,
    fuso: false,
    vende_material: false,
    razao_social: false,
    cnpj: false,
    multa: false,
    juros: false,
    carencia_dias: false,
  },
  row: UnitRow,
  async write(task, rows) {
    const { tx, fault, tally, school, reach } = task;
    const known = new Map((await readUnits(task)).map((each) => [nameKey(each.unidade), each]));
    const schools = new Map(
      (await tx.selectFrom('schools').select(['id', 'nome']).execute()).map(({ id, nome }) => [nameKey(nome), id]),
    );
    const once = withoutRepeats(task, rows, ({ unidade }) => nameKey(unidade));
    const fresh = once.filter(({ unidade }) => !known.has(nameKey(unidade)));
    const mayAdd = fresh.length === 0 || (await mayWriteShared(task, fresh));
    for (const row of once) {
      const { line, unidade, escola, marca, cidade, uf, fuso, vende_material, telefone, whatsapp } = row;
      const ofBills = {
        razao_social: row.razao_social,
        cnpj: row.cnpj,
        multa_bps: row.multa,
        juros_bps: row.juros,
        carencia_dias: row.carencia_dias,
      };
      const said = {
        ...{ marca, cidade, uf, telefone, whatsapp },
        ...{ timezone: fuso, venda_direta_allow: vende_material },
        ...ofBills,
      };
      const before = known.get(nameKey(unidade));
      if (before) {
        const { id, escola_id, unidade: _name, ...data } = before;
        if (escola !== undefined && nameKey(escola) !== nameKey(before.escola)) {
          fault(line, `Esta unidade é da escola “${before.escola}”.`, 'escola');
        } else if (marca !== undefined && marca !== before.marca && reach.units !== null) {
          fault(line, 'A marca é da escola inteira: peça a quem cuida de todas as unidades.', 'marca');
        } else {
          const changed = merged(task, row, data, said, fields);
          if (changed && !isEverybody(reach) && TERMS.some((name) => changed[name] !== undefined)) {
            fault(line, 'Multa, juros e carência mudam no painel, em Financeiro, com o dia em que começam a valer.');
          } else if (changed) await change(task, { id, escola_id }, changed);
        }
      } else if (mayAdd) {
        const name = escola ?? unidade;
        const escola_id = schools.get(nameKey(name)) ?? (await addSchool());
        if (escola_id !== null) {
          schools.set(nameKey(name), escola_id);
          await tx
            .insertInto('companies')
            .values({
              escola_id,
              nome: unidade,
              telefone: telefone ?? null,
              whatsapp: whatsapp ?? null,
              cidade: cidade ?? null,
              uf: uf ?? null,
              timezone: fuso ?? school.config.SCHOOL_TIME_ZONE,
              venda_direta_allow: vende_material ?? false,
              ...defined(ofBills),
              imported: firstSaid(fields, { ...said, timezone: fuso ?? school.config.SCHOOL_TIME_ZONE }, task),
            })
            .execute();
          tally.added += 1;
        }
        async function addSchool(): Promise<number | null> {
          if (cidade === undefined || uf === undefined) {
            fault(line, 'Uma escola nova precisa de cidade e UF.', cidade === undefined ? 'cidade' : 'uf');
            return null;
          }
          const made = await tx
            .insertInto('schools')
            .values({ nome: name, marca: marca ?? 'knn', cidade, uf })
            .returning('id')
            .executeTakeFirstOrThrow();
          return made.id;
        }
      }
      task.done(1);
    }
  },
});

/** What late bills cost. The panel changes it with the right of money and from a day on, so bills that fell due stay. */
const TERMS = ['multa_bps', 'juros_bps', 'carencia_dias'] as const;

type Task = Parameters<(typeof units)['write']>[0];

const readUnits = ({ tx, reach }: Task) =>
  tx
    .selectFrom('companies')
    .$call(within(reach))
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['companies.id', 'companies.escola_id', 'companies.nome as unidade', 'schools.nome as escola'])
    .select(['schools.marca', unitCity.as('cidade'), unitState.as('uf')])
    .select(['companies.telefone', 'companies.whatsapp', 'companies.timezone', 'companies.venda_direta_allow'])
    .select(['companies.razao_social', 'companies.cnpj'])
    .select(['companies.multa_bps', 'companies.juros_bps', 'companies.carencia_dias', 'companies.imported'])
    .execute();

type Said = Partial<Omit<Awaited<ReturnType<typeof readUnits>>[number], 'id' | 'escola_id' | 'unidade' | 'escola'>>;

/** Two tables hold the values of one row. */
async function change({ tx }: Task, unit: { id: number; escola_id: number }, said: Said): Promise<void> {
  const { marca, ...own } = said;
  const ofSchool = defined({ marca });
  const ofUnit = defined(own);
  if (Object.keys(ofSchool).length > 0)
    await tx.updateTable('schools').set(ofSchool).where('id', '=', unit.escola_id).execute();
  if (Object.keys(ofUnit).length > 0) await tx.updateTable('companies').set(ofUnit).where('id', '=', unit.id).execute();
}
