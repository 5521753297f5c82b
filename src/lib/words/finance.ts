import type { MovementKind, Parcela } from '../contract/finance.schema.ts';
import { formatDay } from '../format/dates.ts';
import { formatMoney } from '../format/money.ts';

/** Why a card was declined, and what to do. Keys are the provider’s. */
const declines: Readonly<Record<string, string>> = {
  saldo_insuficiente: 'O cartão não tem limite disponível para este valor. Use outro cartão ou pague com Pix.',
  nao_autorizado: 'O banco não autorizou o pagamento. Fale com o banco ou use outro cartão.',
  cartao_vencido: 'Este cartão está vencido. Confira a validade ou use outro cartão.',
  cvv_invalido: 'O código de segurança não confere. Confira os 3 ou 4 números e tente de novo.',
  cartao_bloqueado: 'Este cartão está bloqueado. Desbloqueie no aplicativo do banco ou use outro cartão.',
  limite_de_tentativas: 'O banco recusou por excesso de tentativas. Use outro cartão ou tente amanhã.',
  suspeita_de_fraude: 'O banco recusou por segurança. Confirme a compra no aplicativo do banco ou pague com Pix.',
  nao_processado: 'O pagamento não foi processado e nada foi cobrado. Tente de novo.',
};

/** Declines after which the same card may succeed. */
const retryable: ReadonlySet<string> = new Set(['cvv_invalido', 'nao_processado', 'nao_autorizado']);

