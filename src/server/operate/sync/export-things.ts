import { sql } from 'kysely';
import type { ChangeKind, ExportedFields } from '#lib/contract/sync-changes.schema.ts';
import { orderStatus } from '#lib/rules/orders/status.ts';
import type { Db } from '../../core/db/connection.ts';
import { enrolled } from '../../core/db/people.ts';
import { type Reach, within } from '../../core/db/reach.ts';

type Exporter<Kind extends ChangeKind> = (
  db: Db,
  ids: readonly number[],
  reach: Reach,
) => Promise<readonly (readonly [number, ExportedFields<Kind>])[]>;

const exporters: { readonly [Kind in ChangeKind]: Exporter<Kind> } = {
  async pessoas(db, ids, reach) {
    const rows = await enrolled(db)
      .$call(within(reach))
      .select(['users.id', 'companies.nome as unidade', 'drive_users.matricula', 'drive_users.encerrado_em'])
      .select(['users.full_name as nome', 'users.email', 'users.phone as telefone', 'users.cpf'])
      .select(['users.birth_date as nascimento', 'users.cep', 'users.street as rua', 'users.street_number as numero'])
      .select(['users.complement as complemento', 'users.district as bairro', 'users.city as cidade'])
      .select(['users.state as uf', 'users.guardian', 'users.updated_at as confirmado_em'])
      .where('users.id', 'in', ids)
      .where('drive_users.papel', '=', 'aluno')
      .execute();
    return rows.map(({ id, guardian, ...row }) => [id, { ...row, responsavel: guardianOf(guardian) }]);
  },
  async turmas(db, ids, reach) {
    const rows = await db
      .selectFrom('turmas')
      .innerJoin('companies', 'companies.id', 'turmas.company_id')
      .innerJoin('livros', 'livros.id', 'turmas.livro_id')
      .leftJoin('users', 'users.id', 'turmas.professor_user_id')
      .$call(within(reach))
      .select(['turmas.id', 'companies.nome as unidade', 'turmas.nome', 'livros.codigo as livro'])
      .select(['users.full_name as professor', 'turmas.modalidade', 'turmas.sala', 'turmas.inicio', 'turmas.fim'])
      .select(['turmas.status', 'turmas.lugares'])
      .where('turmas.id', 'in', ids)
      .execute();
    return rows.map(({ id, ...row }) => [id, row]);
  },
  async matriculas(db, ids, reach) {
    const rows = await placesInClasses(db, reach)
      .select(['turma_alunos.status', 'turma_alunos.desde', 'turma_alunos.ate'])
      .where('turma_alunos.id', 'in', ids)
      .execute();
    return rows.map(({ lugar: id, ...row }) => [id, row]);
  },
  async parcelas(db, ids, reach) {
    const rows = await db
      .selectFrom('parcelas')
      .innerJoin('companies', 'companies.id', 'parcelas.company_id')
      .innerJoin('contratos', 'contratos.id', 'parcelas.contrato_id')
      .$call(within(reach))
      .select(['parcelas.id', 'companies.nome as unidade', 'parcelas.user_id as pessoa_id'])
      .select(numberOf('parcelas.user_id').as('matricula'))
      .select(['contratos.descricao as contrato', 'parcelas.descricao', 'parcelas.numero', 'parcelas.total'])
      .select(['parcelas.competencia', 'parcelas.vencimento', 'parcelas.valor_centavos', 'parcelas.status'])
      .select(['parcelas.pago_em', 'parcelas.forma', paid.as('pago'), refunded.as('devolvido')])
      .where('parcelas.id', 'in', ids)
      .execute();
    return rows.map(({ id, pago, devolvido, ...row }) => {
      const pago_centavos = row.status === 'paga' && pago !== null ? Number(pago) : null;
      return [id, { ...row, pago_centavos, devolvido_centavos: Number(devolvido) }];
    });
  },
  async pedidos(db, ids, reach) {
    const rows = await db
      .selectFrom('pedidos')
      .innerJoin('companies', 'companies.id', 'pedidos.company_id')
      .innerJoin('drive_users', 'drive_users.id', 'pedidos.drive_user_id')
      .$call(within(reach))
      .select(['pedidos.id', 'companies.nome as unidade', 'pedidos.numero', 'pedidos.user_id as pessoa_id'])
      .select(['drive_users.matricula', 'pedidos.status', 'pedidos.total_centavos', 'pedidos.criado_em'])
      .select(['pedidos.pago_em', 'pedidos.cancelado_em'])
      .where('pedidos.id', 'in', ids)
      .execute();
    return rows.map(({ id, ...row }) => [id, { ...row, status_nome: orderStatus(row.status).name }]);
  },
  async contatos(db, ids, reach) {
    const rows = await db
      .selectFrom('leads')
      .innerJoin('companies', 'companies.id', 'leads.unidade_id')
      .$call(within(reach))
      .select(['leads.id', 'companies.nome as unidade', 'leads.nome', 'leads.telefone', 'leads.email', 'leads.cidade'])
      .select(['leads.status as estado', 'leads.motivo', 'leads.aluno_user_id as pessoa_id', 'leads.enviado_em'])
      .where('leads.id', 'in', ids)
      .execute();
    return [...rows, ...(await openContacts(db, ids, reach))].map(({ id, ...row }) => [id, row]);
  },
  async faltas(db, ids, reach) {
    const rows = await placesInClasses(db, reach)
      .innerJoin('ausencias', 'ausencias.turma_aluno_id', 'turma_alunos.id')
      .innerJoin('aulas', 'aulas.id', 'ausencias.aula_id')
      .select(['ausencias.id', 'aulas.numero as aula', 'aulas.inicio as aula_inicio', 'ausencias.status'])
      .select(['ausencias.motivo', 'ausencias.avisada_em', 'ausencias.decidida_em'])
      .where('ausencias.id', 'in', ids)
      .execute();
    return rows.map(({ id, lugar: _place, ...row }) => [id, row]);
  },
  async chamadas(db, ids, reach) {
    const lessons = await db
      .selectFrom('aulas')
      .innerJoin('turmas', 'turmas.id', 'aulas.turma_id')
      .innerJoin('companies', 'companies.id', 'turmas.company_id')
      .$call(within(reach))
      .select(['aulas.id', 'companies.nome as unidade', 'turmas.id as turma_id', 'turmas.nome as turma'])
      .select(['aulas.numero as aula', 'aulas.inicio as aula_inicio', 'aulas.fim as aula_fim'])
      .select(['aulas.cancelada_em', 'aulas.chamada_em'])
      .where('aulas.id', 'in', ids)
      .execute();
    const rolls: Awaited<ReturnType<typeof rollsOf>> = [];
    for (let from = 0; from < lessons.length; from += ATTENDANCE_AT_ONCE) {
      const some = lessons.slice(from, from + ATTENDANCE_AT_ONCE).map(({ id }) => id);
      rolls.push(...(await rollsOf(db, some)));
    }
    const byLesson = Map.groupBy(rolls, ({ aula_id }) => aula_id);
    return lessons.map(({ id, ...row }) => {
      const presencas = (byLesson.get(id) ?? []).map(({ aula_id: _lesson, ...one }) => one);
      return [id, { ...row, presencas }];
    });
  },
};

