import { formatCount, formatPoints } from '#lib/format/money.ts';

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
  given: 'Este código já foi entregue a alguém. Confira, ou deixe em branco para usar o próximo guardado.',
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

/** What the forms of a redemption call their fields. */
export const redemptionFields = { motivo: 'Motivo', codigo: 'Código que o aluno vai usar' } as const;

/** What the forms of a member call their fields. */
export const memberFields = { pontos: 'Pontos', motivo: 'Motivo, que o membro lê no extrato' } as const;

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
  backTold: { title: 'Seu pedido voltou um passo', body: '. A escola ainda está cuidando dele.' },
};

/** Points for a group. */
export const bonusMessages = {
  everybody: 'Todos os membros',
  entry: 'Bônus da escola',
  past: 'Escolha um dia depois de hoje.',
  nobody: 'Ninguém deste grupo participa do clube.',
  noReason: 'Escreva o motivo: cada pessoa vai ler.',
  noGroup: 'Escolha um grupo da sua escola.',
  changed: (people: number) =>
    `O grupo mudou enquanto você conferia: agora ${people === 1 ? 'é 1 pessoa' : `são ${formatCount(people)} pessoas`}. Confira de novo.`,
  missing: 'Não encontramos este bônus na sua escola.',
  repeated: 'Este bônus já foi dado hoje: o mesmo grupo, os mesmos pontos e o mesmo motivo. Confira de novo.',
  repeatedHint: 'Este bônus já foi dado hoje: o mesmo grupo, os mesmos pontos e o mesmo motivo. Dar outra vez?',
  late: 'Um bônus só volta no primeiro dia.',
  told: (points: number, why: string) => ({ title: `Você ganhou ${formatPoints(points)}`, body: why }),
  toldUndone: (why: string) => ({ title: 'A escola desfez um bônus', body: `${why}. Os pontos saíram do seu saldo.` }),
  preview: (people: number, sum: number) =>
    `${people === 1 ? '1 pessoa' : `${formatCount(people)} pessoas`}, ${formatPoints(sum)} ao todo.`,
};

export const bonusStates = {
  dando: { name: 'Dando os pontos', tone: 'info' },
  dado: { name: 'Dado', tone: 'success' },
  desfazendo: { name: 'Desfazendo', tone: 'warning' },
  desfeito: { name: 'Desfeito', tone: 'neutral' },
} as const;

export const bonusDone: Readonly<Record<string, string>> = {
  criar: 'Bônus criado. Os pontos chegam em instantes, e cada pessoa é avisada uma vez.',
  desfazer: 'O bônus está sendo desfeito. Quem não tem saldo fica com eles.',
};

/** Who gets a bonus. */
export const bonusTargets = {
  todos: 'Todos os membros do clube',
  unidade: 'Uma unidade',
  turma: 'Uma turma',
  livro: 'Um livro',
} as const;

/** What points are worth to the school. */
export const worthMessages = {
  noSchool: 'O valor dos pontos é de cada escola: entre com uma conta ligada a uma escola.',
  unknown: 'Diga quanto vale um ponto',
  saved: 'Valor dos pontos salvo.',
};
