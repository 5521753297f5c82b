import type { Generated } from 'kysely';

/** ISO-8601 UTC text. */
type Instant = string;
/** `YYYY-MM-DD`. */
type Day = string;
/** JSON kept as text. */
type Json = string;

/** Tables of notifications: devices, what managers send, and what became of it. */
export interface PushSchema {
  /** Devices that get notifications. */
  push_subscriptions: {
    id: Generated<number>;
    user_id: number;
    endpoint: string;
    p256dh: string;
    auth: string;
    is_pwa: boolean;
    device_type: 'mobile' | 'desktop';
    platform: 'ios' | 'android' | 'windows' | 'macos' | 'linux' | 'outro';
    /** Of the access token that put it there: a logout ends both. */
    session_id: string;
    created_at: Instant;
    updated_at: Instant;
    last_ok_at: Instant | null;
    /** `{status, reason, at}`. */
    last_error: Json | null;
  };
  /** What a manager wrote, and how far it is. */
  sendings: {
    id: Generated<number>;
    /** null: written by an admin, for every school. */
    escola_id: number | null;
    title: string;
    body: string;
    /** An own path. */
    link: string;
    icon_url: string | null;
    image_url: string | null;
    category: 'aula' | 'financeiro' | 'clube' | 'pedido' | 'campanha' | 'aviso';
    /** `Audience` of the contract. */
    audience: Json;
    status: 'rascunho' | 'agendada' | 'enviando' | 'enviada' | 'cancelada';
    /** The next time of one that repeats. */
    scheduled_at: Instant | null;
    /** As it was chosen: what repeats on the 31st comes back to it after February. */
    first_at: Instant | null;
    repeat: 'diaria' | 'semanal' | 'mensal' | null;
    repeat_until: Day | null;
    /** The one that repeats and made this one. */
    repeats_of: number | null;
    respect_quiet_hours: boolean;
    ttl_s: number;
    urgency: 'normal' | 'high';
    created_by: number;
    created_at: Instant;
    updated_at: Instant;
    sent_at: Instant | null;
    version: number;
    /** Up to which user its audience is written down. */
    expanded_to: number | null;
    /** When its whole audience was. */
    expanded_at: Instant | null;
    people: number;
    without_push: number;
    opted_out: number;
    /** Of `people`: minors whose guardian was told. */
    guardians: Generated<number>;
  };
  /** Of deliveries that were deleted for their age: how many of a sending ended how. */
  sending_totals: {
    sending_id: number;
    state: PushSchema['push_deliveries']['state'];
    platform: string;
    count: number;
  };
  /** Texts to begin a message with, of one school. */
  sending_templates: {
    id: Generated<number>;
    escola_id: number | null;
    nome: string;
    title: string;
    body: string;
    link: string;
    category: 'aula' | 'financeiro' | 'clube' | 'pedido' | 'campanha' | 'aviso';
    created_at: Instant;
  };
  /** What devices show: one for a whole sending, or one for each person where it names the person. */
  push_messages: {
    id: Generated<number>;
    sending_id: number | null;
    notice_id: number | null;
    title: string;
    body: string;
    path: string;
    /** A later message with the same tag takes its place on the device. */
    tag: string;
    icon_url: string | null;
    image_url: string | null;
    urgency: 'normal' | 'high';
    respect_quiet_hours: boolean;
    created_at: Instant;
  };
  /** One notification to one device, and what became of it. */
  push_deliveries: {
    id: Generated<number>;
    user_id: number;
    subscription_id: number | null;
    /** Whoever holds it may tell what became of the notification. */
    token: string;
    kind: 'teste' | 'aviso' | 'envio';
    state: 'na_fila' | 'aceita' | 'mostrada' | 'clicada' | 'falhou' | 'expirada' | 'silenciada' | 'cancelada';
    attempts: number;
    last_status: number | null;
    reason: string | null;
    /** When its state changed last. */
    at: Instant;
    sending_id: number | null;
    message_id: number | null;
    /** As the device was: it may be gone since. */
    device_type: 'mobile' | 'desktop' | null;
    platform: string | null;
    /** Not before. */
    due_at: Instant | null;
    /** Not after: nobody wants yesterday's news. */
    expires_at: Instant | null;
    /** A process has it until then. */
    claimed_until: Instant | null;
  };
  /** When a person wants to be left alone; the school's hours where there is no row. */
  quiet_hours: { user_id: number; de: string; ate: string };
  /** Events of which a school tells nobody. */
  notice_kinds_off: { escola_id: number; kind: string };
  /** Up to which instant the events of a kind were told. */
  notice_marks: { kind: string; until: Instant };
  /** What was told to the guardian of a minor, `user_id`; by mail where `mailed_at` says so, or is still empty. */
  guardian_notices: {
    chave: string;
    user_id: number;
    title: string;
    body: string;
    path: string;
    created_at: Instant;
    mailed_at: Instant | null;
  };
}
