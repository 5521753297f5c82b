import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
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
  const result = schema.safeParse(asWritten(readFileSync(path, 'utf8'), name));
  if (result.success) return result.data;
  throw new ContentError(
    result.error.issues.map((issue) => {
      const place = placeOf(issue.path);
      return place === '' ? `${name}: ${issue.message}` : `${name}: ${place}: ${issue.message}`;
    }),
  );
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
