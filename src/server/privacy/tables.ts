import { sql } from 'kysely';
import { AVATAR_FOLDER } from '../account/avatar.ts';
import { either, equals, nobody, of, own, type Person, type Rows, toAddress } from './person.ts';

type Row = Record<string, unknown>;
type Values = Record<string, unknown>;

/** What becomes of the rows of a person. */
export type Erasure =
  | 'delete'
  /** Stays as the law has it, without the columns that `set` empties. */
  | { keep: string; set?: (person: Person) => Values }
  /** Stays, and names nobody any more. */
  | { set: (person: Person) => Values };

/** How one table names people. */
export interface PersonalTable {
  table: string;
  rows: Rows;
  /** Rows that go with the person and are not part of the export, such as those that others wrote. */
  alsoErased?: Rows;
  /** Columns that the export leaves out; a text: why the whole table is not in it. */
  leftOut?: readonly string[] | string;
  erasure: Erasure;
  /** The file behind a row: where the store keeps it, and how its owner calls it. */
  file?: (row: Row) => { key: string; name: string };
}

const LAW_BILLS = 'contas pagas e a pagar: guarda fiscal de cinco anos (CTN, art. 173 e 174) e cobrança do que falta';
const LAW_EXCHANGE = 'operações de câmbio: guarda de dez anos';
const LAW_DOCUMENTS = 'documentos emitidos: quem os recebeu pode conferir que são autênticos';
const emptied = (values: Values): Erasure => ({ set: () => values });
const enrolments = own();
const assignments = of('turma_aluno_id', 'turma_alunos', enrolments);
const charges = own();
const orders = own();
const trips = own();
const subscriptions = own();
/** Messages that only devices of this person got; those of a whole school are everybody's. */
const ownMessages: Rows = (person) =>
  sql`id in (select message_id from push_deliveries where user_id = ${person.id} and message_id is not null)
      and id not in (select message_id from push_deliveries where user_id <> ${person.id} and message_id is not null)`;
const mails: Rows = (person) =>
  person.hasAddressAlone
    ? toAddress('recipient')(person)
    : sql`(${toAddress('recipient')(person)} and sent_at is not null)`;
const verified =
  (rows: Rows): Rows =>
  (person) =>
    person.emailVerified ? rows(person) : nobody(person);
const alone =
  (rows: Rows): Rows =>
  (person) =>
    person.hasAddressAlone ? rows(person) : nobody(person);

/**
 * Every table that names people, in the order in which an erasure goes through them: what hangs on a row before the row.
 * A table that is missing here and in `impersonalTables` fails a test.
 */
