/** Form texts about the two names of a person. */
export const civilNameWords = {
  full: 'Como aparece em todo lugar. Pode ser o nome social.',
  label: 'Nome no documento, se for outro',
  civil: 'Só para recibos, contratos e pagamentos.',
};

/** Form texts about an address abroad. */
export const abroadWords = {
  lives: 'Moro fora do Brasil',
  country: 'País',
  countryMissing: 'Diga o país. No Brasil, desmarque “Moro fora do Brasil”',
  region: 'Só para quem mora fora do Brasil.',
};
