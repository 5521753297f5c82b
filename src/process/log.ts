import { type Logger, type LoggerOptions, pino } from 'pino';
import { LogOutput } from './log-output.ts';

/**
 * Structured logs without secrets or personal data (S15): no bodies, no queries, no cookies.
 *
 * @param to the stream: standard error where standard output is what was asked for
 */
export function createLog(level: string, to: 'stdout' | 'stderr' = 'stdout'): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: [
        '*.authorization',
        '*.cookie',
        '*.password',
        '*.token',
        '*.cpf',
        '*.email',
        '*.phone',
        'err.config',
        'err.parameters',
      ],
      censor: '[removido]',
    },
  };
  return pino(options, new LogOutput(to === 'stderr' ? 2 : 1));
}

/** How the fixed words of our addresses look; codes that open a book or a calendar have capitals or digits. */
const WORD = /^([a-z_.-]{0,30}|v1)$/;

/** A path fit for a log: ids, codes and tokens in it are left out. */
export function pathForLog(pathname: string): string {
  return pathname
    .split('/')
    .map((part) => (WORD.test(part) ? part : ':x'))
    .join('/')
    .slice(0, 120);
}