export const personalTables: readonly PersonalTable[] = [
  // Study.
  { table: 'presencas', rows: assignments, erasure: 'delete' },
  { table: 'notas', rows: assignments, erasure: 'delete' },
  { table: 'ausencias', rows: assignments, erasure: 'delete' },
  { table: 'reposicoes', rows: assignments, erasure: 'delete' },
  {
    table: 'atividade_arquivos',
    rows: of('turma_aluno_atividade_id', 'turma_aluno_atividades', assignments),
    leftOut: ['chave'],
    erasure: 'delete',
    file: ({ chave, nome, id }) => ({ key: String(chave), name: `atividades/${id}-${nome}` }),
  },
  { table: 'turma_aluno_atividades', rows: assignments, erasure: 'delete' },
  { table: 'calendar_feeds', rows: own(), leftOut: ['secret'], erasure: 'delete' },
  { table: 'english_answers', rows: of('test_id', 'english_tests', own()), erasure: 'delete' },
  {
    table: 'leads',
    rows: either(verified(toAddress('email')), of('english_test', 'english_tests', own())),
    alsoErased: either(alone(toAddress('email')), equals('telefone', 'phone')),
    erasure: 'delete',
  },
  { table: 'english_tests', rows: own(), leftOut: ['resume_token'], erasure: 'delete' },
  { table: 'unidade_progressos', rows: of('user_book_id', 'user_books', own()), erasure: 'delete' },
  { table: 'user_books', rows: own(), leftOut: ['uuid', 'code'], erasure: emptied({ user_id: null, linked_at: null }) },
  { table: 'audio_posicoes', rows: own(), erasure: 'delete' },
  { table: 'cartoes', rows: own(), erasure: 'delete' },
  { table: 'revisoes', rows: own(), erasure: 'delete' },
  { table: 'tentativas', rows: own(), erasure: 'delete' },
  { table: 'metas_semanais', rows: own(), erasure: 'delete' },
  { table: 'dias_de_estudo', rows: own(), erasure: 'delete' },
  // Club.
  { table: 'point_lot_uses', rows: of('lot_id', 'point_lots', own()), erasure: 'delete' },
  { table: 'point_lots', rows: own(), erasure: 'delete' },
  { table: 'point_entries', rows: own(), leftOut: ['por_user_id'], erasure: 'delete' },
  { table: 'point_balances', rows: own(), erasure: 'delete' },
  { table: 'point_warnings', rows: own(), erasure: 'delete' },
  { table: 'redemptions', rows: own(), leftOut: ['por_user_id'], erasure: 'delete' },
  { table: 'club_codes', rows: own(), erasure: 'delete' },
  {
    table: 'referral_history',
    rows: of('referral_id', 'referrals', own()),
    leftOut: ['por_user_id'],
    erasure: 'delete',
  },
  { table: 'referrals', rows: own(), erasure: 'delete' },
  // Messages.
  { table: 'push_messages', rows: ownMessages, erasure: 'delete' },
  { table: 'push_deliveries', rows: own(), leftOut: ['token'], erasure: 'delete' },
  { table: 'push_subscriptions', rows: subscriptions, leftOut: ['endpoint', 'p256dh', 'auth'], erasure: 'delete' },
  { table: 'quiet_hours', rows: own(), erasure: 'delete' },
  { table: 'guardian_notices', rows: own(), erasure: 'delete' },
  { table: 'notices', rows: own(), erasure: 'delete' },
  {
    table: 'outbox',
    rows: verified(alone(toAddress('recipient'))),
    alsoErased: mails,
    // They hold links and codes that open the account.
    leftOut: ['subject', 'html', 'text', 'last_error'],
    erasure: 'delete',
  },
  // Money: the bookkeeping stays.
  { table: 'refunds', rows: of('charge_id', 'charges', charges), erasure: { keep: LAW_BILLS } },
  { table: 'charge_items', rows: of('charge_id', 'charges', charges), erasure: { keep: LAW_BILLS } },
  { table: 'charges', rows: charges, erasure: { keep: LAW_BILLS } },
  { table: 'parcelas', rows: own(), erasure: { keep: LAW_BILLS } },
  { table: 'contratos', rows: own(), erasure: { keep: LAW_BILLS } },
  {
    table: 'idempotency_keys',
    rows: ({ id }) => sql`owner = ${`user:${id}`}`,
    leftOut: 'chaves técnicas que impedem um pagamento repetido, apagadas em dias',
    erasure: 'delete',
  },
  { table: 'cupom_usos', rows: own(), erasure: 'delete' },
  {
    table: 'pedido_historico',
    rows: of('pedido_id', 'pedidos', orders),
    leftOut: ['user_id'],
    erasure: emptied({ nota: null, user_id: null }),
  },
  { table: 'pedido_itens', rows: of('pedido_id', 'pedidos', orders), erasure: { keep: LAW_BILLS } },
  {
    table: 'pedidos',
    rows: orders,
    erasure: {
      keep: LAW_BILLS,
      set: () => ({ endereco: null, rastreio: null, motivo_cancelamento: null, turma_aluno_id: null }),
    },
  },
  { table: 'cambio_pagamentos', rows: own(), erasure: { keep: LAW_EXCHANGE } },
  { table: 'cambio_cotacoes', rows: own(), erasure: { keep: LAW_EXCHANGE } },
  { table: 'documents', rows: own(), leftOut: ['chave'], erasure: { keep: LAW_DOCUMENTS } },
  // Study abroad: what it cost stays with the bills.
  {
    table: 'usa_documentos',
    rows: of('request_id', 'usa_requests', trips),
    leftOut: ['chave', 'por_user_id'],
    erasure: 'delete',
    file: ({ chave, nome, id }) => ({ key: String(chave), name: `intercambio/${id}-${nome}` }),
  },
  { table: 'usa_historico', rows: of('request_id', 'usa_requests', trips), leftOut: ['user_id'], erasure: 'delete' },
  { table: 'usa_pagamentos', rows: own(), erasure: 'delete' },
  {
    table: 'usa_requests',
    rows: trips,
    leftOut: ['consentimento_chave', 'consentimento_ip_hash'],
    erasure: 'delete',
  },
  // Travel campaigns: companions are named by whoever brings them, and go with him.
  { table: 'travel_tickets', rows: own(), leftOut: ['usado_por_user_id', 'leitura_chave'], erasure: 'delete' },
  { table: 'travel_participations', rows: own(), erasure: 'delete' },
  // The account.
  { table: 'turma_alunos', rows: enrolments, erasure: 'delete' },
  { table: 'user_actions', rows: own(), erasure: 'delete' },
  {
    table: 'related_users',
    rows: own(),
    alsoErased: own('related_user_id'),
    erasure: 'delete',
  },
  { table: 'driver_tours', rows: own(), erasure: 'delete' },
  { table: 'notification_preferences', rows: own(), erasure: 'delete' },
  { table: 'consents', rows: own(), erasure: 'delete' },
  { table: 'vouched_users', rows: own(), erasure: 'delete' },
  { table: 'sessions', rows: own(), leftOut: ['jti'], erasure: 'delete' },
  {
    table: 'avatars',
    rows: own(),
    leftOut: ['chave'],
    erasure: 'delete',
    file: ({ chave, mime }) => ({
      key: `${AVATAR_FOLDER}/${chave}`,
      name: `fotos/${String(chave).slice(0, 8)}.${String(mime).split('/')[1]}`,
    }),
  },
  {
    table: 'auth_tokens',
    rows: own(),
    leftOut: 'segredos de uso único, dos quais só se guarda uma impressão',
    erasure: 'delete',
  },
  {
    table: 'recovery_requests',
    rows: verified(toAddress('email_key')),
    alsoErased: alone(toAddress('email_key')),
    erasure: 'delete',
  },
  { table: 'audit_log', rows: own(), leftOut: ['data'], erasure: 'delete' },
  { table: 'erasures', rows: own(), erasure: { keep: 'a prova de que o pedido foi cumprido: só um número e datas' } },
  {
    table: 'drive_users',
    rows: ({ driveUserId }) => (driveUserId === null ? sql`1 = 0` : sql`id = ${driveUserId}`),
    erasure: emptied({ nome: 'Conta apagada', matricula: '' }),
  },
  {
    table: 'users',
    rows: own('id'),
    leftOut: ['password_hash', 'token_version', 'email_key'],
    erasure: {
      set: ({ id }) => ({
        email: `apagada-${id}@conta.invalid`,
        email_key: `apagada-${id}@conta.invalid`,
        // No hash looks like this, so no password fits.
        password_hash: '-',
        full_name: 'Conta apagada',
        ...Object.fromEntries(
          [
            'phone',
            'cpf',
            'cep',
            'street',
            'street_number',
            'complement',
            'district',
            'city',
            'state',
            'birth_date',
            'avatar_url',
            'guardian',
            'theme',
            'text_size',
            'club_rules_version',
            'club_since',
            'last_seen_at',
            'updated_at',
          ].map((column) => [column, null]),
        ),
        is_club: false,
        pwa_installed: false,
        email_verified: false,
        is_blocked: true,
      }),
    },
  },
];

