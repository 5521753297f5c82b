import type { Insertable } from 'kysely';
import { addMonths } from '#lib/rules/time/days.ts';
import type { Schema } from '../../tables.ts';
import type { SeedClock } from './clock.ts';

/** Adds a row of a table. Tables are written in the order of their first row. */
export type AddRow = <Table extends keyof Schema>(table: Table, row: Insertable<Schema[Table]>) => void;

/** Far above the demo school's ids, so that both fit in one database. */
const BASE = 100_000;
/** A teacher of the demo school. She teaches every made-up class. */
export const TEACHER = 9;
const LESSONS = 24;
const GRADES = 6;
const INSTALLMENTS = 12;
const ENTRIES = 10;
const COMPANIES = [101, 102, 103] as const;
const first = ['Ana', 'Bia', 'Caio', 'Davi', 'Elis', 'Fábio', 'Gael', 'Hugo', 'Iara', 'João', 'Kika', 'Luís', 'Maria'];
const last = ['Souza', 'Lima', 'Reis', 'Prado', 'Melo', 'Castro', 'Pinto', 'Teles', 'Rocha', 'Alves', 'Nunes'];

const classId = (number: number) => BASE + number;
const bookOf = (turma: number) => (turma % 4) + 1;
const companyOf = (turma: number) => COMPANIES[turma % COMPANIES.length] ?? 101;

/** A class of twenty, with its lessons, half of them given, and two released grading periods. */
export function loadClass(add: AddRow, number: number, clock: SeedClock): void {
  const id = classId(number);
  const livro = bookOf(number);
  const began = clock.shift(clock.today, (-7 * LESSONS) / 2);
  add('turmas', {
    id,
    company_id: companyOf(number),
    livro_id: livro,
    professor_user_id: TEACHER,
    nome: `Turma ${String(number).padStart(4, '0')}`,
    modalidade: number % 3 === 0 ? 'online' : 'presencial',
    somente_digital: number % 3 === 0,
    sala: number % 3 === 0 ? null : `Sala ${(number % 9) + 1}`,
    inicio: began,
    fim: clock.shift(began, 7 * (LESSONS - 1)),
    status: 'ativa',
    aulas_total: LESSONS,
  });
  add('turma_horarios', { turma_id: id, dia_semana: clock.weekday(began), inicio: '18:00', fim: '19:30' });
  for (let numero = 1; numero <= LESSONS; numero += 1) {
    const day = clock.shift(began, 7 * (numero - 1));
    add('aulas', {
      id: id * 100 + numero,
      turma_id: id,
      numero,
      titulo: `Aula ${numero}`,
      unidade_id: livro * 100 + Math.ceil(numero / 3),
      inicio: clock.at(day, '18:00'),
      fim: clock.at(day, '19:30'),
      tipo: number % 3 === 0 ? 'online' : 'presencial',
    });
  }
  for (const ordem of [1, 2]) {
    const periodo = id * 10 + ordem;
    add('periodos', {
      id: periodo,
      turma_id: id,
      ordem,
      nome: `${ordem}º período`,
      liberado_em: clock.at(clock.shift(clock.today, -3), '18:00'),
    });
    for (let index = 0; index < GRADES / 2; index += 1) {
      add('avaliacoes', {
        id: periodo * 10 + index,
        periodo_id: periodo,
        nome: `Avaliação ${ordem}.${index + 1}`,
        habilidade: (['listening', 'speaking', 'grammar'] as const)[index] ?? 'geral',
        data: clock.shift(began, ordem * 30 + index),
        nota_maxima: 10,
        peso: 1,
      });
    }
  }
}

interface StudentOptions {
  clock: SeedClock;
  hash: string;
  email: string;
}

