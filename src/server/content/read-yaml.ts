import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CORE_SCHEMA, load, YAMLException } from 'js-yaml';
import type { z } from 'zod';

/** Where the texts lie that come with the portal. The one place that says so. */
export const contentFolder = fileURLToPath(new URL('../../content', import.meta.url));

/** What is wrong with the texts, in Portuguese: a line for each fault, with its file and place. */
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
 * @param name the path below `folder`; complaints begin with it.
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

/** Does all of it, and complains of all at once. @throws ContentError */
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

/** A function that makes its value when it is first asked for, and keeps it. */
export function kept<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function asWritten(source: string, name: string): unknown {
  try {
    // Without dates: a day is a text.
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
