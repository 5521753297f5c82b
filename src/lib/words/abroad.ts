/** What code says about study abroad. */
export const abroadMessages = {
  notSaved: 'Não conseguimos salvar. Tente de novo em instantes.',
  notSent: 'Não conseguimos enviar o pedido. Tente de novo em instantes.',
  notDeleted: 'Não conseguimos excluir o pedido. Tente de novo em instantes.',
  notDecided: 'Não conseguimos gravar a decisão. Tente de novo em instantes.',
  fileMissing: 'Escolha um arquivo.',
  fileTooLarge: 'O arquivo passa de 10 MB.',
  termsMissing: 'Marque os dois aceites para enviar.',
  amountMissing: 'Digite um valor, como 2.890,00',
  reasonMissing: 'Diga o motivo: o aluno vai ler.',
  consentMissing: 'Marque que autoriza a viagem.',
  ways: { pix: 'Pix', cartao: 'Cartão', cambio: 'Câmbio', boleto: 'Boleto' },
} as const;
