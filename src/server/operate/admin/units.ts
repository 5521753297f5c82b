import { z } from 'zod';
import { type BrandKey, brands } from '#lib/brand.ts';
import { formatHundredths } from '#lib/format/money.ts';
import { nameKey } from '#lib/format/text.ts';
import { isTimeZone } from '#lib/rules/time/zones.ts';
import { unitMessages } from '#lib/words/units.ts';
import { within } from '../../core/db/reach.ts';
import { byUnitName, unitCity, unitState } from '../../core/db/units.ts';
import { keepWhole } from '../../identity/people/keep-whole.ts';
import * as cells from './cells.ts';
import { optional, required } from './columns.ts';
import { defined, kind, type Row, withoutRepeats } from './import-table.ts';
import { isEverybody } from './look-up.ts';
import { type Fields, firstSaid, merged, noteConflict } from './merge-row.ts';

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
 * bills. A new unit belongs to the named school, else to the only one of the sender. No file makes a school; the brand
 * belongs to the school (0151).
 */
export const units = kind({
  columns: {
    unidade: required('Unidade Centro', 'nome da unidade', 'nome', 'filial', 'polo'),
    escola: optional(''),
    marca: optional('knn', 'rede', 'franquia'),
    cidade: optional('Campinas', 'município'),
    uf: optional('SP', 'estado'),
    telefone: optional('(19) 3233-4455', 'fone', 'telefone fixo'),
    whatsapp: optional('(19) 99888-7766', 'celular'),
    fuso: optional('America/Sao_Paulo', 'fuso horário'),
    vende_material: optional('não', 'vende material didático'),
    razao_social: optional('Escola Exemplo Ltda.', 'nome empresarial'),
    cnpj: optional('11.222.333/0001-81'),
    multa: optional('2%', 'multa por atraso'),
    juros: optional('1%', 'juros ao mês', 'mora'),
    carencia_dias: optional('0', 'dias de carência', 'carência'),
  },
  row: UnitRow,
  async write(task, rows) {
    const known = byUnitName(await readUnits(task));
    const schoolOf = await schoolsOf(task);
    const keyOf = ({ unidade }: Sent) => String(known.get(nameKey(unidade))?.id ?? nameKey(unidade));
    for (const row of withoutRepeats(task, rows, keyOf)) {
      const before = known.get(nameKey(row.unidade));
      if (before) await change(task, row, before);
      else await add(task, row, schoolOf);
      task.done(1);
    }
  },
});

type Sent = Row<z.output<typeof UnitRow>>;

interface SchoolOfFile {
  id: number;
  nome: string;
  marca: BrandKey;
}

/** The school of each new unit: the named one, else the only one that the sender reaches. Null: the row has a fault. */
async function schoolsOf({ tx, fault, reach }: Task): Promise<(row: Sent) => SchoolOfFile | null> {
  const all = await tx
    .selectFrom('schools')
    .select(['id', 'nome', 'marca'])
    .$if(reach.escolaId !== null, (query) => query.where('id', '=', reach.escolaId))
    .orderBy('id')
    .execute();
  const byName = new Map(all.map((school) => [nameKey(school.nome), school]));
  return ({ line, escola }) => {
    const found = escola === undefined ? (all.length === 1 ? all[0] : undefined) : byName.get(nameKey(escola));
    if (found) return found;
    const what = escola === undefined ? SEVERAL : unitMessages.noSchool(escola);
    const then = escola === undefined ? '' : isEverybody(reach) ? BY_COMMAND : BY_NO_FILE;
    fault(line, `${what}${then}`, 'escola');
    return null;
  };
}

const SEVERAL = 'Diga a escola: há mais de uma.';
const BY_COMMAND = ' Crie-a antes com criar-gestora.';
const BY_NO_FILE = ' Uma planilha não cria escolas: deixe a coluna vazia.';

/** What a row says, by the columns of the database. */
const saidIn = (row: Sent) => ({
  ...{ marca: row.marca, cidade: row.cidade, uf: row.uf, telefone: row.telefone, whatsapp: row.whatsapp },
  ...{ timezone: row.fuso, venda_direta_allow: row.vende_material },
  ...{ razao_social: row.razao_social, cnpj: row.cnpj },
  ...{ multa_bps: row.multa, juros_bps: row.juros, carencia_dias: row.carencia_dias },
});

