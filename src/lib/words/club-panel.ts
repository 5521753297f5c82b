import type { Indicacao, Resgate, RulePeriod, Transaction } from '#lib/contract/club.schema.ts';
import { formatCount, formatPoints, plural } from '#lib/format/money.ts';

type Tone = 'brand' | 'info' | 'warning' | 'success' | 'neutral';

export const redemptionWords: Record<Resgate['status'], { name: string; tone: Tone; action: string }> = {
  solicitado: { name: 'Solicitado', tone: 'warning', action: 'Voltar a solicitado' },
  aprovado: { name: 'Aprovado', tone: 'info', action: 'Aprovar' },
  pronto: { name: 'Pronto para retirar', tone: 'brand', action: 'Avisar que está pronto' },
  entregue: { name: 'Entregue', tone: 'success', action: 'Entregar' },
  cancelado: { name: 'Recusado', tone: 'neutral', action: 'Recusar' },
};

export const referralWords: Record<Indicacao['status'], { name: string; tone: Tone; action: string }> = {
  enviada: { name: 'Nova', tone: 'warning', action: 'Voltar a nova' },
  em_contato: { name: 'Em contato', tone: 'info', action: 'Já falei' },
  matriculada: { name: 'Matriculada', tone: 'brand', action: 'Matriculou' },
  creditada: { name: 'Creditada', tone: 'success', action: 'Creditar' },
  recusada: { name: 'Recusada', tone: 'neutral', action: 'Recusar' },
  duplicada: { name: 'Repetida', tone: 'neutral', action: 'Marcar como repetida' },
};

export const originWords: Record<Transaction['origem'], string> = {
  indicacao: 'Indicação',
  indicacao_matricula: 'Matrícula indicada',
  campanha: 'Bônus da escola',
  presenca: 'Presença',
  pratica: 'Prática',
  atividade: 'Atividade',
  teste_nivel: 'Teste de nível',
  aniversario: 'Aniversário',
  resgate: 'Troca',
  expiracao: 'Pontos vencidos',
  estorno: 'Estorno',
  ajuste: 'Ajuste da escola',
};

export const periodWords: Record<RulePeriod, { option: string; per: string }> = {
  dia: { option: 'por dia', per: 'por dia' },
  semana: { option: 'por semana', per: 'por semana' },
  mes: { option: 'por mês', per: 'por mês' },
  ano: { option: 'por ano', per: 'por ano' },
  sempre: { option: 'ao todo', per: 'ao todo' },
};

export const deliveryWords = {
  escola: 'Retirada na escola',
  digital: 'Código digital',
  desconto: 'Desconto na mensalidade',
} as const;

export const rewardWords = {
  ativa: { name: 'No catálogo', tone: 'success' },
  esgotada: { name: 'Esgotada', tone: 'warning' },
  futura: { name: 'Ainda não começou', tone: 'info' },
  encerrada: { name: 'Prazo encerrado', tone: 'neutral' },
  arquivada: { name: 'Arquivada', tone: 'neutral' },
} as const;

/** Texts that the panel of the club uses in more than one place. */
export const clubPanelMessages = {
  credited: 'Pontos da indicação creditados.',
  pointsMissing: 'Informe quantos pontos',
  balanceChanged: 'O saldo mudou enquanto você conferia. Veja os números de novo.',
  pointsReturn: (points: number, who: string) => `${formatPoints(points)} voltam para ${who}.`,
};

const linesOf = (lines: readonly number[]) => {
  const shown = lines.slice(0, 10).join(', ');
  const rest = lines.length > 10 ? ` e mais ${lines.length - 10}` : '';
  return lines.length === 1 ? `linha ${shown}` : `linhas ${shown}${rest}`;
};
const codes = (count: number) => (count === 1 ? '1 código' : `${formatCount(count)} códigos`);

/** Codes that a school keeps for a digital reward. */
export const codeMessages = {
  none: 'Cole ao menos um código, um por linha.',
  tooMany: 'Cole até 2.000 códigos por vez.',
  tooLong: (lines: readonly number[]) => `Código longo demais (${linesOf(lines)}): use até 200 letras.`,
  notDigital: 'Só recompensas com código digital guardam códigos.',
  issued: 'Este código já foi entregue a alguém. Confira, ou deixe em branco para usar o próximo guardado.',
  missing: 'Não há código guardado. Escreva o código que o aluno vai usar.',
  few: (reward: string, left: number) => ({
    title: left === 0 ? 'Acabaram os códigos' : `Restam ${codes(left)}`,
    body: `${reward}: ${left === 0 ? 'as próximas trocas esperam até você pôr mais códigos.' : 'ponha mais códigos.'}`,
  }),
  added: (count: number, repeated: readonly number[]) => {
    const news =
      count === 0 ? 'Nenhum código novo' : count === 1 ? '1 código novo' : `${formatCount(count)} códigos novos`;
    return repeated.length === 0 ? `${news}.` : `${news}. Já existiam e ficaram de fora: ${linesOf(repeated)}.`;
  },
  discarded: 'Os códigos que restavam foram descartados.',
  left: codes,
};

/** Field labels of the forms of a reward. */
export const rewardFields = {
  nome: 'Nome',
  descricao: 'Descrição',
  categoria: 'Categoria',
  entrega: 'Entrega',
  desconto_centavos: 'Valor do desconto, em reais',
  retirada_dias: 'Dias para retirar',
  pontos: 'Pontos',
  estoque: 'Estoque',
  valido_de: 'No catálogo a partir de',
  valido_ate: 'Até',
  limite_por_aluno: 'Limite por aluno',
  regras: 'Regras',
  codigos: 'Códigos novos, um por linha',
} as const;