/** One student with all the data that pages read. */
export function loadStudent(add: AddRow, number: number, { clock, hash, email }: StudentOptions): void {
  const id = BASE + number;
  const turma = Math.ceil(number / 20);
  const name = `${first[number % first.length]} ${last[number % last.length]}`;
  add('drive_users', { id, company_id: companyOf(turma), matricula: `C${id}`, nome: name, papel: 'aluno' });
  add('users', {
    id,
    drive_user_id: id,
    email,
    email_key: email,
    password_hash: hash,
    full_name: name,
    phone: `199${String(number).padStart(8, '0')}`,
    cep: '13015904',
    street: 'Rua das Palmeiras',
    street_number: String(number),
    city: 'Campinas',
    state: 'SP',
    birth_date: `${1985 + (number % 20)}-0${(number % 9) + 1}-15`,
    is_club: number % 2 === 0,
    club_since: number % 2 === 0 ? clock.at(clock.shift(clock.today, -200), '10:00') : null,
    pwa_installed: false,
    email_verified: true,
    is_blocked: false,
    token_version: 1,
    created_at: clock.at(clock.shift(clock.today, -200), '10:00'),
    updated_at: clock.at(clock.shift(clock.today, -20), '10:00'),
  });
  add('turma_alunos', { id, turma_id: classId(turma), user_id: id, status: 'ativa' });
  add('user_books', {
    id,
    uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    code: `CARGA-LIVRO-${id}`,
    livro_id: bookOf(turma),
    user_id: id,
    linked_at: clock.at(clock.shift(clock.today, -90), '10:00'),
    expires_at: null,
  });
  loadMoney(add, number, id, companyOf(turma), clock);
  loadLearning(add, number, id, turma, clock);
}

function loadMoney(add: AddRow, number: number, id: number, company_id: number, clock: SeedClock): void {
  const start = addMonths(clock.today, -6);
  add('contratos', {
    id,
    user_id: id,
    descricao: 'Inglês · uma vez por semana',
    inicio: start,
    fim: addMonths(start, INSTALLMENTS),
    responsavel: 'O próprio aluno',
  });
  for (let index = 0; index < INSTALLMENTS; index += 1) {
    const vencimento = addMonths(start, index);
    const isPaid = vencimento < clock.today && number % 10 !== 0;
    add('parcelas', {
      id: id * 100 + index,
      contrato_id: id,
      user_id: id,
      company_id,
      descricao: `Mensalidade ${index + 1} de ${INSTALLMENTS}`,
      numero: index + 1,
      total: INSTALLMENTS,
      competencia: vencimento.slice(0, 7),
      vencimento,
      valor_centavos: 29_900,
      desconto_centavos: 0,
      multa_centavos: 0,
      juros_centavos: 0,
      status: isPaid ? 'paga' : 'aberta',
      pago_em: isPaid ? clock.at(vencimento, '09:00') : null,
      forma: isPaid ? 'pix' : null,
      parcelas_max: 1,
    });
  }
  const pontos = 50 + (number % 5) * 10;
  add('point_balances', { user_id: id, saldo: pontos * ENTRIES, lancamentos: ENTRIES });
  for (let index = 0; index < ENTRIES; index += 1) {
    const entry = id * 100 + index;
    const criado_em = clock.at(clock.shift(clock.today, -10 * (ENTRIES - index)), '12:00');
    add('point_entries', {
      id: entry,
      user_id: id,
      tipo: 'credito',
      origem: 'presenca',
      descricao: 'Presença completa no mês',
      pontos,
      status: 'confirmada',
      criado_em,
      expira_em: null,
      referencia: null,
      saldo_apos: pontos * (index + 1),
    });
    add('point_lots', {
      entry_id: entry,
      user_id: id,
      pontos,
      restante: pontos,
      expira_em: '9999-12-31',
      created_at: criado_em,
    });
  }
}

function loadLearning(add: AddRow, number: number, id: number, turma: number, clock: SeedClock): void {
  const held = LESSONS / 2;
  for (let numero = 1; numero <= held; numero += 1) {
    add('presencas', {
      aula_id: classId(turma) * 100 + numero,
      turma_aluno_id: id,
      status: (number + numero) % 8 === 0 ? 'falta' : 'presente',
      confirmada_em: null,
      origem: 'professor',
    });
  }
  for (let index = 0; index < GRADES; index += 1) {
    const periodo = classId(turma) * 10 + (index < GRADES / 2 ? 1 : 2);
    add('notas', {
      turma_aluno_id: id,
      avaliacao_id: periodo * 10 + (index % (GRADES / 2)),
      nota: 5 + ((number + index) % 11) / 2,
      comentario: null,
    });
  }
  for (let index = 0; index < 4; index += 1) {
    add('notices', {
      id: id * 10 + index,
      user_id: id,
      title: 'Aviso da escola',
      body: 'A biblioteca abre aos sábados até o meio-dia.',
      path: '/dashboard',
      category: 'aviso',
      created_at: clock.at(clock.shift(clock.today, -index), '08:00'),
      read_at: index > 1 ? clock.at(clock.today, '08:30') : null,
    });
  }
}