export const financeMessages = {
  /** Texts when no bill is open: see `ownBills`. */
  noBills: {
    clear: 'Você está em dia com a escola.',
    none: 'Nenhuma parcela no seu nome.',
    unlinked: 'As parcelas aparecem aqui quando a escola ligar sua conta à matrícula.',
  },
  unknownBill: 'Não encontramos esta parcela entre as suas.',
  alreadyPaid: 'Esta parcela já está paga.',
  /** A bill of zero is settled automatically. */
  nothingDue: 'Não há nada a pagar: em instantes a parcela aparece como paga.',
  nothingPaid: 'Esta parcela não teve valor a pagar, e por isso não tem recibo.',
  ofNothing: 'Sem valor a pagar',
  inProgress: 'Um pagamento desta parcela está em andamento. Aguarde a resposta do banco.',
  cancelled: 'Esta parcela foi cancelada e não pode mais ser paga.',
  inReview: 'Assim que o banco responder, o resultado aparece em Pagamentos. Não é preciso pagar de novo.',
  closed: 'Esta parcela foi cancelada. Na dúvida, fale com a secretaria.',
  quoted: 'Este pagamento é de câmbio: pague na página de câmbio, pela cotação.',
  /** @param day `YYYY-MM-DD` */
  payableUntil: (day: string) => `Sem multa nem juros até ${formatDay(day)}`,
  notPaidYet: 'O recibo fica pronto assim que o pagamento for confirmado.',
  twoReceivers: 'Estas parcelas são de unidades com contas diferentes. Pague as de cada unidade de uma vez.',
  payerWithoutCpf:
    'Falta o CPF de quem paga. Confira seus dados no perfil, ou peça à secretaria que complete o cadastro.',
  noCard: 'Esta unidade não recebe cartão pelo portal. Pague com Pix.',
  noBoleto: 'Este pagamento não tem boleto. Pague com Pix.',
  unknownBoleto: 'Esta parcela não tem boleto em aberto.',
  boletoRuns: 'Esta parcela tem um boleto em aberto. Pague o boleto, ou cancele-o para pagar de outra forma.',
  boletoCancelled: 'Boleto cancelado. Agora você pode pagar de outra forma.',
  boletoOver: 'Boleto vencido. Se você o pagou, aguarde até 2 dias úteis.',
  boletoWaits: 'Boleto emitido, aguardando pagamento (até 2 dias úteis)',
  off: 'Esta escola ainda não recebe pagamentos pelo portal. Fale com a secretaria.',
  bankSilent: 'O banco não respondeu. Nada foi cobrado: tente de novo em instantes.',
  endedMeanwhile: 'A cobrança mudou enquanto o banco a fazia. Nada foi cobrado: tente de novo.',
  cardUnanswered: 'Não recebemos a resposta do banco. Tente de novo com o mesmo cartão: não cobramos duas vezes.',
  needsAccess: 'Entre no portal ou abra o link de pagamento que a escola enviou.',
  wrongLink: 'Este link de pagamento não vale mais. Peça outro a quem enviou.',
  noLink: 'Não foi possível criar o link. Tente de novo em instantes.',
  tooManyInstallments: (max: number) => (max === 1 ? 'Este pagamento é à vista.' : `São no máximo ${max} vezes.`),
  /** The description that banks show with the amount. */
  pixDescription: 'Mensalidade',
  cardDescription: 'Escola de idiomas',
  declined: (reason: string | null) =>
    declines[reason ?? ''] ?? 'O cartão foi recusado. Use outro cartão ou pague com Pix.',
  /** How many card attempts a bill still allows within the hour. */
  triesLeft: (count: number) =>
    count === 0
      ? 'Este foi o último cartão desta hora: pague com Pix ou tente mais tarde.'
      : count === 1
        ? 'Resta 1 tentativa com cartão nesta hora.'
        : `Restam ${count} tentativas com cartão nesta hora.`,
  mayRetry: (reason: string | null) => retryable.has(reason ?? ''),
  states: {
    a_vencer: 'A vencer',
    vence_hoje: 'Vence hoje',
    vencida: 'Vencida',
    em_processamento: 'Em análise',
    paga: 'Paga',
    cancelada: 'Cancelada',
  } satisfies Record<Parcela['status'], string>,
  methods: {
    pix: 'Pix',
    cartao: 'Cartão',
    boleto: 'Boleto',
    dinheiro: 'Dinheiro',
    maquina: 'Cartão na escola',
    transferencia: 'Transferência',
  } as Readonly<Record<string, string>>,
  kinds: { parcela: 'Mensalidade', pedido: 'Pedido', cambio: 'Câmbio', devolucao: 'Devolução' } satisfies Record<
    MovementKind,
    string
  >,
  movementStates: {
    concluido: 'Concluído',
    em_analise: 'Em análise',
    a_caminho: 'A caminho',
  },
  /** @param dia as shown, such as `22/11/2026` */
  refunded: ({
    valor_centavos,
    dia,
    concluida,
    total,
    motivo,
  }: {
    valor_centavos: number;
    dia: string;
    concluida: boolean;
    total: boolean;
    motivo?: string | null;
  }) => {
    const what = `${total ? 'Devolvido' : 'Devolvido em parte'}: ${formatMoney(valor_centavos)}`;
    const why = motivo ? ` ${motivo}.` : '';
    return concluida ? `${what} em ${dia}.${why}` : `${what}, pedido em ${dia}, a caminho.`;
  },
  refund: 'Dinheiro devolvido',
  /** Beside the verification of a receipt. */
  returned: (isWhole: boolean) => (isWhole ? 'Pagamento devolvido' : 'Devolvido em parte'),
  /** Earlier partial payments of a bill. */
  paidBefore: 'Já pago',
  paidTooMuch: 'Pago a mais',
  refundReasons: {
    em_duplicidade: 'Devolução de pagamento em dobro',
    ja_cancelado: 'Devolução do que já estava cancelado',
    pedido_cancelado: 'Devolução de pedido cancelado',
    pela_escola: 'Devolução feita pela escola',
    pago_a_mais: 'Devolução do que foi pago a mais',
    devolvido_pelo_banco: 'Devolvido pelo banco, fora do portal',
    devolvido_por_fraude: 'Pix devolvido pelo banco, por contestação de fraude',
    contestado: 'Pagamento contestado no cartão',
    contestacao_ganha: 'Contestação encerrada: o pagamento voltou a valer',
    fora_do_portal: 'Devolvido pela escola, fora do portal',
  } as Readonly<Record<string, string>>,
};