/** What others wrote about a person: no part of the export, and it names nobody after an erasure. */
export const writtenByOthers: readonly { table: string; rows: Rows; set: (person: Person) => Values }[] = [
  {
    table: 'referrals',
    rows: either(alone(toAddress('email')), equals('telefone', 'phone'), equals('cpf', 'cpf')),
    set: () => ({
      nome: 'Conta apagada',
      // A friend counts once, by the telephone: each of these is its own.
      telefone: sql`'#' || id`,
      email: null,
      cpf: null,
      cidade: null,
      motivo: null,
    }),
  },
  {
    table: 'audit_log',
    rows: ({ id }) => sql`(target = ${`user:${id}`} or about_user_id = ${id})`,
    set: () => ({ data: null, about_user_id: null }),
  },
  { table: 'turmas', rows: own('professor_user_id'), set: () => ({ professor_user_id: null }) },
  { table: 'point_entries', rows: own('por_user_id'), set: () => ({ por_user_id: null }) },
  { table: 'point_rules', rows: own('por_user_id'), set: () => ({ por_user_id: null }) },
  { table: 'redemptions', rows: own('por_user_id'), set: () => ({ por_user_id: null }) },
  { table: 'referral_history', rows: own('por_user_id'), set: () => ({ por_user_id: null }) },
  { table: 'pedido_historico', rows: own('user_id'), set: () => ({ user_id: null }) },
  { table: 'usa_documentos', rows: own('por_user_id'), set: () => ({ por_user_id: null }) },
  { table: 'usa_historico', rows: own('user_id'), set: () => ({ user_id: null }) },
  { table: 'travel_tickets', rows: own('usado_por_user_id'), set: () => ({ usado_por_user_id: null }) },
];
