import { brands } from '#lib/brand.ts';
import { plural } from '#lib/format/money.ts';
import { listInWords, nameKey } from '#lib/format/text.ts';
import type { Db } from '../../core/db/connection.ts';
import { locked } from '../../core/db/locking.ts';
import { inUnit } from '../../core/db/people.ts';
import { audit } from '../../core/http/audit.ts';
import type { School } from '../../core/http/ctx.ts';
import { Complaint } from './complaint.ts';
import { endSchool, keepReach, type Moving, moveUnitRows } from './move-unit-rows.ts';

/** Carries the report out of a transaction that is rolled back. */
class Trial extends Error {}

interface Wish {
  /** Units, by id or name. */
  units: readonly string[];
  /** The target school, by id or name. */
  school: string;
  isTrial: boolean;
}

/**
 * Moves units with all their data to another school, all or nothing, and removes the former school if no unit is left there. This
 * repairs an installation in which an import created schools (0151).
 *
 * @param isTrial rolls everything back
 * @returns what was done, as lines @throws Complaint
 */
export async function moveUnits(school: Pick<School, 'db' | 'now'>, wish: Wish): Promise<string[]> {
  let lines: string[] = [];
  const work = school.db.transaction().execute(async (tx) => {
    const plan = await planOf(tx, wish);
    lines = await carryOut(school, tx, plan);
    if (wish.isTrial) throw new Trial();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof Trial)) throw error;
  });
  return lines;
}

type SchoolRow = Awaited<ReturnType<typeof schoolsOf>>[number];
type UnitRow = Awaited<ReturnType<typeof unitsOf>>[number];

interface Plan {
  moving: Moving;
  units: readonly UnitRow[];
  from: SchoolRow;
  to: SchoolRow;
}

/** Locks all schools and units: a move is rare, and it touches rows of every area. */
const schoolsOf = (tx: Db) =>
  locked(tx, tx.selectFrom('schools').select(['id', 'nome', 'marca', 'is_demo']).orderBy('id'), 'update').execute();
const unitsOf = (tx: Db) =>
  locked(tx, tx.selectFrom('companies').select(['id', 'nome', 'escola_id']).orderBy('id'), 'update').execute();

async function planOf(tx: Db, wish: Wish): Promise<Plan> {
  const [schools, all] = [await schoolsOf(tx), await unitsOf(tx)];
  const to = oneOf(schools, wish.school, 'escola');
  const units = wish.units.map((each) => oneOf(all, each, 'unidade'));
  const ids = [...new Set(units.map(({ id }) => id))];
  const [first, ...others] = new Set(units.map(({ escola_id }) => escola_id));
  if (first === undefined || others.length > 0) throw new Complaint('Leve de uma vez só as unidades de uma escola.');
  if (first === to.id) throw new Complaint(`Já são da escola ${to.nome}: ${namesIn(units)}.`);
  const from = schools.find(({ id }) => id === first) as SchoolRow;
  if (from.is_demo !== to.is_demo) throw new Complaint('Uma das escolas é a de demonstração: use remover-demo.');
  const twin = units.find(({ nome }) =>
    all.some((each) => each.escola_id === to.id && nameKey(each.nome) === nameKey(nome)),
  );
  if (twin) throw new Complaint(`A escola ${to.nome} já tem a unidade ${twin.nome}: mude antes o nome de uma delas.`);
  const isWhole = all.filter(({ escola_id }) => escola_id === first).length === ids.length;
  const moving = { units: ids, from: first, to: to.id, isWhole };
  await (isWhole ? refuseTwoCoupons(tx, moving) : refuseOwnBooks(tx, moving, from));
  return { moving, units, from, to };
}

const namesIn = (rows: readonly { nome: string }[]) => listInWords(rows.map(({ nome }) => nome));

/** A school or a unit by its id or name. @throws Complaint if none or several match */
function oneOf<Row extends { id: number; nome: string }>(rows: readonly Row[], text: string, what: string): Row {
  const found = /^\d{1,9}$/.test(text)
    ? rows.filter(({ id }) => id === Number(text))
    : rows.filter(({ nome }) => nameKey(nome) === nameKey(text));
  const [row, ...more] = found;
  if (!row) throw new Complaint(`A ${what} “${text}” não existe: veja a lista em escolas.`);
  if (more.length === 0) return row;
  const numbers = listInWords(found.map(({ id }) => String(id)));
  throw new Complaint(`Há mais de uma ${what} “${text}”: diga o número (${numbers}).`);
}

