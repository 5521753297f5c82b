/** The retention of one kind of rows. The texts are in `docs/retention.md`. */
interface Rule {
  /** The default days; `RETENTION_DAYS` overrides them. */
  readonly days: number;
  readonly tables: readonly string[];
  /** What is deleted, and from when the days are counted. */
  readonly what: string;
  readonly why: string;
}

/** The retention rules, in the order of the page. */
export const retentionRules = {
  mails: {
    days: 30,
    tables: ['outbox'],
    what: 'mails, from their writing; links and codes once a mail is sent, its links have expired, or a failed one is seven days old',
    why: 'shows whether a mail left (LGPD, art. 7, IX)',
  },
  keys: {
    days: 30,
    tables: ['idempotency_keys'],
    what: 'answers to repeated requests, from the request',
    why: 'a repeated request counts once (LGPD, art. 7, V)',
  },
  registrations: {
    days: 30,
    tables: ['registration_changes'],
    what: 'old values of a minor’s guardian, CPF or birth date, from the change',
    why: 'the previous guardian can undo it for seven days (ECA, art. 22; LGPD, art. 14)',
  },
  companions: {
    days: 30,
    tables: ['travel_tickets'],
    what: 'CPF and birth date of companions, from the end of the campaign; at once for a returned ticket',
    why: 'questions about who came (LGPD, art. 15, I)',
  },
  deliveries: {
    days: 90,
    tables: ['deliveries'],
    what: 'sent notifications by device, mail and WhatsApp, from their sending; the totals of a broadcast stay',
    why: 'to find why a message did not arrive (LGPD, art. 7, IX)',
  },
  devices: {
    days: 90,
    tables: ['push_subscriptions'],
    what: 'devices, from the last use or the last message that they took',
    why: 'a device that nobody uses serves no purpose (LGPD, art. 15, I)',
  },
  carts: {
    days: 90,
    tables: ['cart_items'],
    what: 'what lies in a cart, from its last change',
    why: 'an order that did not come about (LGPD, art. 15, I)',
  },
  trip_documents: {
    days: 90,
    tables: ['usa_documentos', 'usa_requests'],
    what: 'passports, photos, papers and the form of a request, from the last day of the trip',
    why: 'the trip is over (LGPD, art. 15, I); bills and history of the request stay',
  },
  payment_events: {
    days: 180,
    tables: ['payment_events'],
    what: 'references of the bank, from their arrival',
    why: 'to clear up a payment; the bills stay (LGPD, art. 7, V)',
  },
  notices: {
    days: 365,
    tables: ['notices'],
    what: 'notifications in the portal, from their writing',
    why: 'a school year to read them again (LGPD, art. 7, V)',
  },
  leads: {
    days: 730,
    tables: ['leads', 'lead_events'],
    what: 'contacts and the notes on them, from the last thing that happened',
    why: 'steps before a contract that the person asked for (LGPD, art. 7, V)',
  },
  audit: {
    days: 1_825,
    tables: ['audit_log'],
    what: 'the log of the staff’s work, from the act',
    why: 'claims of consumers end after five years (CDC, art. 27; LGPD, art. 7, VI)',
  },
} as const satisfies Readonly<Record<string, Rule>>;

export type RetentionKind = keyof typeof retentionRules;
export type RetentionDays = Readonly<Record<RetentionKind, number>>;

/** Days after which rows of a kind are deleted, unless `RETENTION_DAYS` says otherwise. */
export const retentionDefaults = Object.fromEntries(
  Object.entries(retentionRules).map(([kind, { days }]) => [kind, days]),
) as RetentionDays;

const isKind = (name: string): name is RetentionKind => Object.hasOwn(retentionRules, name);

/**
 * Reads `RETENTION_DAYS`, such as `mails=7,leads=365`; a kind left out keeps its default.
 *
 * @throws Error that names the mistake.
 */
export function readRetentionDays(text: string): RetentionDays {
  const days: Record<RetentionKind, number> = { ...retentionDefaults };
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [name = '', value = ''] = part.split('=').map((each) => each.trim());
    if (!isKind(name)) throw new Error(`“${name}” não é nenhum de ${Object.keys(retentionRules).join(', ')}`);
    if (!/^[1-9]\d{0,4}$/.test(value)) throw new Error(`${name} precisa de dias inteiros, a partir de 1`);
    days[name] = Number(value);
  }
  return days;
}
