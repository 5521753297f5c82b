import { breadcrumbsIntegration, init } from '@sentry/browser';
import { isChunkFailure } from '../chunk-reload.ts';
import { scrub } from './scrub.ts';

/** Figures of §9 (SENTRY-01…04). Loaded on idle and only with an address: nothing is sent without one. */
export function startReports(dsn: string, environment: string): void {
  init({
    dsn,
    environment,
    sampleRate: 0.05,
    tracesSampleRate: 0.1,
    maxBreadcrumbs: 50,
    attachStacktrace: true,
    sendDefaultPii: false,
    integrations: [breadcrumbsIntegration({ console: false, dom: true, fetch: true, history: true, xhr: true })],
    // ERR-13, ERR-14: chunk failures reload the page, and this warning means nothing.
    ignoreErrors: [/ResizeObserver loop/i],
    beforeSend: (event) => {
      const texts = event.exception?.values?.map(({ type, value }) => `${type} ${value}`) ?? [];
      return texts.some(isChunkFailure) ? null : scrub(event);
    },
    beforeSendTransaction: (event) => scrub(event),
    beforeBreadcrumb: (breadcrumb) => scrub(breadcrumb),
  });
}
