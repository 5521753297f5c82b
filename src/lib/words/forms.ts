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
