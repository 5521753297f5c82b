import type { ManagedRedemption, ManagedReferral, PointRule, Transaction } from '../contract/club.schema.ts';
import { formatPoints } from '../format/money.ts';

type RedemptionStatus = ManagedRedemption['status'];
type ReferralStatus = ManagedReferral['status'];

/** What the panel of the club says in more than one place. */
export const managerMessages = {
  checkFields: 'Confira os campos marcados.',
  notSaved: 'Não foi possível salvar. O que você preencheu está aqui: tente de novo em instantes.',
  notMoved: 'Não foi possível mudar o estado. Tente de novo em instantes.',
  reasonMissing: 'Escreva o motivo: quem recebe vai ler.',
  pointsMissing: 'Informe quantos pontos',
  wholeMissing: 'Informe um número inteiro',
  amountMissing: 'Digite um valor, como 12,50',
  pictureMissing: 'Escolha uma imagem',
  pictureTooLarge: 'A imagem passa de 2 MB',
  noReward: 'Não encontramos esta recompensa.',
  balanceChanged: 'O saldo mudou enquanto você conferia. Veja os números de novo.',
  pointsReturn: (points: number, who: string) => `${formatPoints(points)} voltam para ${who}.`,
};

export const redemptionWords: Record<RedemptionStatus, { name: string; action: string }> = {
  solicitado: { name: 'Solicitado', action: 'Voltar a solicitado' },
  aprovado: { name: 'Aprovado', action: 'Aprovar' },
  pronto: { name: 'Pronto para retirar', action: 'Avisar que está pronto' },
  entregue: { name: 'Entregue', action: 'Entregar' },
  cancelado: { name: 'Recusado', action: 'Recusar' },
};

export const referralWords: Record<ReferralStatus, { name: string; action: string }> = {
  enviada: { name: 'Nova', action: 'Voltar a nova' },
  em_contato: { name: 'Em contato', action: 'Já falei com a pessoa' },
  matriculada: { name: 'Matriculada', action: 'Matriculou' },
  creditada: { name: 'Creditada', action: 'Creditar' },
  recusada: { name: 'Recusada', action: 'Recusar' },
  duplicada: { name: 'Repetida', action: 'Marcar como repetida' },
};

export const originWords: Record<Transaction['origem'], string> = {
  indicacao: 'Indicação',
  indicacao_matricula: 'Matrícula indicada',
  campanha: 'Campanha',
  presenca: 'Presença',
  pratica: 'Prática',
  atividade: 'Atividade',
  teste_nivel: 'Teste de nível',
  aniversario: 'Aniversário',
  resgate: 'Resgate',
  expiracao: 'Pontos vencidos',
  estorno: 'Estorno',
  ajuste: 'Ajuste da escola',
};

export const periodWords: Record<PointRule['periodo'], { option: string; per: string }> = {
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

/** What waits for the school. */
export const waitingWords = {
  redemptions: (count: number) => (count === 1 ? '1 resgate para aprovar' : `${count} resgates para aprovar`),
  referrals: (count: number) => (count === 1 ? '1 indicação nova' : `${count} indicações novas`),
};

const platformWords: Readonly<Record<string, string>> = {
  ios: 'iPhone ou iPad',
  android: 'Android',
  windows: 'Windows',
  macos: 'Mac',
  linux: 'Linux',
};

/** What a device is called, such as `Android, celular`. */
export const deviceName = ({ platform, device_type }: { platform: string; device_type: 'mobile' | 'desktop' }) => {
  const kind = device_type === 'mobile' ? 'celular' : 'computador';
  const name = platformWords[platform];
  if (platform === 'ios') return platformWords.ios ?? kind;
  return name ? `${name}, ${kind}` : `Outro ${kind}`;
};

/** What the page of a person says after each deed. */
export const personWords: Readonly<Record<string, string>> = {
  salvo: 'Dados salvos. A mudança ficou no registro.',
  bloqueado: 'Acesso bloqueado. As sessões e os aparelhos desta pessoa foram encerrados.',
  liberado: 'Acesso liberado. A pessoa já pode entrar com a senha dela.',
  papel: 'Papel encerrado. As sessões e os aparelhos desta pessoa foram encerrados.',
};

export const bookDeskWords: Readonly<Record<string, string>> = {
  ligado: 'Livro ligado.',
  desvinculado: 'Livro desvinculado.',
  codigo: 'O livro tem um código novo: está abaixo. O impresso não abre mais nada.',
};

/** Kinds of entries of the log. */
export const auditKinds = { mudancas: { name: 'Mudanças' }, consultas: { name: 'Consultas' } };

export const unlinkedWords: Readonly<Record<string, string>> = {
  ligada: 'Conta ligada à matrícula. Livros e progresso foram junto, e a pessoa entra de novo com a senha dela.',
  separada: 'Anotado: são pessoas diferentes. A matrícula tem agora uma conta própria.',
};

/** Why accounts are not linked while one of them waits to be erased. */
export const unlinkedErasure =
  'Há um pedido para apagar uma destas contas. Fale com a pessoa: se ela quiser continuar, pode desfazer o pedido no portal, e então as contas podem ser ligadas.';

/** What two people have in common, in the words of the panel. */
export const alikeWords = { cpf: 'mesmo CPF', email: 'mesmo e-mail', telefone: 'mesmo telefone' } as const;