/** Acts on rewards. */
export const rewardActs = {
  made: 'Recompensa criada. Abra a recompensa para enviar a imagem.',
  saved: 'Recompensa salva.',
  archived: 'A recompensa saiu do catálogo. Trocas já feitas continuam valendo.',
  restored: 'A recompensa voltou ao catálogo.',
  ofNetwork: 'Da rede: só a administração pode mudar.',
  codes:
    'Com códigos guardados, quem troca recebe o seu na hora, por e-mail e em Trocas. Cada código vai para um aluno só.',
  repeated: 'Os que já existem ficam de fora, e dizemos quais. De uma planilha vale a primeira coluna.',
  few: (left: number) =>
    left === 0 ? 'As próximas trocas esperam até você pôr mais códigos.' : 'Está acabando: ponha mais códigos.',
  discard: (left: number) => `${codes(left)} sem dono ${left === 1 ? 'sai' : 'saem'} da lista. Não dá para desfazer.`,
};

/** Field labels of the form of a rule. */
export const ruleFields = {
  pontos: 'Pontos',
  validade_dias: 'Validade, em dias',
  limite: 'Vale no máximo (vezes)',
  periodo: 'Período do limite',
  ativo: 'Regra ligada',
} as const;

/** Acts on rules. */
export const ruleActs = {
  saved: 'Regra salva.',
  fromNow: 'Vale para o que for ganho a partir de agora. O que já foi ganho não muda.',
};

/** Field labels of the forms of a redemption. */
export const redemptionFields = { motivo: 'Motivo', codigo: 'Código que o aluno vai usar' } as const;

/** Field labels of the forms of a member. */
export const memberFields = { pontos: 'Pontos', motivo: 'Motivo, que o membro lê no extrato' } as const;

/** Field labels of the forms of a referral. */
export const referralFields = {
  motivo: 'Motivo',
  aluno_user_id: 'Parece ser',
  aluno: 'CPF ou e-mail do aluno',
  contrato_id: 'Número do contrato',
  pontos: 'Pontos',
} as const;

/** Acts on referrals. */
export const referralActs = {
  moved: (status: keyof typeof referralWords) => `A indicação está em “${referralWords[status].name}”.`,
  credited: clubPanelMessages.credited,
  refusal: 'Quem indicou não ganha os pontos da matrícula e lê o motivo.',
  other: 'Ou outro aluno: CPF ou e-mail',
};

/** Acts on members and their entries. */
export const memberActs = {
  adjusted: 'Pontos ajustados.',
  reversed: 'Lançamento estornado.',
  reversal: 'O lançamento continua no extrato; entra outro, ao contrário.',
  belowZero: 'O saldo não pode ficar abaixo de zero.',
};

/** Acts on redemptions. */
export const redemptionActs = {
  moved: (count: number, state: string) =>
    count === 1 ? `1 troca está em “${state}”.` : `${count} trocas estão em “${state}”.`,
  refused: 'Troca recusada. Os pontos voltaram para o aluno.',
  backNotice: { title: 'Seu pedido voltou um passo', body: '. A escola ainda está cuidando dele.' },
};

/** Points for a group. */
export const bonusMessages = {
  everybody: 'Todos os membros',
  entry: 'Bônus da escola',
  past: 'Escolha um dia depois de hoje.',
  nobody: 'Ninguém deste grupo participa do clube.',
  noGroup: 'Escolha um grupo da sua escola.',
  changed: (people: number) =>
    `O grupo mudou enquanto você conferia: agora ${people === 1 ? 'é 1 pessoa' : `são ${formatCount(people)} pessoas`}. Confira de novo.`,
  missing: 'Não encontramos este bônus na sua escola.',
  repeated: 'Este bônus já foi dado hoje: o mesmo grupo, os mesmos pontos e o mesmo motivo. Confira de novo.',
  repeatedHint: 'Este bônus já foi dado hoje: o mesmo grupo, os mesmos pontos e o mesmo motivo. Dar outra vez?',
  late: 'Um bônus só volta no primeiro dia.',
  notified: (points: number, why: string) => ({ title: `Você ganhou ${formatPoints(points)}`, body: why }),
  undoneNotice: (why: string) => ({
    title: 'A escola desfez um bônus',
    body: `${why}. Os pontos saíram do seu saldo.`,
  }),
};

export const bonusStates = {
  dando: { name: 'Dando os pontos', tone: 'info' },
  dado: { name: 'Dado', tone: 'success' },
  desfazendo: { name: 'Desfazendo', tone: 'warning' },
  desfeito: { name: 'Desfeito', tone: 'neutral' },
} as const;

/** Field labels of the form of a bonus. */
export const bonusFields = {
  alvo: 'Para quem',
  pontos: 'Pontos para cada pessoa',
  expira_em: 'Valem até',
  motivo: 'Motivo',
} as const;

/** Acts on bonuses. */
export const bonusActs = {
  reach: (people: number, sum: number) =>
    people === 0
      ? bonusMessages.nobody
      : `${plural(people, 'pessoa', 'pessoas')}${sum > 0 ? `, ${formatPoints(sum)} ao todo` : ''}.`,
  issued: 'Bônus criado. Os pontos chegam em instantes, e cada pessoa é avisada uma vez.',
  undone: 'O bônus está sendo desfeito. Quem não tem saldo fica com eles.',
};

/** Who gets a bonus. */
export const bonusTargets = {
  todos: 'Todos os membros do clube',
  unidade: 'Unidade',
  turma: 'Turma',
  livro: 'Livro',
} as const;

/** Field labels of the form of that worth. */
export const worthFields = { mil_pontos_centavos: 'Quanto valem 1.000 pontos (R$)' } as const;

/** What points are worth to the school. */
export const worthMessages = {
  unknown: 'sem valor',
  saved: 'Valor dos pontos salvo.',
};
