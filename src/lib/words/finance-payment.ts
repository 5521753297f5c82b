/** Texts of a payment, by what is paid. The code of an exchange expires with its quote, so there is no new one. */
export const paymentWords = {
  bills: {
    expired: 'Este código expirou.',
    afterwards: 'Se você já pagou, o pagamento aparece no extrato em alguns minutos: não pague de novo.',
    resultAt: 'em Pagamentos',
    isRenewable: true,
  },
  authorization: {
    expired: 'Este código expirou, e nada foi autorizado.',
    afterwards: 'Se você já pagou, o resultado aparece em Pagamentos em alguns minutos: não pague de novo.',
    resultAt: 'em Pagamentos',
    isRenewable: false,
  },
  exchange: {
    expired: 'O tempo deste pagamento acabou.',
    afterwards:
      'Se você pagou no último instante, o valor é confirmado em alguns minutos ou devolvido: não pague de novo antes de conferir em “Seus pagamentos”.',
    resultAt: 'em “Seus pagamentos”',
    isRenewable: false,
  },
} as const;
