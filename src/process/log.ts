import { type Logger, pino } from 'pino';

/** Structured logs on standard output, without secrets or personal data (S15): no bodies, no queries, no cookies. */
export function createLog(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: ['*.authorization', '*.cookie', '*.password', '*.token', '*.cpf', '*.email', '*.phone', 'err.config', 'err.parameters'],
      censor: '[removido]',
    },
  });
}

/** A path fit for a log or a metric: ids, codes and tokens in it are left out. */
export function pathForLog(pathname: string): string {
  return pathname
    .split('/')
    .map((part) => (/\d/.test(part) || part.length > 30 || part.includes('@') || part.includes('%') ? ':x' : part))
    .join('/')
    .replace(/^\/api\/:x\//, '/api/v1/')
    .slice(0, 120);
}
