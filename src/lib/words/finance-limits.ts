/** Texts of the setting above which amount a gift of staff needs re-authentication. */
export const reauthenticationLimitWords = {
  amountMissing: 'Digite um valor, como 100,00',
  saved: 'Limites salvos. Valem a partir de agora para toda a equipe.',
  lead: 'Acima destes valores, o portal pede de novo a senha ou o código a quem dá um desconto, dispensa multa e juros, cancela parcelas, faz um cupom em reais ou dá pontos. Um cupom em porcentagem sempre pede; receber no balcão, nunca. Zero: sempre pede.',
};
