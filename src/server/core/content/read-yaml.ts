import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isScalar, LineCounter, type ParseOptions, parseDocument, type SchemaOptions, visit, type YAMLMap } from 'yaml';
import type { z } from 'zod';

/** The folder of the portal's texts. Only this line names it. */
export const contentFolder = fileURLToPath(new URL('../../../content', import.meta.url));

/** The YAML schema has no dates, so a day stays text. Tags in a text are faults. */
const OPTIONS = {
  schema: 'core',
  resolveKnownTags: false,
  stringKeys: true,
  // The library compares each key with all earlier ones (half a minute for 20,000 keys); `repeatedKey` looks at each key once.
  uniqueKeys: false,
  // Of many faults the first is reported.
  prettyErrors: false,
} as const satisfies ParseOptions & SchemaOptions & { prettyErrors: boolean };
/** A control character other than a tab or a line end. */
const UNPRINTABLE = /[^\P{Cc}\t\n\r\x85]/u;

/** The faults in the texts, in Portuguese: a line for each, with its file and place. */
export class ContentError extends Error {
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.name = 'ContentError';
    this.faults = faults;
  }
}

/**
 * Reads one file by its schema.
 *
 * @param name the path below `folder`; reports begin with it.
 * @throws ContentError with every fault of the file.
 */
export function readYaml<Schema extends z.ZodType>(folder: string, name: string, schema: Schema): z.output<Schema> {
  const path = join(folder, name);
  if (!existsSync(path)) throw new ContentError([`${name}: Este arquivo não existe`]);
  const source = readFileSync(path, 'utf8');
  const written = parse(source);
  const result = schema.safeParse(readContent(written, source, name));
  if (result.success) return result.data;
  const lineAt = lineFinder(written);
  throw new ContentError(
    result.error.issues.map((issue) => {
      const place = placeOf(issue.path);
      const line = lineAt(issue.path);
      return [name, ...(place === '' ? [] : [place]), `${issue.message}${inLine(line)}`].join(': ');
    }),
  );
}

/** ` (linha 12)`, at the end of a fault. */
export const inLine = (line: number | undefined): string => (line === undefined ? '' : ` (linha ${line})`);

/**
 * Finds the line of a place in a text.
 *
 * @returns the line, from 1, of the nearest enclosing part that exists in the text.
 */
export const linesOf = (source: string): ((path: readonly PropertyKey[]) => number | undefined) =>
  lineFinder(parse(source));

function parse(source: string) {
  const lines = new LineCounter();
  return { lines, document: parseDocument(source, { ...OPTIONS, lineCounter: lines }) };
}

const lineFinder =
  ({ lines, document }: ReturnType<typeof parse>) =>
  (path: readonly PropertyKey[]): number | undefined => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true) as { range?: [number] } | undefined;
      if (node?.range) return lines.linePos(node.range[0]).line;
    }
    return undefined;
  };

/** Runs all tasks and reports all faults at once. @throws ContentError */
export function allOf<Value>(tasks: readonly (() => Value)[]): Value[] {
  const faults: string[] = [];
  const values = tasks.flatMap((task) => {
    try {
      return [task()];
    } catch (error) {
      if (!(error instanceof ContentError)) throw error;
      faults.push(...error.faults);
      return [];
    }
  });
  if (faults.length > 0) throw new ContentError(faults);
  return values;
}

/** The faults that a check reports. */
export function faultsIn(check: () => void): readonly string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (error instanceof ContentError) return error.faults;
    throw error;
  }
}

/** A function that computes its value on first use and caches it. */
export function memoized<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Parses a text. @throws ContentError with the first syntax fault */
function readContent({ lines, document }: ReturnType<typeof parse>, source: string, name: string): unknown {
  const refuse = (reason: string, at?: number) => {
    const line = at === undefined ? '' : `linha ${lines.linePos(at).line}: `;
    return new ContentError([
      `${name}: ${line}Isto não é YAML: confira o recuo, os dois-pontos e as aspas (${reason})`,
    ]);
  };
  const [fault] = [...document.errors, ...document.warnings];
  if (fault) throw refuse(fault.message, fault.pos[0]);
  const odd = source.search(UNPRINTABLE);
  if (odd !== -1) throw refuse('control character', odd);
  let twice: number | undefined;
  visit(document, {
    Map: (_, map) => {
      twice = repeatedKey(map);
      return twice === undefined ? undefined : visit.BREAK;
    },
  });
  if (twice !== undefined) throw refuse('duplicated key', twice);
  try {
    return document.toJS();
  } catch (error) {
    // An alias without an anchor, or aliases of aliases that grow without end.
    throw refuse((error as Error).message);
  }
}

/** The position of the first repeated key. */
function repeatedKey({ items }: YAMLMap): number | undefined {
  const seen = new Set<unknown>();
  for (const { key } of items) {
    if (!isScalar(key)) continue;
    if (seen.has(key.value)) return key.range?.[0] ?? 0;
    seen.add(key.value);
  }
  return undefined;
}

/** `audios[1].linhas[0].traducao` */
const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
