import { formatCount } from '../format/money.ts';
import { listInWords } from '../format/text.ts';

/** What the page of a person's data says after each action. */
export const personWords: Readonly<Record<string, string>> = {
  salvo: 'Dados salvos. A mudança ficou no histórico.',
  responsavel:
    'Dados salvos. O responsável novo recebeu um link por e-mail e vale quando confirmar. O de antes foi avisado.',
  mantido:
    'Pedido desfeito: o link do responsável novo não vale mais, e o de antes continua. Ele e o aluno foram avisados.',
};

export const partMissing = 'Esta parte não carregou. Abra a página de novo em instantes.';

/** How often somebody viewed a record on a day: empty for once. */
export const timesWords = (times: number): string => (times > 1 ? `, ${formatCount(times)} vezes` : '');

/** Accounts without an enrolment. */
export const unlinkedWords = {
  joined: 'Conta ligada à matrícula. Livros e progresso foram junto, e a pessoa entra de novo com a senha dela.',
  alike:
    'Já existe uma conta sem matrícula que parece ser desta pessoa. Os dados ficaram guardados: confira abaixo e confirme.',
  apart: 'Anotado: são pessoas diferentes. A matrícula tem agora uma conta própria.',
  nobody:
    'Nenhum aluno da escola tem o mesmo CPF, e-mail ou telefone. Se a pessoa já é aluna, corrija o cadastro dela em Alunos; se ainda não é, importe a matrícula: ela aparece aqui.',
  keeps: (email: string) =>
    `Alguém já entrou na conta da matrícula: a senha e o e-mail dela continuam, e a conta de ${email} deixa de existir.`,
  enters: 'A pessoa entra com o e-mail e a senha da conta que ela criou.',
  forGood: 'Livros e progresso ficam. Confira com a pessoa: juntar não pode ser desfeito.',
} as const;

/** Why accounts cannot be linked while one of them waits for its erasure. */
export const unlinkedErasure =
  'Há um pedido para apagar uma destas contas. Fale com a pessoa: se ela quiser continuar, pode desfazer o pedido no portal, e então as contas podem ser ligadas.';

/** What two people have in common, as the panel shows it. */
export const alikeWords = { cpf: 'mesmo CPF', email: 'mesmo e-mail', telefone: 'mesmo telefone' } as const;

/** Texts about the classes of a leaving teacher. */
export const handOverWords = {
  stillTeaches: (names: readonly string[]): string =>
    `Esta pessoa ainda dá aula em ${listInWords(names.slice(0, 5))}${names.length > 5 ? ' e outras turmas' : ''}. Passe as turmas a outra pessoa antes, em Equipe.`,
  received: (turma: string) => ({
    title: 'Você tem aulas novas',
    body: `A turma ${turma} é sua agora. Veja o calendário e os alunos.`,
  }),
  begins: (turma: string) => ({
    title: 'Uma turma sua começa',
    body: `As aulas da turma ${turma} começam. Veja o horário, a sala e quem vem.`,
  }),
  passedOn: (turma: string) => ({
    title: 'Uma turma sua passou a outra pessoa',
    body: `Você não dá mais as aulas da turma ${turma}.`,
  }),
  otherUnit: 'Há turmas de outra unidade da escola. Peça a quem cuida de todas as unidades.',
  changed: 'Alguém passou uma destas turmas a outra pessoa agora mesmo. Abra a página de novo.',
  noTeacher: 'Fica sem professor',
  usualTeacher: 'O professor da turma',
  choose: 'Escolha quem assume',
  stays: 'Fica como está',
  hint: 'Quem assume é avisado, e os alunos veem o professor novo.',
  none: 'Esta pessoa não tem turmas nem substituições a dar.',
  done: 'Turmas passadas. Quem assume já as vê.',
  despiteClash: 'Passar mesmo se o horário chocar com outra aula',
} as const;

/** Names of fields of the team. */
export const teamFields = {
  ...{ full_name: 'Nome completo', email: 'E-mail', papel: 'Papel', unidade_id: 'Unidade' },
} as const;

export const teamWords = {
  invites: 'A pessoa recebe um e-mail com o link que define a senha. Depois você escolhe o que ela abre.',
  invited: 'Pessoa convidada. Abra a pessoa e confira o que ela abre no painel.',
  resent: 'Convite feito de novo. O link vale por 7 dias.',
  saved: 'Acesso salvo. Vale a partir do próximo toque desta pessoa.',
  lostFactor: (name: string) =>
    `Confirme antes, por telefone ou na escola, que é ${name} quem pede. As sessões terminam, e ${name} liga outro fator na próxima entrada. O e-mail de ${name} é avisado.`,
  factorGone: 'Segundo fator retirado. A pessoa entra de novo com a senha e liga outro.',
  ends: (name: string) =>
    `${name} sai da equipe agora: sessões e aparelhos terminam na hora, e o painel fecha. O cadastro e o histórico ficam.`,
  ended: 'Acesso encerrado. As sessões e os aparelhos desta pessoa terminaram na hora.',
} as const;
