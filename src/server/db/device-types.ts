import type { Generated } from 'kysely';

/** ISO-8601 UTC text. */
type Instant = string;
/** `YYYY-MM-DD`. */
type Day = string;
/** JSON kept as text. */
type Json = string;

/** Tables of notifications: devices, managers' messages and their deliveries. */
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
    /** The access token that registered the device: a logout ends both. */
    session_id: string;
    created_at: Instant;
    updated_at: Instant;
    last_ok_at: Instant | null;
    /** `{status, reason, at}`. */
    last_error: Json | null;
  };
  /** A manager's message, and its progress. */
  sendings: {
    id: Generated<number>;
    /** null: written by an admin, for every school. */
    escola_id: number | null;
    title: string;
    body: string;
    /** A path of the portal. */
    link: string;
    icon_url: string | null;
    image_url: string | null;
    category: 'aula' | 'financeiro' | 'clube' | 'pedido' | 'campanha' | 'aviso';
    /** `Audience` of the contract. */
    audience: Json;
    /** The units that the writer reached, a list of ids; null: all of the school. */
    unidades: Json | null;
    status: 'rascunho' | 'agendada' | 'enviando' | 'enviada' | 'cancelada';
    /** The next time of a repeating message. */
    scheduled_at: Instant | null;
    /** The first chosen time: a message that repeats on the 31st returns to the 31st after February. */
    first_at: Instant | null;
    repeat: 'diaria' | 'semanal' | 'mensal' | null;
    repeat_until: Day | null;
    /** The repeating message that made this one. */
    repeats_of: number | null;
    respect_quiet_hours: boolean;
    ttl_s: number;
    urgency: 'normal' | 'high';
    created_by: number;
    created_at: Instant;
    updated_at: Instant;
    sent_at: Instant | null;
    version: number;
    /** The last user id up to which the audience is written down. */
    expanded_to: number | null;
    /** When the whole audience was written down. */
    expanded_at: Instant | null;
    people: number;
    without_push: number;
    opted_out: number;
    /** Minors among `people` whose guardian got the message. */
    guardians: Generated<number>;
    /** People without a device get it by mail. */
    by_mail: Generated<boolean>;
    /** How many of `people` get it by mail. */
    mails: Generated<number>;
    /** People of the audience who had got the most messages already; `people` leaves them out. */
    left_out: Generated<number>;
  };
  sending_left_out: { sending_id: number; user_id: number };
  /** Whom a message reaches by mail. */
  sending_mails: { sending_id: number; user_id: number; due_at: Instant; queued_at: Instant | null };
  /** Audiences with a name, for the next messages. */
  saved_audiences: {
    id: Generated<number>;
    /** null: kept by an admin, for admins. */
    escola_id: number | null;
    nome: string;
    /** `Audience` of the contract. */
    audience: Json;
    created_by: number | null;
    updated_at: Instant;
  };
  /** What a person reads in the portal. */
  notices: {
    id: Generated<number>;
    user_id: number;
    title: string;
    body: string;
    path: string;
    category: string;
    created_at: Instant;
    read_at: Instant | null;
    /** A notice is written once for each key. */
    chave: string | null;
    /** When its pushes were queued; null: not yet. */
    pushed_at: Instant | null;
    /** No push after this instant: the event has begun. */
    expires_at: Instant | null;
    /** The message of staff that it shows. */
    sending_id: Generated<number | null>;
    /** When the reader first followed its link. */
    clicked_at: Generated<Instant | null>;
  };
  /** The last day for which it was decided whether a member of staff gets a digest. */
  staff_digests: { user_id: number; day: Day };
  /** Counts of deliveries that were deleted for their age, by message and outcome. */
  sending_totals: {
    sending_id: number;
    state: PushSchema['push_deliveries']['state'];
    platform: string;
    count: number;
  };
  /** Text templates of one school. */
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
  /** The text on devices: one for a whole message, or one for each person if it names the person. */
  push_messages: {
    id: Generated<number>;
    sending_id: number | null;
    notice_id: number | null;
    title: string;
    body: string;
    path: string;
    /** A later message with the same tag replaces it on the device. */
    tag: string;
    icon_url: string | null;
    image_url: string | null;
    urgency: 'normal' | 'high';
    respect_quiet_hours: boolean;
    created_at: Instant;
  };
  /** One notification to one device, and its outcome. */
  push_deliveries: {
    id: Generated<number>;
    user_id: number;
    subscription_id: number | null;
    /** The holder of this token may report what happened to the notification. */
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
    /** The device at that time: it may have been removed since. */
    device_type: 'mobile' | 'desktop' | null;
    platform: string | null;
    /** Not sent before this instant. */
    due_at: Instant | null;
    /** Not sent after this instant: the news is old by then. */
    expires_at: Instant | null;
    /** A process has claimed it until then. */
    claimed_until: Instant | null;
  };
  /** When a person gets no push; without a row the school's hours apply. */
  quiet_hours: { user_id: number; de: string; ate: string };
  /** Kinds of events that a school switched off. */
  notice_kinds_off: { escola_id: number; kind: string };
  /** The instant up to which events of a kind have been told. */
  notice_marks: { kind: string; until: Instant };
  /** Notices to the guardian of a minor (`user_id`). An empty `mailed_at` waits for its mail. */
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
