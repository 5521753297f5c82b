/** What the promotional pages say around their form. */
export const promoMessages = {
  again: 'Falta só um toque: confira seus dados e envie de novo. É assim que sabemos que você não é um robô.',
  failed: 'Não conseguimos guardar seu contato. Tente de novo em instantes.',
};
