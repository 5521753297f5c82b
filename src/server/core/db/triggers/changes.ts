import type { Engine } from '../connection.ts';
import { changeTriggers, type Watched } from './note-changes.ts';

/**
 * What changed in the portal, for other systems (0119): one row for each thing, unit and table. Triggers note a change, so
 * that no way of writing can forget it. `pos` is null until a reader has numbered the change.
 *
 * Each table notes in rows of its own: who holds such a row holds the row that changed, so two writers that change things in
 * another order never wait for each other here.
 */
export const changesTriggers = (engine: Engine): string[] => watched.flatMap((each) => changeTriggers(engine, each));

const OF_CLASS = '(select company_id from turmas where id = ROW.turma_id)';
const OF_LESSON = `(select turmas.company_id from aulas join turmas on turmas.id = aulas.turma_id
  where aulas.id = ROW.aula_id)`;
const OF_PLACE = `(select turmas.company_id from turma_alunos join turmas on turmas.id = turma_alunos.turma_id
  where turma_alunos.id = ROW.turma_aluno_id)`;

const watched: readonly Watched[] = [
  {
    kind: 'pessoas',
    table: 'users',
    columns: [
      ...['full_name', 'email', 'phone', 'cpf', 'birth_date', 'cep', 'street', 'street_number', 'complement'],
      ...['district', 'city', 'state', 'guardian', 'updated_at', 'drive_user_id'],
    ],
    things: 'select ROW.id as id',
    // Other systems are told of students alone.
    unit: "(select company_id from drive_users where id = ROW.drive_user_id and papel = 'aluno')",
  },
  {
    kind: 'pessoas',
    table: 'drive_users',
    columns: ['company_id', 'matricula', 'papel', 'encerrado_em'],
    things: 'select users.id from users where users.drive_user_id = ROW.id',
    unit: "(case when ROW.papel = 'aluno' then ROW.company_id end)",
    events: 'update',
  },
  {
    kind: 'turmas',
    table: 'turmas',
    columns: [
      'company_id',
      'livro_id',
      'professor_user_id',
      'nome',
      'modalidade',
      'sala',
      'inicio',
      'fim',
      'status',
      'lugares',
    ],
    things: 'select ROW.id as id',
    unit: 'ROW.company_id',
  },
  {
    kind: 'matriculas',
    table: 'turma_alunos',
    columns: ['turma_id', 'user_id', 'status', 'desde', 'ate'],
    things: 'select ROW.id as id',
    unit: OF_CLASS,
  },
  {
    kind: 'parcelas',
    table: 'parcelas',
    columns: [
      ...['user_id', 'company_id', 'contrato_id', 'descricao', 'numero', 'total', 'competencia', 'vencimento'],
      ...['valor_centavos', 'desconto_centavos', 'credito_centavos', 'abatimento_centavos', 'status', 'pago_em'],
      ...['forma', 'charge_id'],
    ],
    things: 'select ROW.id as id',
    unit: 'ROW.company_id',
  },
  {
    kind: 'parcelas',
    table: 'refunds',
    columns: ['status', 'valor_centavos'],
    things: 'select ROW.parcela_id as id where ROW.parcela_id is not null',
    unit: '(select company_id from parcelas where id = ROW.parcela_id)',
    events: 'insert and update',
  },
  {
    kind: 'pedidos',
    table: 'pedidos',
    columns: ['user_id', 'company_id', 'status', 'total_centavos', 'entrega_tipo', 'pago_em', 'cancelado_em'],
    things: 'select ROW.id as id',
    unit: 'ROW.company_id',
  },
  {
    kind: 'contatos',
    table: 'leads',
    columns: [
      ...['nome', 'telefone', 'email', 'cidade', 'unidade_id', 'status', 'motivo', 'proximo_em'],
      ...['aluno_user_id', 'enviado_em'],
    ],
    things: 'select ROW.id as id',
    unit: 'ROW.unidade_id',
  },
  {
    kind: 'faltas',
    table: 'ausencias',
    columns: ['motivo', 'status', 'decidida_em'],
    things: 'select ROW.id as id',
    unit: OF_PLACE,
  },
  {
    kind: 'chamadas',
    table: 'aulas',
    columns: ['turma_id', 'numero', 'inicio', 'fim', 'cancelada_em', 'chamada_em'],
    things: 'select ROW.id as id',
    unit: '(select company_id from turmas where id = ROW.turma_id)',
  },
  {
    kind: 'chamadas',
    table: 'presencas',
    columns: ['status', 'atraso'],
    things: 'select ROW.aula_id as id',
    unit: OF_LESSON,
    events: 'insert and update',
    isToldWhenGone: true,
  },
];
