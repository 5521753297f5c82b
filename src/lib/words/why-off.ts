/**
 * Why a page or an operation of ours is off in connected mode: the data is the franchise's alone, and the specification has no
 * call for it.
 */
export const whyOff = {
  accounts: 'Contas, sessões e senhas ficam no sistema da sua escola. A secretaria ajuda você.',
  classes: 'Turmas, aulas e faltas ficam no sistema da sua escola. A secretaria ajuda você.',
  contents: 'O treino e as metas ficam no sistema da sua escola. Aqui você ouve os áudios e lê as palavras do livro.',
  devices: 'Os aparelhos e os públicos das mensagens ficam no sistema da sua escola.',
  events: 'Os avisos automáticos saem do sistema da sua escola.',
  grades: 'Boletins e declarações são feitos no sistema da sua escola. Peça na secretaria.',
  help: 'A ajuda explica páginas que a sua escola tem em outro sistema. A secretaria ajuda você.',
  money: 'Recibos, boletos e links de pagamento ficam no sistema da sua escola. Peça na secretaria.',
  points: 'Os convites e as regras do clube ficam no sistema da sua escola. A secretaria ajuda você.',
  products: 'A lista de materiais fica no sistema da sua escola. O pedido de um material começa em Material.',
  requests: 'Rascunhos, links de autorização e documentos do intercâmbio ficam no sistema da sua escola.',
  staff: 'A equipe cuida disto no sistema da escola, e não por este portal.',
  trips: 'A inscrição e o regulamento dos eventos ficam no sistema da sua escola. A secretaria ajuda você.',
} as const;

export type WhyOff = keyof typeof whyOff;
