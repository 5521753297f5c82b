import { browserTracingIntegration } from '@sentry/astro';

/** Measures a page and its calls, and sends the measurement as one report. */
export const tracing = () => browserTracingIntegration({ enableInp: false });
