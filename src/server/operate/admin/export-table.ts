import { Guardian } from '#lib/contract/account.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { formatCnpj } from '#lib/format/documents.ts';
import { formatHundredths } from '#lib/format/money.ts';
import { dayIn } from '#lib/rules/time/zones.ts';
import type { Db } from '../../core/db/connection.ts';
import { enrolled, inUnit, withUnit } from '../../core/db/people.ts';
import { unitCity, unitState } from '../../core/db/units.ts';
import type { School } from '../../core/http/ctx.ts';
import { isPaidOfNothing, openAgain } from '../../money/finance/costless-bills.ts';
import type { KindName } from './kinds.ts';
import { kinds } from './kinds.ts';
import { writeTable } from './table.ts';

type Cells = Record<string, string | null>;

/** A table with the same columns as its import, so that a file can be exported, changed and imported again. */
export async function exportTable(school: School, name: KindName): Promise<string> {
  return writeTable(Object.keys(kinds[name].columns), await readers[name](school.db, school));
}

const WEEKDAYS = ['dom', 'seg', 'ter', 'qua', 'qui', 'sex', 'sab'];
const day = (value: string | null) => value && formatDay(value);
const decimal = (value: number | null) => (value === null ? null : String(value).replace('.', ','));
const yes = (value: boolean) => (value ? 'sim' : 'não');

