/** Field messages of §5 (VALID-07…10, VALID-12…14, VALID-16, VALID-17). */
export const required = 'Este campo é obrigatório';
export const invalidEmail = 'Por favor, insira um e-mail válido';
const onlyNumbers = 'Digite apenas números';
const onlyIntegers = 'Digite apenas números inteiros';
export const maxLength = (count: number) => `Use no máximo ${count} caracteres`;
export const minLength = (count: number) => `Use no mínimo ${count} caracteres`;
const wrongLength = 'Tamanho inválido';
const chooseOne = 'Escolha pelo menos uma opção';
const wrongPattern = 'Formato inválido';
/** VALID-22. */
export const incompleteName = 'Escreva o nome completo';
export const wrongCpf = 'CPF inválido';
export const wrongCep = 'CEP inválido';
export const wrongPhone = 'Telefone inválido: confira o DDD e o número. De outro país, comece com +';
export const wrongBrazilianPhone = 'Telefone inválido: confira o DDD e o número';
export const wrongState = 'Use a sigla, como SP';

/** The part of a zod issue that a message needs; zod and zod/mini share it. */
export interface FieldIssue {
  code?: string;
  path: readonly PropertyKey[];
  message: string;
  origin?: string;
  format?: string;
  expected?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  exact?: boolean;
}

/** The beginnings of zod’s own English messages; our schemas’ messages are Portuguese. */
const WRITTEN_BY_ZOD = /^(Invalid|Too (small|big)|Unrecognized)\b/;
/** The value of a field without any input. */
const isMissing = (value: unknown) => value === undefined || value === null || value === '';

/**
 * The Portuguese message of an issue; a message from a schema is unchanged.
 *
 * @param value of the field, if known: an empty value always gives “required”
 */
export function fieldMessage(issue: FieldIssue, ...value: [unknown?]): string {
  if (value.length > 0 && isMissing(value[0])) return required;
  if (issue.message !== '' && !WRITTEN_BY_ZOD.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      return wrongType(issue);
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_format':
      return byFormat[issue.format ?? ''] ?? wrongPattern;
    default:
      return wrongPattern;
  }
}

const byFormat: Record<string, string> = { email: invalidEmail };

function wrongType({ message, expected }: FieldIssue): string {
  if (/received (undefined|null)$/.test(message)) return required;
  if (expected === 'int') return onlyIntegers;
  return expected === 'number' ? onlyNumbers : wrongPattern;
}

function tooSmall({ origin, minimum, exact }: FieldIssue): string {
  const least = Number(minimum);
  if (origin === 'string' && least <= 1) return required;
  if (exact) return wrongLength;
  if (origin === 'string') return minLength(least);
  if (origin === 'array') return least <= 1 ? chooseOne : `Escolha pelo menos ${least} opções`;
  return origin === 'number' || origin === 'int' ? `Use um valor a partir de ${minimum}` : wrongPattern;
}

function tooBig({ origin, maximum, exact }: FieldIssue): string {
  const max = Number(maximum);
  if (exact) return wrongLength;
  if (origin === 'string') return maxLength(max);
  if (origin === 'array') return max === 1 ? 'Escolha só uma opção' : `Escolha no máximo ${max} opções`;
  return origin === 'number' || origin === 'int' ? `Use um valor até ${maximum}` : wrongPattern;
}

/**
 * The first message of each field, by its name (VALID-18); issues of the whole input have the empty name.
 *
 * @param input the checked value, which distinguishes an empty field from a wrong one
 */
export function firstMessages(issues: readonly FieldIssue[], ...input: [unknown?]): Record<string, string> {
  const messages = new Map<string, string>();
  for (const issue of issues) {
    const name = issue.path.map(String).join('.').slice(0, 80);
    if (messages.has(name)) continue;
    const isKnown = input.length > 0 && issue.path.length > 0;
    messages.set(name, isKnown ? fieldMessage(issue, valueAt(input[0], issue.path)) : fieldMessage(issue));
  }
  return Object.fromEntries(messages);
}

function valueAt(root: unknown, path: readonly PropertyKey[]): unknown {
  let value = root;
  for (const key of path) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}
