import { formatMoney } from '#lib/format/money.ts';

/** Field labels of the forms of a coupon. */
export const couponFields = {
  name: 'Código',
  descricao: 'Descrição',
  regras: 'Regras',
  desconto_tipo: 'Tipo de desconto',
  desconto_valor: 'Quanto',
  valido_de: 'Vale a partir de',
  valido_ate: 'Até',
  usos_max: 'Usos ao todo',
  produtos: 'Só para estes materiais (nenhum marcado: vale para todos)',
} as const;

/** Coupons in the panel. */
export const couponMessages = {
  known: 'Este código já está em uso. Escolha outro.',
  missing: 'Não encontramos este cupom na sua escola.',
  ofNetwork: 'Este cupom é de toda a rede: só a administração pode mudar.',
  noProduct: 'Um destes materiais não existe mais. Abra a página de novo.',
  worth: ({ desconto_tipo, desconto_valor }: { desconto_tipo: 'percentual' | 'valor'; desconto_valor: number }) =>
    desconto_tipo === 'percentual' ? `${desconto_valor}%` : formatMoney(desconto_valor),
};

export const couponStates = {
  ativo: { name: 'Valendo', tone: 'success' },
  futuro: { name: 'Ainda não começou', tone: 'info' },
  vencido: { name: 'Vencido', tone: 'neutral' },
  esgotado: { name: 'Esgotado', tone: 'warning' },
  encerrado: { name: 'Encerrado', tone: 'neutral' },
} as const;

export const couponDone = {
  criar: 'Cupom criado. Já vale nos pedidos, dentro dos dias dele.',
  salvar: 'Cupom salvo.',
  encerrar: 'Cupom encerrado. Pedidos já feitos ficam como estão.',
  reabrir: 'O cupom voltou a valer.',
} as const;

/** Field labels of the forms of a product. */
export const productFields = {
  codigo: 'Código',
  livro_id: 'Livro',
  nome: 'Nome',
  descricao: 'Descrição',
  linha: 'Linha de preço',
  estoque: 'Estoque',
  prazo_dias: 'Prazo de entrega, em dias',
  exige_teste_nivel: 'Pede o teste de nível antes de pagar',
  ativo: 'À venda',
} as const;

/** Products in the panel. */
export const productMessages = {
  ofNetwork: 'Os materiais são de toda a rede: só a administração pode mudar.',
  known: 'Já há um material com este código. Escolha outro.',
  noBook: 'Este livro não existe mais. Abra a página de novo.',
};

export const productDone = { criar: 'Material criado.', salvar: 'Material salvo.' } as const;

export const stockWords = {
  disponivel: 'Em estoque',
  sob_encomenda: 'Sob encomenda',
  indisponivel: 'Em falta',
} as const;
