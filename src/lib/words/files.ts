import { megabytes } from '#lib/format/limits.ts';

const namesOf = (formats: readonly string[]) =>
  formats.map((format) => format.replace(/^\./, '').toUpperCase()).join(', ');

/** Texts around a chosen file. Only pages with file fields load them. */
export const fileWords = {
  missing: 'Escolha um arquivo.',
  empty: 'Este arquivo está vazio. Escolha outro.',
  wrongKind: (formats: readonly string[]) => `Este tipo de arquivo não é aceito. Envie ${namesOf(formats)}.`,
  /** @param max bytes */
  tooLarge: (max: number) => `Este arquivo passa de ${megabytes(max)}. Escolha um menor.`,
  accepted: (formats: readonly string[], max: number) => `${namesOf(formats)} · até ${megabytes(max)}`,
  /** All bytes are sent. */
  storing: 'Guardando…',
  sent: (name: string) => `“${name}” foi enviado.`,
  notSent: 'O envio não chegou ao fim. Verifique sua conexão e tente de novo.',
};
