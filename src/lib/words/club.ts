import type { Resgate, Reward } from '#lib/contract/club.schema.ts';
import { formatPoints, plural } from '#lib/format/money.ts';

/** Texts that the pages of the club use in more than one place. */
export const clubMessages = {
  /** What a screen reader announces after a filter is chosen. */
  entries: (count: number, hasOlder: boolean): string =>
    `${plural(count, 'lançamento', 'lançamentos')}${hasOlder ? ', e outros mais antigos' : ''}`,
  shown: (count: number): string => plural(count, 'troca', 'trocas'),
  joined: 'Bem-vindo ao clube!',
  joinedMore: 'Suas aulas e indicações já contam. Veja por onde começar.',
  left: 'Você saiu do clube. Quando quiser voltar, é só entrar de novo.',
  rules: [
    'Participar é de graça e você pode sair quando quiser.',
    'Os pontos valem 12 meses; os de bônus podem valer menos. Os mais antigos são usados primeiro.',
    'Pontos de indicação ficam pendentes e entram quando o amigo se matricula. Quem já é aluno ou já foi indicado não conta.',
    'Trocas podem ser canceladas enquanto a escola não começou a separar. Depois disso, os pontos não voltam.',
    'Pontos não viram dinheiro e não passam de um aluno para outro.',
  ],
  stock: (left: number | null) =>
    left === null ? '' : left === 1 ? 'Resta 1' : left <= 5 ? `Restam ${left}` : `${left} em estoque`,
  /** How to earn points, for readers who are not members and cannot see the school's own list. */
  earnRules: [
    { codigo: 'presenca', nome: 'Presença na aula', descricao: 'Cada presença conta.' },
    { codigo: 'unidade', nome: 'Unidade concluída', descricao: 'Áudios, palavras e o teste da unidade.' },
    { codigo: 'atividade', nome: 'Atividade no prazo', descricao: 'Enviada até o dia combinado.' },
    { codigo: 'indicacao_matricula', nome: 'Amigo matriculado', descricao: 'O que mais vale: trazer quem você gosta.' },
  ] as const,
  /** Out of stock, or the student has reached the limit. */
  unavailable: (left: number | null) => (left === 0 ? 'Esgotada no momento' : 'Indisponível para você agora'),
  limit: (count: number) => (count === 1 ? '1 por aluno' : `Até ${count} por aluno`),
  missing: (points: number) => (points === 1 ? 'Falta 1 ponto' : `Faltam ${formatPoints(points)}`),
  /** How a reward is delivered. Only `arrivalOf` chooses among them. */
  arrival: {
    pickUpSoon: (days: number | null) =>
      `Você retira na secretaria${days === null ? '' : ` em até ${days === 1 ? '1 dia' : `${days} dias`}`}, com o código da troca.`,
    pickUp: (until: string | null) => `Mostre este código na secretaria${until === null ? '' : ` até ${until}`}.`,
    pickUpLate: (until: string) => `O prazo para retirar foi até ${until}. Fale com a secretaria.`,
    codeSoon: (email: string) =>
      email ? `Seu código chega em ${email} e fica guardado em Trocas.` : 'Seu código chega em Trocas, aqui no clube.',
    codeSent: (email: string) => (email ? `Também enviamos para ${email}.` : 'Ele fica guardado aqui em Trocas.'),
    discountSoon: (worth: string) => `${worth} a menos na sua próxima parcela em aberto.`,
    discountOn: (worth: string, bill: string, day: string) => `${worth} a menos em ${bill}, que vence em ${day}.`,
    discountWaiting: (worth: string) => `${worth} a menos assim que houver uma parcela em aberto de valor maior.`,
    byHand: 'A escola dá este desconto: combine com a secretaria.',
    pickUpCode: 'Código de retirada',
    ownCode: 'Seu código',
  },
  /** Other names of the steps for a reward that is not picked up. */
  redemptionsBy: {
    escola: {},
    digital: { pronto: 'Código a caminho', entregue: 'Código enviado' },
    desconto: { solicitado: 'Desconto aplicado', entregue: 'Desconto usado' },
  } as Record<Reward['entrega'], Partial<Record<Resgate['status'], string>>>,
  /** A discount without a bill yet. */
  discountWaits: 'Esperando uma parcela em aberto',
  /** An old discount without a stored amount, which is not applied to bills automatically. */
  discountByHand: { pronto: 'Desconto liberado', entregue: 'Desconto dado' } as Partial<
    Record<Resgate['status'], string>
  >,
  redemptions: {
    solicitado: 'Solicitado',
    aprovado: 'Aprovado',
    pronto: 'Pronto para retirar',
    entregue: 'Entregue',
    cancelado: 'Cancelado',
  },
  referrals: {
    enviada: 'Enviada',
    em_contato: 'Em contato',
    matriculada: 'Matriculada',
    creditada: 'Pontos creditados',
    recusada: 'Não seguiu',
    duplicada: 'Já indicada',
  },
  steps: { enviada: 'Enviada', em_contato: 'Em contato', matriculada: 'Matriculada', creditada: 'Pontos' },
  kinds: { credito: 'Entradas', debito: 'Saídas' },
  origins: {
    indicacao: 'Indicação',
    indicacao_matricula: 'Matrícula de indicado',
    campanha: 'Bônus da escola',
    presenca: 'Presença',
    pratica: 'Prática',
    atividade: 'Atividade',
    teste_nivel: 'Teste de nível',
    aniversario: 'Aniversário',
    resgate: 'Troca',
    expiracao: 'Vencimento',
    estorno: 'Estorno',
    ajuste: 'Ajuste',
  },
  periods: { dia: 'hoje', semana: 'nesta semana', mes: 'neste mês', ano: 'neste ano', sempre: '' },
  pendingReferrals: 'Entram no saldo quando cada amigo se matricular.',
  referred: 'Indicação enviada. A escola entra em contato, e você acompanha tudo aqui.',
  notInvited: 'Não foi possível enviar. O que você preencheu está guardado: tente de novo em instantes.',
  invitation: 'Estou aprendendo idiomas e queria você comigo. Peça uma conversa com a escola pelo meu convite:',
  alreadyKnown: 'A escola já conhece esta pessoa, por isso a indicação não vale pontos.',
  redeemed: 'Veja abaixo como ela chega até você.',
  cancelled: 'Troca cancelada. Os pontos já voltaram para o seu saldo.',
  notRedeemed: 'Não foi possível fazer a troca. Seus pontos continuam com você: tente de novo em instantes.',
  notReferred: 'Não foi possível enviar a indicação. O que você preencheu está guardado: tente de novo em instantes.',
  notCancelled: 'Não foi possível cancelar a troca. Tente de novo em instantes.',
  rulesMissing: 'Marque que você leu e aceita o regulamento.',
  otherRules: 'O regulamento do clube é outro: leia o atual e aceite de novo.',
  consentMissing: 'Confirme que a pessoa autorizou o contato.',
};
