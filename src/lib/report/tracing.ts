import { browserTracingIntegration } from '@sentry/astro';

/** Times a page and its calls, and sends that as one report. */
export const tracing = () => browserTracingIntegration({ enableInp: false });
