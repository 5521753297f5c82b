import { type BrandKey, brands } from '#lib/brand.ts';
import { nameKey } from '#lib/format/text.ts';
import { isTimeZone } from '#lib/rules/time/zones.ts';
import { unitMessages } from '#lib/words/units.ts';
import { within } from '../../core/db/reach.ts';
import { byUnitName, unitCity, unitState } from '../../core/db/units.ts';
import { keepWhole } from '../../identity/people/keep-whole.ts';
import * as cells from './cells.ts';
import { fieldsOf, key, optional, type RowOf, storedOf, valuesOf } from './column.ts';
import { defined, kind, type Row, type Task, withoutRepeats } from './import.ts';
import { isEverybody } from './look-up.ts';
import { firstSaid, merged, noteConflict } from './merge.ts';

/** Above the consumer law's limits (2 % once and 1 % a month): it only catches typing errors. */
const MAX_PERCENT = 10;

const percent = cells.percent(MAX_PERCENT);
const zone = cells.text(60).refine(isTimeZone, 'Fuso desconhecido: use algo como America/Sao_Paulo.');

const columns = {
  unidade: key('companies.nome', cells.text, 'Unidade Centro', 'nome da unidade, nome, filial, polo'),
  escola: { ...optional('schools.nome', cells.text, ''), isKey: true as const },
  marca: optional('schools.marca', cells.oneOf(['knn', 'phenom']), 'knn', 'rede, franquia'),
  cidade: { ...optional('companies.cidade', cells.text, 'Campinas', 'município'), shown: unitCity },
  uf: { ...optional('companies.uf', cells.state, 'SP', 'estado'), shown: unitState },
  telefone: optional('companies.telefone', cells.schoolPhone, '(19) 3233-4455', 'fone, telefone fixo'),
  whatsapp: optional('companies.whatsapp', cells.brazilianPhone, '(19) 99888-7766', 'celular'),
  fuso: optional('companies.timezone', zone, 'America/Sao_Paulo', 'fuso horário'),
  vende_material: optional('companies.venda_direta_allow', cells.flag, 'não', 'vende material didático'),
  razao_social: optional('companies.razao_social', cells.text, 'Escola Exemplo Ltda.', 'nome empresarial'),
  cnpj: optional('companies.cnpj', cells.cnpj, '11.222.333/0001-81'),
  multa: optional('companies.multa_bps', percent, '2%', 'multa por atraso'),
  juros: optional('companies.juros_bps', percent, '1%', 'juros ao mês, mora'),
  carencia_dias: optional('companies.carencia_dias', cells.whole(0, 30), '0', 'dias de carência, carência'),
};
type Sent = Row<RowOf<typeof columns>>;
const fields = { ...fieldsOf(columns, 'schools'), ...fieldsOf(columns, 'companies') };
/** The values of a row are stored in two tables. */
const valuesIn = (row: Sent) => ({ ...valuesOf(columns, row, 'schools'), ...valuesOf(columns, row, 'companies') });

/**
 * Units: contact data, time zone, whether they sell material through the portal, legal identity, and charges for late
 * bills. A new unit belongs to the named school, else to the only one of the sender. No file makes a school; the brand
 * belongs to the school (0151).
 */
export const units = kind({
  columns,
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
  exported: (db, pick) => pick(withSchool(db).orderBy('companies.id')),
});

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
  const { marca: _ofSchool, ...said } = valuesIn(row);
  const timezone = said.timezone ?? school.config.SCHOOL_TIME_ZONE;
  await tx
    .insertInto('companies')
    .values({
      ...{ escola_id: own.id, nome: row.unidade, telefone: null, whatsapp: null, venda_direta_allow: false },
      ...defined(said),
      timezone,
      imported: firstSaid(fields, { ...valuesIn(row), timezone }, task),
    })
    .execute();
  tally.added += 1;
}

/** The late terms. The panel changes them with a money right and from a future day on, so bills already due are not affected. */
const TERMS = ['multa_bps', 'juros_bps', 'carencia_dias'] as const;

/** Changes a known unit. */
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
  const said = valuesIn(row);
  if (!isEverybody(reach)) keepTerms(task, line, before, said);
  const { marca: brand, ...own } = merged(task, row, data, said, fields) ?? {};
  if (brand !== undefined) await tx.updateTable('schools').set({ marca: brand }).where('id', '=', escola_id).execute();
  const ofUnit = defined(own);
  if (Object.keys(ofUnit).length > 0) await tx.updateTable('companies').set(ofUnit).where('id', '=', id).execute();
}

/** Removes the late terms from the values of a row, and reports those that differ from the stored ones. */
function keepTerms(task: Task, line: number, before: KnownUnit, said: ReturnType<typeof valuesIn>): void {
  for (const name of TERMS) {
    const file = said[name];
    const field = fields[name];
    if (field && file !== undefined && file !== before[name]) {
      noteConflict(task, line, field, 'painel', { here: before[name], file });
    }
    delete said[name];
  }
}

const withSchool = (db: Task['tx']) =>
  db.selectFrom('companies').innerJoin('schools', 'schools.id', 'companies.escola_id');

const readUnits = ({ tx, reach }: Task) =>
  withSchool(tx)
    .$call(within(reach))
    .select(['companies.id', 'companies.escola_id', 'companies.nome', 'companies.nomes_antes', 'companies.imported'])
    .select(['schools.nome as escola', ...storedOf(columns, 'schools'), ...storedOf(columns, 'companies')])
    .execute();

type KnownUnit = Awaited<ReturnType<typeof readUnits>>[number];
