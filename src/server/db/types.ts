import type { Generated } from 'kysely';
import type { AbroadSchema } from './abroad-types.ts';
import type { AbsenceSchema } from './absence-types.ts';
import type { ClubSchema } from './club-types.ts';
import type { PushSchema } from './device-types.ts';
import type { MoneySchema } from './money-types.ts';
import type { PracticeSchema } from './practice-types.ts';
import type { PrivacySchema } from './privacy-types.ts';
import type { TravelSchema } from './travel-types.ts';

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
    TravelSchema {
  schools: {
    id: Generated<number>;
    nome: string;
    marca: 'knn' | 'phenom';
    cidade: string;
    uf: string;
    /** When people are left alone, clock times; null: as the portal has it. Equal: never. */
    silencio_de: string | null;
    silencio_ate: string | null;
    /** Made by the seed: everybody knows the passwords of its accounts. */
    is_demo: Generated<boolean>;
  };
  companies: {
    id: Generated<number>;
    escola_id: number;
    nome: string;
    telefone: string | null;
    whatsapp: string | null;
    timezone: string;
    venda_direta_allow: boolean;
    /** Who receives money before the law; `cnpj` without marks. */
    razao_social: string | null;
    cnpj: string | null;
    /** Fine and interest a month in hundredths of a per cent, and days on which neither is asked for. */
    multa_bps: Generated<number>;
    juros_bps: Generated<number>;
    carencia_dias: Generated<number>;
  };
  drive_users: {
    id: Generated<number>;
    company_id: number;
    matricula: string;
    nome: string;
    papel: 'aluno' | 'responsavel' | 'professor' | 'equipe';
  };
  users: {
    id: Generated<number>;
    drive_user_id: number | null;
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
    /** Blocked by a start without the demo, by nobody else. */
    closed_with_demo: Generated<boolean>;
    /** Came with the demo: made up, with a password that everybody knows at first. */
    is_demo: Generated<boolean>;
    /** Goes up to end every token issued so far (S16). */
    token_version: number;
    last_seen_at: Instant | null;
    created_at: Instant;
    /** When the registration was last confirmed by its owner (VALID-02, VALID-03). */
    updated_at: Instant | null;
  };
  user_actions: { user_id: number; action_id: number };
  related_users: { user_id: number; related_user_id: number };
  driver_tours: { user_id: number; route: string; done_at: Instant };
  notification_preferences: { user_id: number; category: string; enabled: boolean };
  /** Single-use secrets: only their hash is kept. */
  auth_tokens: {
    id: Generated<number>;
    kind: 'reset' | 'reset_code' | 'verify_email' | 'choice';
    token_hash: string;
    user_id: number | null;
    /** `choice`: the listed user ids and the scope. `reset`: every account it may reset. */
    data: Json | null;
    tries: number;
    created_at: Instant;
    expires_at: Instant;
    used_at: Instant | null;
  };
  /** Logged out before their time: refused until they would have expired (AUTH-23, S16). */
  ended_tokens: { jti: string; expires_at: Instant };
  /** What was asked for, known address or not: handled outside the request, so that its time tells nothing (AUTH-20). */
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
  };
  audit_log: {
    id: Generated<number>;
    user_id: number | null;
    action: string;
    target: string;
    at: Instant;
    /** `{antes?, depois?}`: values by the name of their field. */
    data: Json | null;
    /** Whom it was about. */
    about_user_id: number | null;
  };
  postal_codes: { cep: string; answer: Json; fetched_at: Instant };

  livros: {
    id: Generated<number>;
    codigo: string;
    nome: string;
    linha: 'A' | 'B';
    nivel_cefr: 'A1' | 'A2' | 'B1' | 'B2' | 'C1';
    capa_url: string;
    unidades_total: number;
  };
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
    /** How many the class takes, those who make up for a lesson among them. */
    lugares: Generated<number>;
  };
  turma_horarios: { turma_id: number; dia_semana: number; inicio: string; fim: string };
  turma_alunos: {
    id: Generated<number>;
    turma_id: number;
    user_id: number;
    status: 'ativa' | 'trancada' | 'concluida';
  };
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
  };
  presencas: {
    aula_id: number;
    turma_aluno_id: number;
    status: 'presente' | 'falta' | 'justificada' | 'reposta';
    confirmada_em: Instant | null;
    origem: 'portal' | 'qr' | 'professor' | null;
  };
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
    /** When its student was told of it, or it was left untold. */
    avisada_em: Instant | null;
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
  };
  /** What one student owes an activity; the row comes with the first thing that happens to it. */
  turma_aluno_atividades: {
    id: Generated<number>;
    turma_atividade_id: number;
    turma_aluno_id: number;
    dispensada: boolean;
    nota: number | null;
    comentario: string | null;
    corrigida_em: Instant | null;
    presenca_confirmada_em: Instant | null;
  };
  atividade_arquivos: {
    id: Generated<number>;
    turma_aluno_atividade_id: number;
    tipo: 'envio' | 'correcao';
    n: number;
    /** As the sender named it: shown, never used as a path. */
    nome: string;
    mime: string;
    tamanho_bytes: number;
    /** Where the storage keeps the bytes. */
    chave: string;
    enviado_em: Instant;
  };
  /** The address of a private calendar. It has to be shown again, so the secret itself is kept. */
  calendar_feeds: { user_id: number; secret: string; rotated_at: Instant };
  english_tests: {
    /** Unguessable: a visitor's test belongs to whoever knows it. */
    id: string;
    user_id: number | null;
    resume_token: string;
    convite: string | null;
    /** The item that waits for its answer. */
    offered: string | null;
    started_at: Instant;
    finished_at: Instant | null;
    result: Json | null;
  };
  english_answers: {
    test_id: string;
    position: number;
    item_id: string;
    answer: string;
    is_right: boolean;
    tempo_ms: number;
    answered_at: Instant;
  };
  /** What was emitted under a check address, as it was said then. */
  documents: {
    id: Generated<number>;
    codigo: string;
    /** Equal for what is the same document: asked for twice, it stays one. */
    chave: string;
    tipo: 'boletim' | 'certificado' | 'recibo' | 'declaracao_matricula' | 'declaracao_conclusao' | 'quitacao';
    /** null: a visitor's. */
    user_id: number | null;
    /** What it is about: a class, a level test. */
    referencia: string;
    dados: Json;
    created_at: Instant;
  };
  leads: {
    id: Generated<number>;
    pagina: string;
    nome: string;
    /** Ten or eleven digits. */
    telefone: string;
    email: string | null;
    cidade: string;
    unidade_id: number | null;
    indicacao_code: string | null;
    consentimento_em: Instant;
    utm: Json | null;
    english_test: string | null;
    /** The school's day: one lead a day for each telephone and page. */
    dia: Day;
    created_at: Instant;
  };
  notices: {
    id: Generated<number>;
    user_id: number;
    title: string;
    body: string;
    path: string;
    category: string;
    created_at: Instant;
    read_at: Instant | null;
    /** Told once for each of these. */
    chave: string | null;
    /** When its devices were thought of; null: they still are to be. */
    pushed_at: Instant | null;
    /** Not pushed after: when what it tells of begins. */
    expires_at: Instant | null;
  };
}
