import type { Config } from '../config.ts';

/** Where the portal is reached, without a slash at its end: from the settings, never from a request's Host header. */
export const publicUrl = ({ PUBLIC_URL, HOST, PORT }: Pick<Config, 'PUBLIC_URL' | 'HOST' | 'PORT'>): string =>
  PUBLIC_URL ?? `http://${HOST}:${PORT}`;
