import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import { LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';

/** The folder of the portal's texts. Only this line names it. */
export const contentFolder = fileURLToPath(new URL('../../content', import.meta.url));

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
  const result = schema.safeParse(asWritten(source, name));
  if (result.success) return result.data;
  const lineAt = linesOf(source);
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
 * Finds the line of a place in a text. The reader of all texts keeps no positions, because keeping them takes five times
 * as long; this one reads a text again, once it has a fault.
 *
 * @returns the line of the nearest part that is written, from 1.
 */
export function linesOf(source: string): (path: readonly PropertyKey[]) => number | undefined {
  const counter = new LineCounter();
  const document = parseDocument(source, { lineCounter: counter, schema: 'core' });
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true) as { range?: [number] } | undefined;
      if (node?.range) return counter.linePos(node.range[0]).line;
    }
    return undefined;
  };
}

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

/** A function that makes its value on first use and keeps it. */
export function kept<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function asWritten(source: string, name: string): unknown {
  try {
    // The schema has no dates: a day stays text.
    return load(source, { schema: CORE_SCHEMA });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    throw new ContentError([
      `${name}: linha ${error.mark.line + 1}: Isto não é YAML: confira o recuo, os dois-pontos e as aspas (${error.reason})`,
    ]);
  }
}

/** `audios[1].linhas[0].traducao` */
const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');
