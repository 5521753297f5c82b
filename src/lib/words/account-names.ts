/** What forms say of the two names of a person. */
export const civilNameWords = {
  full: 'Como aparece em todo lugar. Pode ser o nome social.',
  label: 'Nome no documento, se for outro',
  civil: 'Só para recibos, contratos e pagamentos.',
};