/** Two coupons of one school cannot have the same code. */
async function refuseTwoCoupons(tx: Db, { from, to }: Moving): Promise<void> {
  const rows = await tx
    .selectFrom('cupons')
    .select('name as nome')
    .where('escola_id', '=', from)
    .where('name', 'in', tx.selectFrom('cupons').select('name').where('escola_id', '=', to))
    .execute();
  if (rows.length > 0)
    throw new Complaint(`As duas escolas têm o cupom ${namesIn(rows)}: mude o código de um deles antes.`);
}

/** A book written by a school belongs to that school, so units that use it cannot move without it. */
async function refuseOwnBooks(tx: Db, { units, from }: Moving, { nome }: SchoolRow): Promise<void> {
  const rows = await tx
    .selectFrom('livros')
    .select('livros.nome')
    .where('livros.escola_id', '=', from)
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(
          selectFrom('turmas')
            .select('turmas.id')
            .whereRef('turmas.livro_id', '=', 'livros.id')
            .where('turmas.company_id', 'in', units),
        ),
        exists(
          selectFrom('user_books')
            .innerJoin('users', 'users.id', 'user_books.user_id')
            .$call(inUnit)
            .select('user_books.id')
            .whereRef('user_books.livro_id', '=', 'livros.id')
            .where('companies.id', 'in', units),
        ),
      ]),
    )
    .orderBy('livros.nome')
    .execute();
  if (rows.length === 0) return;
  throw new Complaint(
    `A escola ${nome} escreveu ${namesIn(rows)}, que a unidade usa: leve todas as unidades dela de uma vez.`,
  );
}

async function carryOut({ now }: Pick<School, 'now'>, tx: Db, { moving, units, from, to }: Plan): Promise<string[]> {
  const narrowed = await keepReach(tx, moving);
  const { twins } = await moveUnitRows(tx, moving);
  const moved = moving.isWhole ? await endSchool(tx, moving) : {};
  for (const { id } of units) {
    const deed = { antes: { escola: from.nome }, depois: { escola: to.nome } };
    await audit({ db: tx, now }, 'unit-move', `unit:${id}`, deed);
  }
  const lines = [`${namesIn(units)}: da escola ${from.nome} para a escola ${to.nome}.`];
  if (from.marca !== to.marca) lines.push(`A marca passa a ser ${brands[to.marca].name}.`);
  if (narrowed.length > 0)
    lines.push(
      `Abrem só o que vem junto, e não a escola ${to.nome} inteira: ${listInWords(narrowed)}. Mude isso em Equipe.`,
    );
  if (twins > 0)
    lines.push(`${plural(twins, 'contato tem', 'contatos têm')} o telefone de outro contato da escola: ficam os dois.`);
  if (moving.isWhole)
    lines.push(`A escola ${from.nome} fica sem unidades e sai. Valem as regras da escola ${to.nome}.`);
  for (const [table, text] of Object.entries(ALONG)) {
    const count = moved[table];
    if (count) lines.push(text(count));
  }
  return lines;
}

/** Data of the removed school that the new one should check. */
const ALONG: Readonly<Record<string, (count: number) => string>> = {
  rewards: (count) =>
    `${plural(count, 'recompensa vem', 'recompensas vêm')} junto, fora do catálogo até alguém ativar.`,
  cupons: (count) => `${plural(count, 'cupom vem', 'cupons vêm')} junto, sem valer até alguém ativar.`,
  travel_campaigns: (count) => `${plural(count, 'evento vem', 'eventos vêm')} junto e passa a ser da escola inteira.`,
  usa_turmas: (count) => `${plural(count, 'viagem vem', 'viagens vêm')} junto e passa a ser da escola inteira.`,
  livros: (count) => `${plural(count, 'livro da escola vem', 'livros da escola vêm')} junto.`,
  api_keys: (count) => `${plural(count, 'chave de outro sistema vem', 'chaves de outros sistemas vêm')} junto.`,
};
