/** Time limits for an external service, in milliseconds. */
export interface ServiceLimits {
  /** Until a connection is made, TLS included. */
  connectMs: number;
  /** Without data from the service. It also limits a short answer as a whole. */
  silenceMs: number;
}

/**
 * The time limits of every external service, in one place: a silent service delays a call or a job no longer than this.
 * If a setting changes a limit, this is its default.
 */
export const serviceLimits = {
  /** `FILES_S3_…` */
  files: { connectMs: 3_000, silenceMs: 15_000 },
  /** `BACKUP_S3_…`: only a command waits for it. */
  backups: { connectMs: 3_000, silenceMs: 60_000 },
  /** `CLAMD_URL` */
  virusScanner: { connectMs: 3_000, silenceMs: 30_000 },
  /** `SMTP_URL` */
  mail: { connectMs: 5_000, silenceMs: 10_000 },
  /** `PAYMENTS_URL`, and the banks of units; `PAYMENTS_TIMEOUT_MS`. */
  payments: { connectMs: 5_000, silenceMs: 10_000 },
  /** `CEP_API_URL` */
  postalCodes: { connectMs: 4_000, silenceMs: 4_000 },
  /** `EXCHANGE_RATES_URL` */
  exchangeRates: { connectMs: 5_000, silenceMs: 5_000 },
  /** The push services of browsers. */
  pushServices: { connectMs: 5_000, silenceMs: 10_000 },
  /** Addresses of other systems: a receiver should accept a message first and process it later. */
  webhooks: { connectMs: 3_000, silenceMs: 5_000 },
  /** `WHATSAPP_API_URL` */
  whatsapp: { connectMs: 5_000, silenceMs: 10_000 },
  /** `SENTRY_DSN` */
  reports: { connectMs: 3_000, silenceMs: 10_000 },
  /** `PORTAL_API_URL`, `BRAND2_PORTAL_API_URL`, `DRIVE_API_URL`; `UPSTREAM_TIMEOUT_MS`. */
  hosts: { connectMs: 8_000, silenceMs: 8_000 },
  /** The database of `DATABASE_URL`; `DATABASE_TIMEOUT_MS` replaces `silenceMs`. */
  database: { connectMs: 2_000, silenceMs: 10_000 },
  /** The `doctor` command, which checks whether services answer. */
  doctor: { connectMs: 5_000, silenceMs: 5_000 },
} as const satisfies Record<string, ServiceLimits>;
