import { type Logger, type LoggerOptions, pino } from 'pino';
import { readableLine } from './log-lines.ts';
import { LogOutput } from './log-output.ts';

/**
 * Structured logs without secrets or personal data (S15): no bodies, no queries, no cookies. Lines of JSON; in a terminal,
 * lines for people.
 *
 * @param to the stream: standard error when standard output carries a command's result
 * @param version what runs, in each line; absent in commands
 */
export function createLog(level: string, to: 'stdout' | 'stderr' = 'stdout', version?: string): Logger {
  const options: LoggerOptions = {
    level,
    base: { pid: process.pid, ...(version && { version }) },
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
  const output = new LogOutput(to === 'stderr' ? 2 : 1);
  if (!process[to].isTTY) return pino(options, output);
  return pino(options, { write: (line: string) => output.write(readableLine(line)) });
}

/** The shape of fixed words in our addresses. Codes that open a book or a calendar have capitals or digits. */
const WORD = /^([a-z_.-]{0,30}|v1)$/;
/** Most paths are such words alone. */
const WORDS = /^(\/([a-z_.-]{0,30}|v1))*$/;

/** A path without ids, codes and tokens, fit for a log. */
export function pathForLog(pathname: string): string {
  const words = WORDS.test(pathname)
    ? pathname
    : pathname
        .split('/')
        .map((part) => (WORD.test(part) ? part : ':x'))
        .join('/');
  return words.slice(0, 120);
}
