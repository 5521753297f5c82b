/** Messages of the operations for a payer’s own agreement. */
export const agreementMessages = {
  notOffered: 'A escola não oferece um acordo pelo portal para estas parcelas. Fale com a secretaria.',
  changed: 'As parcelas em atraso mudaram. Confira o acordo de novo.',
  tooMany: (max: number) => (max === 1 ? 'Só em 1 parcela' : `De 1 a ${max} parcelas`),
  firstDay: (days: number) => (days === 0 ? 'A primeira vence hoje' : `De hoje até ${days} dias`),
  latest: 'Tem de ser pelo menos o mínimo de dias',
  saved: 'Regras do acordo salvas: valem a partir de agora.',
  reason: 'Acordo feito por quem paga, no portal',
};