async function add(task: Task, row: Sent, schoolOf: (row: Sent) => SchoolOfFile | null): Promise<void> {
  const { tx, fault, tally, school, reach } = task;
  if (reach.units !== null) {
    const words = 'Uma unidade nova pede o acesso a todas as unidades da escola: peça a quem cuida dele.';
    return fault(row.line, words);
  }
  const own = schoolOf(row);
  if (!own) return;
  if (row.marca !== undefined && row.marca !== own.marca) {
    const words = `A escola “${own.nome}” é ${brands[own.marca].shortName}: a marca é da escola inteira.`;
    return fault(row.line, words, 'marca');
  }
  if (school.session) await keepWhole(tx, school.session.userId);
  const { marca: _ofSchool, ...said } = saidIn(row);
  const timezone = said.timezone ?? school.config.SCHOOL_TIME_ZONE;
  await tx
    .insertInto('companies')
    .values({
      ...{ escola_id: own.id, nome: row.unidade, telefone: null, whatsapp: null, venda_direta_allow: false },
      ...defined(said),
      timezone,
      imported: firstSaid(fields, { ...saidIn(row), timezone }, task),
    })
    .execute();
  tally.added += 1;
}

/** What late bills cost. The panel changes it with the right of money and from a day on, so bills that fell due stay. */
const TERMS = ['multa_bps', 'juros_bps', 'carencia_dias'] as const;

/** Changes a known unit. Two tables hold the values of one row. */
async function change(task: Task, row: Sent, before: KnownUnit): Promise<void> {
  const { tx, fault, reach } = task;
  const { line, escola, marca } = row;
  const { id, escola_id, nome: _name, nomes_antes: _former, escola: _school, ...data } = before;
  if (escola !== undefined && nameKey(escola) !== nameKey(before.escola)) {
    return fault(line, `Esta unidade é da escola “${before.escola}”.`, 'escola');
  }
  if (marca !== undefined && marca !== before.marca && reach.units !== null) {
    return fault(line, 'A marca é da escola inteira: peça a quem cuida de todas as unidades.', 'marca');
  }
  const said: Said = saidIn(row);
  if (!isEverybody(reach)) keepTerms(task, line, before, said);
  const { marca: brand, ...own } = merged(task, row, data, said, fields) ?? {};
  if (brand !== undefined) await tx.updateTable('schools').set({ marca: brand }).where('id', '=', escola_id).execute();
  const ofUnit = defined(own);
  if (Object.keys(ofUnit).length > 0) await tx.updateTable('companies').set(ofUnit).where('id', '=', id).execute();
}

/** Takes the terms of late bills out of what a row says, and notes those that differ. */
function keepTerms(task: Task, line: number, before: KnownUnit, said: Said): void {
  for (const name of TERMS) {
    const file = said[name];
    const field = fields[name];
    if (field && file !== undefined && file !== before[name]) {
      noteConflict(task, line, field, 'painel', { here: before[name], file });
    }
    delete said[name];
  }
}

type Task = Parameters<(typeof units)['write']>[0];

const readUnits = ({ tx, reach }: Task) =>
  tx
    .selectFrom('companies')
    .$call(within(reach))
    .innerJoin('schools', 'schools.id', 'companies.escola_id')
    .select(['companies.id', 'companies.escola_id', 'companies.nome', 'companies.nomes_antes'])
    .select(['schools.nome as escola', 'schools.marca', unitCity.as('cidade'), unitState.as('uf')])
    .select(['companies.telefone', 'companies.whatsapp', 'companies.timezone', 'companies.venda_direta_allow'])
    .select(['companies.razao_social', 'companies.cnpj'])
    .select(['companies.multa_bps', 'companies.juros_bps', 'companies.carencia_dias', 'companies.imported'])
    .execute();

type KnownUnit = Awaited<ReturnType<typeof readUnits>>[number];
type Said = Partial<Omit<KnownUnit, 'id' | 'escola_id' | 'nome' | 'nomes_antes' | 'escola' | 'imported'>>;
