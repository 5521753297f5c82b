/** Names of levels in a terminal; an ordinary line has none. */
const LEVELS: Readonly<Record<number, string>> = { 20: 'DEBUG', 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };
/** Fields that every line has and that a person does not need. */
const LEFT_OUT = new Set([
  'level',
  'time',
  'pid',
  'version',
  'msg',
  'err',
  'requestId',
  'method',
  'path',
  'status',
  'ms',
]);

interface Line extends Record<string, unknown> {
  level: number;
  time: string;
  msg?: string;
  err?: { message?: string; stack?: string };
  method?: string;
  path?: string;
  status?: number;
  ms?: number;
}

/** A line of the log in JSON, as a person reads it in a terminal: `08:15:04 WARN words name=value`. Control characters are escaped. */
export function readableLine(json: string): string {
  let line: Line;
  try {
    line = JSON.parse(json) as Line;
  } catch {
    return json;
  }
  const clock = new Date(line.time).toTimeString().slice(0, 8);
  const facts = Object.entries(line)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const { method, path, status, ms } = line;
  const request = [method, path, status, ms === undefined ? '' : `${ms} ms`];
  const head = [clock, LEVELS[line.level], line.msg, ...request, ...facts].filter(Boolean).join(' ');
  const trace = (line.err?.stack ?? line.err?.message)?.split('\n').map((each) => `    ${escaped(each)}\n`);
  return `${escaped(head)}\n${trace?.join('') ?? ''}`;
}

/** Control characters and line breaks are shown as their codes. */
const escaped = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern matches control characters
  text.replace(/[\x00-\x1f\x7f-\x9f]/g, (sign) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, '0')}`);
