/** What starts reports of the browser: see scripts/sentry-integration.ts. */
declare module 'virtual:sentry-client' {}
