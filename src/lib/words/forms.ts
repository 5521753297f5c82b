// Single words, since islands load these alone.
const checkField = 'Confira o campo marcado.';
const checkFields = 'Confira os campos marcados.';
export const notDone = 'Não foi possível agora. O que você preencheu está aqui: tente de novo em instantes.';

/** What every form says, beside what its area says. */
export const formWords = {
  checkField,
  checkFields,
  notDone,
  notSaved: 'Não foi possível salvar. O que você preencheu está aqui: tente de novo em instantes.',
  wholeMissing: 'Informe um número inteiro',
  pictureMissing: 'Escolha uma imagem',
  pictureTooLarge: 'A imagem passa de 2 MB',
};

/** The sentence that points to fields with something wrong; null where nothing is. */
export function pointTo(fields: Readonly<Record<string, string>>): string | null {
  const count = Object.keys(fields).length;
  if (count === 0) return null;
  return count === 1 ? checkField : checkFields;
}
