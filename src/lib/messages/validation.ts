/** Field messages of §5 (VALID-07…17). */
export const required = 'Este campo é obrigatório';
export const invalidEmail = 'Por favor, insira um e-mail válido';
export const onlyNumbers = 'Digite apenas números';
export const onlyIntegers = 'Digite apenas números inteiros';
export const onlyCapitals = 'Use apenas letras maiúsculas';
export const maxLength = (count: number) => `Use no máximo ${count} caracteres`;
export const minLength = (count: number) => `Use no mínimo ${count} caracteres`;
export const wrongLength = 'Tamanho inválido';
export const excluded = (character: string) => `O caractere ${character} não é permitido`;
export const chooseOne = 'Escolha pelo menos uma opção';
export const wrongPattern = 'Formato inválido';

/** The part of a zod issue that a message needs; zod and zod/mini share it. */
export interface FieldIssue {
  code?: string;
  path: readonly PropertyKey[];
  message: string;
  input?: unknown;
  origin?: string;
  format?: string;
  expected?: string;
  minimum?: number | bigint;
  maximum?: number | bigint;
  exact?: boolean;
}

/** The Portuguese text of one issue; a message that a schema wrote itself stands. */
export function fieldMessage(issue: FieldIssue): string {
  const isText = issue.origin === 'string';
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null || issue.message.includes('received undefined')) return required;
      if (issue.expected === 'int') return onlyIntegers;
      return issue.expected === 'number' ? onlyNumbers : wrongPattern;
    case 'too_small':
      if (issue.exact) return wrongLength;
      if (isText) return Number(issue.minimum) <= 1 ? required : minLength(Number(issue.minimum));
      if (issue.origin === 'array') return chooseOne;
      return `Use um valor a partir de ${issue.minimum}`;
    case 'too_big':
      if (issue.exact) return wrongLength;
      return isText ? maxLength(Number(issue.maximum)) : `Use um valor até ${issue.maximum}`;
    case 'invalid_format':
      return issue.format === 'email' ? invalidEmail : wrongPattern;
    case 'custom':
      return issue.message || wrongPattern;
    default:
      return wrongPattern;
  }
}

/** The first message of each field, by its name (VALID-18); issues of the whole are under the empty name. */
export function firstMessages(issues: readonly FieldIssue[]): Record<string, string> {
  const messages = new Map<string, string>();
  for (const issue of issues) {
    const name = issue.path.map(String).join('.').slice(0, 80);
    if (!messages.has(name)) messages.set(name, fieldMessage(issue));
  }
  return Object.fromEntries(messages);
}
