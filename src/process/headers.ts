/** Sent with every answer: pages, API, assets, errors. Pages add their own `Content-Security-Policy` with hashes. */
export function securityHeaders(secure: boolean): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy':
      'camera=(self), microphone=(self), geolocation=(), payment=(), usb=(), interest-cohort=(), browsing-topics=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(secure && { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload' }),
  };
}

const NOTHING_RUNS = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox";

/** For answers that are not pages: nothing in them may run or be framed. */
export const inertHeaders = (secure: boolean) => ({
  ...securityHeaders(secure),
  'Content-Security-Policy': NOTHING_RUNS,
});

/** For a file that a page of ours shows in a frame. A sandbox would keep the browser's own viewer of papers from it. */
export const framedHeaders = {
  'x-frame-options': 'SAMEORIGIN',
  'content-security-policy':
    "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
};

/** For scripts: the worker fetches under the policy of its own file. */
export const scriptHeaders = (secure: boolean) => ({
  ...securityHeaders(secure),
  'Content-Security-Policy': "default-src 'self'; object-src 'none'; frame-ancestors 'none'; base-uri 'none'",
});
