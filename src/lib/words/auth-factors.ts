/** What the page of the second factor says after each action. */
export const factorWords: Readonly<Record<string, string>> = {
  adicionado: 'Segundo fator adicionado. Ele vale a partir da próxima entrada.',
  nome: 'Nome salvo.',
  removido: 'Segundo fator removido. Avisamos também por e-mail.',
};
