// Separate constants, so that islands load only these.
const checkField = 'Confira o campo marcado.';
const checkFields = 'Confira os campos marcados.';
export const notDone = 'Não foi possível agora. O que você preencheu está aqui: tente de novo em instantes.';

/** Texts of every form, beside those of its area. */
export const formWords = {
  wholeMissing: 'Informe um número inteiro',
};

/** The sentence that refers to wrong fields; null without any. */
export function pointTo(fields: Readonly<Record<string, string>>): string | null {
  const count = Object.keys(fields).length;
  if (count === 0) return null;
  return count === 1 ? checkField : checkFields;
}

/** Why a form is prefilled with previously typed values. */
export const storedFormWords = {
  ended: 'Isto ainda não foi enviado. O que você digitou está aqui: confira e envie de novo.',
  files: (names: readonly string[]) =>
    names.length === 1
      ? `O arquivo precisa ser escolhido de novo: ${names[0]}.`
      : `Os arquivos precisam ser escolhidos de novo: ${names.join(', ')}.`,
};

/** Asks people to let the school call them. */
export const contactConsent = 'Marque para a escola poder falar com você';

/** Labels of a contact form’s fields. */
export const contactNames = {
  nome: 'Seu nome',
  telefone: 'Telefone com DDD',
  email: 'E-mail (opcional)',
  cidade: 'Cidade',
} as const;
