/** What every form says, beside what its area says. */
export const formWords = {
  checkField: 'Confira o campo marcado.',
  checkFields: 'Confira os campos marcados.',
  notDone: 'Não foi possível agora. O que você preencheu está aqui: tente de novo em instantes.',
  notSaved: 'Não foi possível salvar. O que você preencheu está aqui: tente de novo em instantes.',
  wholeMissing: 'Informe um número inteiro',
  pictureMissing: 'Escolha uma imagem',
  pictureTooLarge: 'A imagem passa de 2 MB',
};

/** The sentence that points to fields with something wrong; null where nothing is. */
export function pointTo(fields: Readonly<Record<string, string>>): string | null {
  const count = Object.keys(fields).length;
  if (count === 0) return null;
  return count === 1 ? formWords.checkField : formWords.checkFields;
}
