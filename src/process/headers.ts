import { DAY_S } from '#lib/rules/time/spans.ts';

/** Which hosts a browser opens by TLS alone after a first visit, and for how many days. */
export interface TransportSecurity {
  HSTS: 'off' | 'host' | 'subdomains' | 'preload';
  HSTS_DAYS: number;
}

const REACH = { host: '', subdomains: '; includeSubDomains', preload: '; includeSubDomains; preload' } as const;

/** The `Strict-Transport-Security` value for answers over TLS; null: none. */
export const transportSecurity = ({ HSTS, HSTS_DAYS }: TransportSecurity): string | null =>
  HSTS === 'off' ? null : `max-age=${HSTS_DAYS * DAY_S}${REACH[HSTS]}`;

/** Sent with every answer: pages, API, assets, errors. Pages add their own `Content-Security-Policy` with hashes. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy':
    'camera=(self), microphone=(self), geolocation=(), payment=(), usb=(), interest-cohort=(), browsing-topics=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";

/** For answers that are not pages: nothing in them may run or be framed. */
export const inertHeaders = { ...securityHeaders, 'Content-Security-Policy': NOTHING_RUNS };

/** For a file that our page shows in a frame. A `sandbox` would disable the browser’s PDF viewer. */
export const framedHeaders = {
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy':
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
};

/** For scripts: the worker fetches under the policy of its own file. */
export const scriptHeaders = {
  ...securityHeaders,
  'Content-Security-Policy': "default-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'",
};