const readers: Record<KindName, (db: Db, school: School) => Promise<Cells[]>> = {
  async unidades(db) {
    const rows = await db
      .selectFrom('companies')
      .innerJoin('schools', 'schools.id', 'companies.escola_id')
      .selectAll('companies')
      .select(['schools.nome as escola', 'schools.marca', unitCity.as('cidade'), unitState.as('uf')])
      .orderBy('companies.id')
      .execute();
    return rows.map((row) => ({
      unidade: row.nome,
      escola: row.escola,
      marca: row.marca,
      cidade: row.cidade,
      uf: row.uf,
      telefone: row.telefone,
      whatsapp: row.whatsapp,
      fuso: row.timezone,
      vende_material: yes(row.venda_direta_allow),
      razao_social: row.razao_social,
      cnpj: row.cnpj && formatCnpj(row.cnpj),
      multa: formatHundredths(row.multa_bps),
      juros: formatHundredths(row.juros_bps),
      carencia_dias: String(row.carencia_dias),
    }));
  },

  professores: (db) =>
    enrolled(db)
      .select(['companies.nome as unidade', 'users.full_name as nome', 'users.email', 'users.phone as telefone'])
      .where('drive_users.papel', '=', 'professor')
      .orderBy('users.id')
      .execute(),

  async alunos(db) {
    const rows = await enrolled(db)
      .selectAll('users')
      .select(['companies.nome as unidade', 'drive_users.matricula'])
      .where('drive_users.papel', '=', 'aluno')
      .orderBy('users.id')
      .execute();
    return rows.map((row) => {
      const guardian = row.guardian === null ? null : Guardian.parse(JSON.parse(row.guardian));
      return {
        unidade: row.unidade,
        matricula: row.matricula,
        nome: row.full_name,
        email: row.email,
        telefone: row.phone,
        cpf: row.cpf,
        nascimento: day(row.birth_date),
        cep: row.cep,
        rua: row.street,
        numero: row.street_number,
        complemento: row.complement,
        bairro: row.district,
        cidade: row.city,
        uf: row.state,
        responsavel_nome: guardian?.full_name ?? null,
        responsavel_cpf: guardian?.cpf ?? null,
        responsavel_email: guardian?.email ?? null,
        responsavel_telefone: guardian?.phone ?? null,
        responsavel_parentesco: guardian?.relation ?? null,
      };
    });
  },

  async turmas(db) {
    const rows = await db
      .selectFrom('turmas')
      .innerJoin('companies', 'companies.id', 'turmas.company_id')
      .innerJoin('livros', 'livros.id', 'turmas.livro_id')
      .leftJoin('users', 'users.id', 'turmas.professor_user_id')
      .selectAll('turmas')
      .select(['companies.nome as unidade', 'livros.codigo', 'users.email'])
      .orderBy('turmas.id')
      .execute();
    const slots = await db.selectFrom('turma_horarios').selectAll().orderBy('dia_semana').orderBy('inicio').execute();
    const byClass = Map.groupBy(slots, ({ turma_id }) => turma_id);
    return rows.map((row) => ({
      unidade: row.unidade,
      turma: row.nome,
      livro: row.codigo,
      modalidade: row.modalidade,
      sala: row.sala,
      professor_email: row.email,
      inicio: day(row.inicio),
      fim: day(row.fim),
      horarios: (byClass.get(row.id) ?? [])
        .map((slot) => `${WEEKDAYS[slot.dia_semana]} ${slot.inicio}-${slot.fim}`)
        .join(', '),
    }));
  },

  matriculas: (db) =>
    enrolments(db)
      .select(['companies.nome as unidade', 'turmas.nome as turma', 'drive_users.matricula'])
      .select('turma_alunos.status as situacao')
      .orderBy('turma_alunos.id')
      .execute(),

  async exemplares(db, { config }) {
    const rows = await db
      .selectFrom('user_books')
      .innerJoin('livros', 'livros.id', 'user_books.livro_id')
      .leftJoin('users', 'users.id', 'user_books.user_id')
      .$call(withUnit)
      .select(['user_books.code', 'user_books.uuid', 'user_books.expires_at', 'livros.codigo'])
      .select(['companies.nome as unidade', 'companies.timezone', 'drive_users.matricula'])
      .orderBy('user_books.id')
      .execute();
    return rows.map((row) => ({
      codigo: row.code,
      livro: row.codigo,
      uuid: row.uuid,
      unidade: row.unidade,
      matricula: row.matricula,
      // It ends with that day, so this takes the moment before the end.
      validade:
        row.expires_at &&
        formatDay(dayIn(row.timezone ?? config.SCHOOL_TIME_ZONE, new Date(Date.parse(row.expires_at) - 1))),
    }));
  },

  async notas(db) {
    const rows = await enrolments(db)
      .innerJoin('notas', 'notas.turma_aluno_id', 'turma_alunos.id')
      .innerJoin('avaliacoes', 'avaliacoes.id', 'notas.avaliacao_id')
      .innerJoin('periodos', 'periodos.id', 'avaliacoes.periodo_id')
      .selectAll(['avaliacoes', 'notas'])
      .select(['companies.nome as unidade', 'turmas.nome as turma', 'drive_users.matricula'])
      .select(['avaliacoes.nome as avaliacao', 'periodos.nome as periodo', 'periodos.liberado_em'])
      .orderBy('avaliacoes.id')
      .orderBy('turma_alunos.id')
      .execute();
    return rows.map((row) => ({
      unidade: row.unidade,
      turma: row.turma,
      matricula: row.matricula,
      periodo: row.periodo,
      avaliacao: row.avaliacao,
      habilidade: row.habilidade,
      data: day(row.data),
      nota_maxima: decimal(row.nota_maxima),
      peso: decimal(row.peso),
      nota: decimal(row.nota),
      comentario: row.comentario,
      liberar: yes(row.liberado_em !== null),
    }));
  },

  async parcelas(db) {
    const rows = await db
      .selectFrom('parcelas')
      .innerJoin('contratos', 'contratos.id', 'parcelas.contrato_id')
      .innerJoin('users', 'users.id', 'parcelas.user_id')
      .$call(inUnit)
      .selectAll('parcelas')
      .select(['companies.nome as unidade', 'companies.timezone', 'drive_users.matricula'])
      .select('contratos.descricao as contrato')
      .where('contratos.origem', '=', 'curso')
      .where('parcelas.status', '<>', 'em_processamento')
      .orderBy('parcelas.id')
      .execute();
    return rows
      .map((row) => (isPaidOfNothing(row) ? { ...row, ...openAgain } : row))
      .map((row) => ({
        unidade: row.unidade,
        matricula: row.matricula,
        contrato: row.contrato,
        numero: String(row.numero),
        total: String(row.total),
        descricao: row.descricao,
        vencimento: day(row.vencimento),
        valor: formatHundredths(row.valor_centavos),
        desconto: formatHundredths(row.desconto_centavos),
        credito: formatHundredths(row.credito_centavos),
        parcelas_max: String(row.parcelas_max),
        situacao: row.status,
        pago_em: row.pago_em && formatDay(dayIn(row.timezone, new Date(row.pago_em))),
        forma: row.forma,
      }));
  },

  async produtos(db) {
    const rows = await db
      .selectFrom('products')
      .leftJoin('livros', 'livros.id', 'products.livro_id')
      .selectAll('products')
      .select('livros.codigo as livro')
      .orderBy('products.id')
      .execute();
    return rows.map((row) => ({
      codigo: row.codigo,
      nome: row.nome,
      descricao: row.descricao,
      linha: row.linha,
      livro: row.livro,
      exige_teste_nivel: yes(row.exige_teste_nivel),
      estoque: row.estoque,
      prazo_dias: decimal(row.prazo_dias),
      ativo: yes(row.ativo),
    }));
  },

  async recompensas(db) {
    const rows = await db.selectFrom('rewards').selectAll().orderBy('id').execute();
    const units = await db.selectFrom('companies').select(['escola_id', 'nome']).orderBy('id').execute();
    return rows.map((row) => ({
      unidade: units.find(({ escola_id }) => escola_id === row.escola_id)?.nome ?? null,
      nome: row.nome,
      descricao: row.descricao,
      categoria: row.categoria,
      pontos: String(row.pontos),
      estoque: decimal(row.estoque),
      limite_por_aluno: decimal(row.limite_por_aluno),
      entrega: row.entrega,
      desconto: row.desconto_centavos === null ? null : formatHundredths(row.desconto_centavos),
      retirada_dias: decimal(row.retirada_dias),
      regras: row.regras,
      valido_de: day(row.valido_de),
      valido_ate: day(row.valido_ate),
      ativo: yes(row.ativo),
    }));
  },
};

const enrolments = (db: Db) =>
  db
    .selectFrom('turma_alunos')
    .innerJoin('turmas', 'turmas.id', 'turma_alunos.turma_id')
    .innerJoin('companies', 'companies.id', 'turmas.company_id')
    .innerJoin('users', 'users.id', 'turma_alunos.user_id')
    .innerJoin('drive_users', 'drive_users.id', 'users.drive_user_id');
