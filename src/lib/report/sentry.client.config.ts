import {
  addIntegration,
  BrowserClient,
  breadcrumbsIntegration,
  defaultStackParser,
  type ErrorEvent,
  getDefaultIntegrations,
  makeFetchTransport,
  setCurrentClient,
} from '@sentry/astro';
import { isChunkFailure } from '../rules/device/chunk-reload.ts';
import { scrub } from './scrub.ts';

/** Figures of §9 (SENTRY-01…04). */
const figures = { sampleRate: 0.05, tracesSampleRate: 0.1, maxBreadcrumbs: 50, attachStacktrace: true } as const;

/**
 * Starts the browser’s error reports. Loaded when the page is idle, and only with a configured address; without one
 * nothing is sent (SENTRY-07).
 */
async function startReports(dsn: string, environment: string): Promise<void> {
  // Drawn for each page, so that only one page in ten loads the tracing code, which doubles the size.
  const isTimed = Math.random() < figures.tracesSampleRate;
  // Not by `init` of the package, which loads the tracing code for everybody.
  const client = new BrowserClient({
    ...figures,
    dsn,
    environment,
    release: import.meta.env.BUILD,
    tracesSampleRate: isTimed ? 1 : 0,
    sendDefaultPii: false,
    transport: makeFetchTransport,
    stackParser: defaultStackParser,
    // It counts no visits, and it does not send the console.
    integrations: [
      ...getDefaultIntegrations({}).filter(({ name }) => name !== 'BrowserSession' && name !== 'Breadcrumbs'),
      breadcrumbsIntegration({ console: false }),
    ],
    beforeSend: (event) => (isNoise(textsOf(event)) ? null : cleaned(event)),
    beforeSendTransaction: cleaned,
    beforeSendSpan: (span) => scrub(span),
    beforeBreadcrumb: (breadcrumb) => scrub(breadcrumb),
  });
  setCurrentClient(client);
  client.init();
  if (isTimed) addIntegration((await import('./tracing.ts')).tracing());
}

/** ERR-13, ERR-14: chunk failures reload the page, and the ResizeObserver warning is harmless. */
const isNoise = (texts: string[]) => texts.some((text) => isChunkFailure(text) || /ResizeObserver loop/i.test(text));

const textsOf = ({ message, exception }: ErrorEvent) => [
  message ?? '',
  ...(exception?.values ?? []).map(({ type, value }) => `${type} ${value}`),
];

/** The library’s internal metadata is never sent, and may contain circular references. */
function cleaned<T extends { sdkProcessingMetadata?: unknown }>({ sdkProcessingMetadata, ...event }: T): T {
  return { ...scrub(event), sdkProcessingMetadata } as T;
}

const { sentry, sentryEnvironment = '' } = document.body.dataset;
if (sentry) void startReports(sentry, sentryEnvironment);
