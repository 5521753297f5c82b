import type { Generated } from 'kysely';
import type { Right } from '#lib/contract/account.schema.ts';
import type { AbroadSchema } from './abroad-types.ts';
import type { AbsenceSchema } from './absence-types.ts';
import type { ClubSchema } from './club-types.ts';
import type { PushSchema } from './device-types.ts';
import type { LeadSchema } from './lead-types.ts';
import type { MoneySchema } from './money-types.ts';
import type { OwnBookSchema } from './own-book-types.ts';
import type { PracticeSchema } from './practice-types.ts';
import type { PrivacySchema } from './privacy-types.ts';
import type { PromoSchema } from './promo-types.ts';
import type { StudentSchema } from './student-types.ts';
import type { SyncSchema } from './sync-types.ts';
import type { TravelSchema } from './travel-types.ts';
import type { UnitStanding } from './unit-types.ts';

/** ISO-8601 UTC text. */
type Instant = string;
/** `YYYY-MM-DD`. */
type Day = string;
/** JSON kept as text. */
type Json = string;

/** Every table of the embedded school. Flags are booleans here: see `booleans.ts`. */
export interface Schema
  extends PracticeSchema,
    MoneySchema,
    ClubSchema,
    PushSchema,
    PrivacySchema,
    AbroadSchema,
    AbsenceSchema,
    LeadSchema,
    SyncSchema,
    StudentSchema,
    PromoSchema,
    OwnBookSchema,
    TravelSchema {
  schools: {
    id: Generated<number>;
    nome: string;
    marca: 'knn' | 'phenom';
    cidade: string;
    uf: string;
    /** When people get no push, clock times; null: the portal's hours. Equal: never. */
    silencio_de: string | null;
    silencio_ate: string | null;
    /** Most messages of staff for one person in 24 hours and in 7 days; null: the portal's number, 0: no limit. */
    mensagens_dia: Generated<number | null>;
    mensagens_semana: Generated<number | null>;
    confirma_centavos: Generated<number | null>;
    confirma_pontos: Generated<number | null>;
    /** Made by the seed: everybody knows its accounts' passwords. */
    is_demo: Generated<boolean>;
  };
  companies: UnitStanding & {
    id: Generated<number>;
    escola_id: number;
    nome: string;
    telefone: string | null;
    whatsapp: string | null;
    /** Null: those of the school. Queries read `unitCity` and `unitState` (place.ts). */
    cidade: string | null;
    uf: string | null;
    timezone: string;
    venda_direta_allow: boolean;
    /** The legal recipient of payments; `cnpj` without punctuation. */
    razao_social: string | null;
    cnpj: string | null;
    /** Fine and monthly interest in hundredths of a per cent, and days without either. */
    multa_bps: Generated<number>;
    juros_bps: Generated<number>;
    carencia_dias: Generated<number>;
    /** Terms that hold for bills due before a day: see `termsOn`. */
    termos_antes: Generated<string | null>;
    /** What the office's file last said of the row (0121). */
    imported: Json | null;
  };
  drive_users: {
    id: Generated<number>;
    company_id: number;
    matricula: string;
    nome: string;
    papel: 'aluno' | 'responsavel' | 'professor' | 'equipe';
    /** The last day of the student's course; null: it goes on. */
    encerrado_em: Day | null;
  };
  users: {
    id: Generated<number>;
    drive_user_id: number | null;
    /** The school of the enrolment. The database keeps it, for lists by name (0079). */
    school_id: Generated<number | null>;
    /** Name, address and number as a search compares them. The database keeps it (0158). */
    search_text: Generated<string | null>;
    email: string;
    /** Lower case, for look-ups. Several accounts may share it. */
    email_key: string;
    password_hash: string;
    full_name: string;
    phone: string | null;
    cpf: string | null;
    cep: string | null;
    street: string | null;
    street_number: string | null;
    complement: string | null;
    district: string | null;
    city: string | null;
    state: string | null;
    birth_date: Day | null;
    avatar_url: string | null;
    /** `{full_name, cpf, email, phone, relation}`. */
    guardian: Json | null;
    theme: 'claro' | 'escuro' | 'sistema' | null;
    text_size: 'normal' | 'grande' | null;
    is_club: boolean;
    club_rules_version: string | null;
    /** When the member joined; null outside the club. */
    club_since: Instant | null;
    pwa_installed: boolean;
    email_verified: boolean;
    is_blocked: boolean;
    /** Blocked by the end of the course: logs in to export the own data or ask for erasure, and for nothing else (0153). */
    own_data_only: Generated<boolean>;
    /** Blocked by a start without the demo, not by a person. */
    closed_with_demo: Generated<boolean>;
    /** Came with the demo: a made-up account whose first password everybody knows. */
    is_demo: Generated<boolean>;
    /** A student whose course goes on and who is in no class now: kept by triggers, see the step 0112. */
    is_without_class: Generated<boolean>;
    /** Goes up to end every token issued so far (S16). */
    token_version: number;
    last_seen_at: Instant | null;
    created_at: Instant;
    /** When the owner last confirmed the registration (VALID-02, VALID-03). */
    updated_at: Instant | null;
    /** When a person last changed the data here; null: not since this is kept. */
    changed_at: Instant | null;
    /** What the office's file last said of the row (0121). */
    imported: Json | null;
  };
  /** SQLite: the index of a search over `users`. PostgreSQL has a function of this name (0079). */
  people_grams: { rowid: number };
  user_actions: { user_id: number; action_id: number };
  /** What staff may work with (0093). `company_id` null: all units of the school. */
  staff_rights: { id: Generated<number>; user_id: number; direito: Right; company_id: number | null };
  related_users: { user_id: number; related_user_id: number };
  driver_tours: { user_id: number; route: string; done_at: Instant };
  notification_preferences: { user_id: number; category: string; enabled: boolean };
  /** Single-use secrets: only their hash is kept. */
  auth_tokens: {
    id: Generated<number>;
    kind: 'reset' | 'reset_code' | 'verify_email' | 'choice' | 'second_step' | 'passkey' | 'invite' | 'invite_code';
    token_hash: string;
    user_id: number | null;
    /** `choice`: the listed user ids and the scope. `reset`: every account it may reset; `invite`: the address that got it. */
    data: Json | null;
    tries: number;
    created_at: Instant;
    expires_at: Instant;
    used_at: Instant | null;
  };
  /** Who of several processes does what one alone does (0082). `until`: milliseconds since 1970. */
  leases: { name: string; holder: string; until: number; wakes: Generated<number> };
  /** Tokens after a logout: refused until they would have expired (AUTH-23, S16). */
  ended_tokens: { jti: string; expires_at: Instant };
  /**
   * Recovery requests, for known and unknown addresses. A job handles them outside the request, so that the time of the
   * answer tells nothing (AUTH-20).
   */
  recovery_requests: {
    id: Generated<number>;
    email_key: string;
    is_access_code: boolean;
    created_at: Instant;
    handled_at: Instant | null;
  };
  outbox: {
    id: Generated<number>;
    kind: string;
    recipient: string;
    subject: string;
    html: string;
    text: string;
    created_at: Instant;
    claimed_until: Instant | null;
    attempts: number;
    sent_at: Instant | null;
    last_error: string | null;
    unsubscribe: Generated<string | null>;
  };
  audit_log: {
    id: Generated<number>;
    user_id: number | null;
    action: string;
    target: string;
    at: Instant;
    /** `{antes?, depois?}`: values by the name of their field. */
    data: Json | null;
    /** The person concerned. */
    about_user_id: number | null;
    /** The school's day. */
    day: Generated<Day>;
    /** How often it was seen on this day; 1 for a deed. */
    times: Generated<number>;
    /** When it was seen last on this day. */
    last_at: Generated<Instant | null>;
    /** Of a view: the thing and the day. A person has one line for each. */
    view_key: Generated<string | null>;
  };
  postal_codes: { cep: string; answer: Json; fetched_at: Instant };

  unidades: {
    id: Generated<number>;
    livro_id: number;
    numero: number;
    titulo: string;
    pagina_inicial: number | null;
    audios_total: number;
    palavras_total: number;
    testes_total: number;
  };
  user_books: {
    id: Generated<number>;
    uuid: string;
    code: string;
    livro_id: number;
    user_id: number | null;
    linked_at: Instant | null;
    expires_at: Instant | null;
    /** The batch that made it; null: a table of copies. */
    lote_id: number | null;
    /** The school that it was made for; null: unknown. */
    escola_id: number | null;
    /** What the office's file last said of the row (0121). */
    imported: Json | null;
  };
  unidade_progressos: {
    user_book_id: number;
    unidade_id: number;
    audios_ouvidos: number;
    palavras_dominadas: number;
    testes_feitos: number;
    concluida_em: Instant | null;
    atualizado_em: Instant;
  };
  turmas: {
    id: Generated<number>;
    company_id: number;
    livro_id: number;
    professor_user_id: number | null;
    nome: string;
    modalidade: 'presencial' | 'online' | 'hibrida';
    somente_digital: boolean;
    sala: string | null;
    inicio: Day;
    fim: Day;
    status: 'futura' | 'ativa' | 'concluida' | 'trancada';
    aulas_total: number;
    /** Places in the class, also for students who make up a lesson. */
    lugares: Generated<number>;
    /** Where the class meets online, unless a lesson has a link of its own. */
    link_reuniao: string | null;
    /** What the office's file last said of the row (0121). */
    imported: Json | null;
  };
  turma_horarios: { turma_id: number; dia_semana: number; inicio: string; fim: string };
  aulas: {
    id: Generated<number>;
    turma_id: number;
    numero: number;
    titulo: string;
    conteudo: string | null;
    unidade_id: number | null;
    inicio: Instant;
    fim: Instant;
    tipo: 'presencial' | 'online';
    cancelada_em: Instant | null;
    link_reuniao: string | null;
    gravacao_url: string | null;
    licao_de_casa: string | null;
    /** Who stands in for the teacher of the class. */
    professor_user_id: number | null;
    /** Another room than that of the class. */
    sala: string | null;
    /** Where the timetable had the lesson, once it was moved. */
    inicio_previsto: Instant | null;
    movida_em: Instant | null;
    /** When the teacher took the roll. */
    chamada_em: Instant | null;
    /** The cancelled lesson that this one makes up for. */
    repoe_aula_id: number | null;
    /** The closed day that cancelled it; the day may be off the list again. */
    dia_fechado_id: number | null;
  };
  presencas: {
    aula_id: number;
    turma_aluno_id: number;
    status: 'presente' | 'falta' | 'justificada' | 'reposta';
    confirmada_em: Instant | null;
    origem: 'portal' | 'qr' | 'professor' | null;
    /** Present, but late. */
    atraso: Generated<boolean>;
  };
  /** Days without lessons. `company_id` null: in all units of the school. */
  /** A grading period; its grades are shown from `liberado_em` on. */
  periodos: { id: Generated<number>; turma_id: number; ordem: number; nome: string; liberado_em: Instant | null };
  avaliacoes: {
    id: Generated<number>;
    periodo_id: number;
    nome: string;
    habilidade: 'listening' | 'speaking' | 'reading' | 'writing' | 'grammar' | 'geral';
    data: Day;
    nota_maxima: number;
    peso: number;
  };
  notas: {
    turma_aluno_id: number;
    avaliacao_id: number;
    nota: number;
    comentario: string | null;
    /** When the student got notice of the grade, or the portal decided to send none. */
    avisada_em: Instant | null;
    /** What the office's file last said of the row (0121). */
    imported: Json | null;
  };
  turma_atividades: {
    id: Generated<number>;
    turma_id: number;
    aula_id: number | null;
    titulo: string;
    descricao: string;
    tipo: 'tarefa' | 'leitura' | 'audio' | 'presenca';
    prazo: Instant | null;
    aceita_envio: boolean;
    /** File endings, such as `["pdf","jpg"]`. */
    formatos: Json;
    tamanho_max_bytes: number;
    unidade_id: number | null;
    /** The best mark of a correction. */
    nota_maxima: Generated<number>;
    /** Whether the club gives points for work in time. */
    vale_pontos: Generated<boolean>;
    criada_em: Instant | null;
  };
  /** One student's work on an activity; the first event makes the row. */
  turma_aluno_atividades: {
    id: Generated<number>;
    turma_atividade_id: number;
    turma_aluno_id: number;
    dispensada: boolean;
    nota: number | null;
    comentario: string | null;
    corrigida_em: Instant | null;
    presenca_confirmada_em: Instant | null;
    /** When the first file came; null while nothing is handed in. */
    entregue_em: Instant | null;
    /** When the teacher gave it back to be done again; null once it is handed in again. */
    devolvida_em: Instant | null;
  };
  atividade_arquivos: {
    id: Generated<number>;
    turma_aluno_atividade_id: number;
    tipo: 'envio' | 'correcao';
    n: number;
    /** The sender's name for the file: shown, never used as a path. */
    nome: string;
    mime: string;
    tamanho_bytes: number;
    /** Key of the bytes in the storage. */
    chave: string;
    enviado_em: Instant;
  };
  /** The address of a private calendar. The portal shows it again, so it keeps the secret itself. */
  calendar_feeds: { user_id: number; secret: string; rotated_at: Instant };
  /** The contents of emitted documents, under their check address, as of that day. */
  documents: {
    id: Generated<number>;
    codigo: string;
    /** Equal for equal documents: a second request gives the same one. */
    chave: string;
    tipo:
      | 'boletim'
      | 'certificado'
      | 'recibo'
      | 'declaracao_matricula'
      | 'declaracao_conclusao'
      | 'quitacao'
      | 'pagamentos';
    /** null: of a visitor. */
    user_id: number | null;
    /** The subject: a class, a level test. */
    referencia: string;
    dados: Json;
    created_at: Instant;
  };
}