/**
 * With few lessons the index finds the attendance records; for a whole page a database would read all attendance of the school.
 */
const ATTENDANCE_AT_ONCE = 25;

const rollsOf = (db: Db, lessons: readonly number[]) =>
  db
    .selectFrom('presencas')
    .innerJoin('turma_alunos', 'turma_alunos.id', 'presencas.turma_aluno_id')
    .select(['presencas.aula_id', 'turma_alunos.user_id as pessoa_id', 'presencas.status', 'presencas.atraso'])
    .select(numberOf('turma_alunos.user_id').as('matricula'))
    .where('presencas.aula_id', 'in', lessons)
    .orderBy('presencas.turma_aluno_id')
    .execute();

/** Contacts without a unit: visible to readers with the whole school in reach, for their brand. */
async function openContacts(db: Db, ids: readonly number[], { escolaId, units }: Reach) {
  if (units !== null) return [];
  return db
    .selectFrom('leads')
    .select(['leads.id', sql<null>`null`.as('unidade'), 'leads.nome', 'leads.telefone', 'leads.email', 'leads.cidade'])
    .select(['leads.status as estado', 'leads.motivo', 'leads.aluno_user_id as pessoa_id', 'leads.enviado_em'])
    .where('leads.id', 'in', ids)
    .where('leads.unidade_id', 'is', null)
    .$if(escolaId !== null, (query) =>
      query.where(
        sql<boolean>`(leads.lugar = 'marca:*' or leads.lugar = (select 'marca:' || marca from schools where id = ${escolaId}))`,
      ),
    )
    .execute();
}

/** A person's student number; empty without an enrolment. */
const numberOf = (person: string) => sql<string>`coalesce((select drive_users.matricula from users
  join drive_users on drive_users.id = users.drive_user_id where users.id = ${sql.ref(person)}), '')`;

const placesInClasses = (db: Db, reach: Reach) =>
  db
    .selectFrom('turma_alunos')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .$call(within(reach))
    .select(['turma_alunos.id as lugar', 'companies.nome as unidade', 'turmas.id as turma_id', 'turmas.nome as turma'])
    .select(['turma_alunos.user_id as pessoa_id', numberOf('turma_alunos.user_id').as('matricula')]);

const paid = sql<number | string | null>`(select sum(charge_items.valor_centavos) from charge_items
  where charge_items.charge_id = parcelas.charge_id and charge_items.parcela_id = parcelas.id)`;
const refunded = sql<number | string>`(select coalesce(sum(refunds.valor_centavos), 0) from refunds
  where refunds.parcela_id = parcelas.id and refunds.status = 'feita')`;

function guardianOf(json: string | null): ExportedFields<'pessoas'>['responsavel'] {
  if (json === null) return null;
  const {
    full_name = '',
    cpf = '',
    email = '',
    phone = '',
    relation = '',
  } = JSON.parse(json) as Record<string, string>;
  return { nome: full_name, cpf, email, telefone: phone, parentesco: relation };
}

/**
 * The current state of things of a kind. Deleted things, and things outside of the reader's reach, are left out.
 *
 * @returns the exported fields of each, by its id
 */
export async function exportThings(
  db: Db,
  kind: ChangeKind,
  ids: readonly number[],
  reach: Reach,
): Promise<ReadonlyMap<number, object>> {
  if (ids.length === 0) return new Map();
  const exported: readonly (readonly [number, object])[] = await exporters[kind](db, ids, reach);
  return new Map(exported);
}
