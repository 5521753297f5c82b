/** Cards of the sandbox (docs/payments.md). */
export const cards = {
  approved: '4000000000000010',
  noFunds: '4000000000001018',
  silent: '4000000000002016',
  review: '4000000000002024',
  reviewRefused: '4000000000002032',
} as const;

/** A card payment, as API-26 takes it. */
export const cardBody = (number: string, installments = 1) => ({
  card: { number, holder_name: 'ANA SOUZA', expiry_month: 12, expiry_year: 2035, cvv: '123' },
  cpf: '52998224725',
  installments,
  save_card: false,
});
