/** What documents and the page that checks them say. */
export const documentMessages = {
  kinds: { boletim: 'Boletim', certificado: 'Certificado do teste de inglês', recibo: 'Recibo' },
  noGrade: 'Ainda não lançada',
  unknownCertificate: 'Não encontramos um certificado com este código. Confira se digitou todas as letras.',
  malformedCode: 'Este código não está completo: são 12 letras e números, sem 0, O, 1 nem I',
  tooManyChecks: 'Foram muitas consultas em pouco tempo. Espere alguns minutos e tente de novo.',
  check: {
    title: 'Conferir documento',
    description: 'Confira se um boletim, certificado ou recibo é autêntico.',
    lead: 'Todo boletim, certificado e recibo da escola traz um código. Com ele, qualquer pessoa confere se é autêntico.',
  },
};
