import { personFieldNames } from '#lib/words/field-names.ts';
import { personFieldText } from './person-fields.ts';

/** What each entry of the log says was done; it follows a name: “Helena Prado mudou os dados”. */
export const actionWords: Readonly<Record<string, string>> = {
  'user-read': 'consultou o cadastro',
  'user-update': 'mudou os dados',
  'user-block': 'bloqueou o acesso',
  'user-unblock': 'liberou o acesso',
  'rights-change': 'mudou o que a pessoa abre no painel',
  'staff-invite': 'convidou para a equipe',
  'role-give': 'deu um papel',
  'role-end': 'encerrou um papel',
  'account-join': 'ligou a conta à matrícula',
  'account-apart': 'separou uma matrícula de uma conta parecida',
  'book-link': 'ligou um livro',
  'book-unlink': 'desvinculou um livro',
  'book-code-renew': 'trocou o código do livro',
  'order-status': 'mudou o estado do pedido',
  'password-change': 'trocou a própria senha',
  'password-reset': 'criou uma senha nova',
  'email-asked': 'pediu para trocar o e-mail',
  'email-undone': 'desfez uma troca de e-mail',
  'email-agreed': 'concordou com o e-mail que a escola escreveu',
  'factor-add': 'adicionou um segundo fator',
  'factor-remove': 'removeu um segundo fator',
  'factor-reset': 'tirou o segundo fator',
  'factor-recovery': 'usou um código de recuperação',
  'factor-codes': 'fez códigos de recuperação novos',
  'logout-everywhere': 'saiu de todos os aparelhos',
  'session-end': 'encerrou o acesso de um aparelho',
  'account-switch': 'passou para outra conta do mesmo e-mail',
  'data-export': 'baixou os próprios dados',
  'erasure-asked': 'pediu para apagar a conta',
  'erasure-withdrawn': 'desistiu de apagar a conta',
  'abroad-document-aceito': 'aceitou um documento de intercâmbio',
  'abroad-document-recusado': 'recusou um documento de intercâmbio',
  'abroad-request-aprovada': 'aprovou um pedido de intercâmbio',
  'abroad-request-recusada': 'recusou um pedido de intercâmbio',
  'abroad-trip-create': 'criou uma viagem',
  'abroad-trip-update': 'mudou uma viagem',
  'abroad-trip-publicada': 'publicou uma viagem',
  'abroad-trip-encerrada': 'encerrou as inscrições de uma viagem',
  'abroad-document-read': 'abriu um documento de intercâmbio',
  'absence-justificada': 'justificou uma falta',
  'absence-nao_aceita': 'manteve uma falta',
  'replacement-feita': 'registrou a presença numa reposição',
  'replacement-faltou': 'registrou a ausência numa reposição',
  'lead-update': 'cuidou de um contato',
  'lead-enrol': 'matriculou um contato',
  'lead-export': 'baixou os contatos',
  'campaign-create': 'criou um evento',
  'campaign-update': 'mudou um evento',
  'campaign-publish': 'publicou um evento',
  'campaign-hide': 'escondeu um evento',
  'campaign-picture': 'trocou a imagem de um evento',
  'campaign-tickets': 'fez ingressos de um evento',
  'campaign-print': 'baixou os ingressos de um evento',
  'campaign-export': 'baixou os participantes de um evento',
  'campaign-participation-cancel': 'cancelou uma inscrição em um evento',
  'bill-paid': 'anotou um recebimento no balcão',
  'bill-unpaid': 'desfez a anotação de um recebimento',
  'bill-refund': 'devolveu um pagamento',
  'bill-discount': 'mudou o desconto de uma parcela',
  'bill-due-day': 'mudou o vencimento de uma parcela',
  'bill-cancel': 'cancelou uma parcela',
  'bill-renegotiate': 'renegociou uma parcela',
  'contract-create': 'criou um contrato',
  'finance-export': 'baixou o fechamento do mês',
  'club-join': 'entrou no clube',
  'club-leave': 'saiu do clube',
  'points-adjust': 'ajustou pontos',
  'points-reverse': 'estornou um lançamento de pontos',
  'point-rule-update': 'mudou uma regra de pontos',
  'reward-create': 'criou uma recompensa',
  'reward-update': 'mudou uma recompensa',
  'reward-archive': 'arquivou uma recompensa',
  'reward-restore': 'pôs uma recompensa de volta no catálogo',
  'reward-picture': 'trocou a imagem de uma recompensa',
  'reward-codes': 'pôs códigos numa recompensa',
  'reward-codes-discard': 'descartou códigos de uma recompensa',
  'redemption-solicitado': 'voltou uma troca a solicitada',
  'redemption-aprovado': 'aprovou uma troca',
  'redemption-pronto': 'avisou que uma troca está pronta',
  'redemption-entregue': 'entregou uma troca',
  'redemption-cancelado': 'recusou uma troca',
  'referral-em_contato': 'falou com um amigo indicado',
  'referral-creditada': 'creditou uma matrícula indicada',
  'referral-recusada': 'recusou uma indicação',
  'referral-duplicada': 'marcou uma indicação como repetida',
  'sending-create': 'escreveu uma mensagem',
  'sending-update': 'mudou uma mensagem',
  'sending-delete': 'apagou uma mensagem',
  'sending-send': 'enviou uma mensagem',
  'sending-schedule': 'agendou uma mensagem',
  'sending-test': 'testou uma mensagem',
  'sending-retry': 'reenviou uma mensagem a quem não recebeu',
  'sending-cancel': 'cancelou uma mensagem',
  'template-create': 'guardou um modelo de mensagem',
  'template-delete': 'apagou um modelo de mensagem',
  'notice-kind-on': 'ligou um aviso automático',
  'notice-kind-off': 'desligou um aviso automático',
  'school-quiet': 'mudou o horário de silêncio da escola',
};

/** The action in words; a code without words is shown as it is. */
export const actionText = (action: string): string => actionWords[action] ?? action;

const targetWords: Readonly<Record<string, string>> = {
  user: 'Pessoa',
  book: 'Livro',
  order: 'Pedido',
  reward: 'Recompensa',
  redemption: 'Troca',
  bill: 'Parcela',
  contract: 'Contrato',
  month: 'Mês',
  referral: 'Indicação',
  'point-rule': 'Regra de pontos',
  'point-entry': 'Lançamento',
  sending: 'Mensagem',
  template: 'Modelo',
  'notice-kind': 'Aviso automático',
  school: 'Escola',
  usa_document: 'Documento de intercâmbio',
  usa_request: 'Pedido de intercâmbio',
  usa_trip: 'Viagem de intercâmbio',
  travel_campaign: 'Evento',
  lead: 'Contato',
};

/** The words for codes in targets. */
const codeWords: Readonly<Record<string, string>> = {
  presenca: '“Presença na aula”',
  unidade: '“Unidade concluída”',
  atividade: '“Atividade no prazo”',
  teste_nivel: '“Teste de nível”',
  indicacao: '“Indicação de amigo”',
  indicacao_matricula: '“Amigo matriculado”',
  aniversario: '“Aniversário”',
  nota_lancada: '“Nota liberada”',
  correcao_pronta: '“Correção pronta”',
  aula_em_1h: '“Aula em 1 hora”',
  aula_cancelada: '“Aula cancelada”',
  parcela_em_3_dias: '“Parcela vence em 3 dias”',
  parcela_paga: '“Pagamento recebido”',
  pontos_vencem: '“Pontos vencendo”',
  pedido_andou: '“Pedido andou”',
  documento_recusado: '“Documento recusado”',
};

/** The target of an action: its own name if known, else its kind and number. @param target such as `order:9` */
export function targetText(target: string, name?: string | null): string {
  const [kind = '', ...rest] = target.split(':');
  const word = targetWords[kind];
  if (kind === 'user' && name) return name;
  if (!word) return target;
  const id = rest.join(':');
  return `${word} ${name ?? codeWords[id] ?? id}`;
}

export const valueWords: Readonly<Record<string, string>> = {
  ...personFieldNames,
  papel: 'Papel',
  direitos: 'Partes do painel',
  unidades: 'Unidades',
  saldo: 'Saldo',
  motivo: 'Motivo',
  nota: 'Nota',
  status: 'Estado',
  estado: 'Estado',
  contatos: 'Contatos',
  responsavel_user_id: 'Responsável',
  unidade_id: 'Unidade',
  proximo_em: 'Próximo passo',
  pontos: 'Pontos',
  periodo: 'Período',
  limite: 'Limite',
  validade_dias: 'Validade em dias',
  ativo: 'Ligada',
  livro: 'Livro',
  conta: 'Conta',
  matricula: 'Matrícula',
  ingressos: 'Ingressos',
  de: 'Início',
  ate: 'Fim',
  title: 'Título',
  body: 'Texto',
  people: 'Pessoas',
  scheduled_at: 'Agendada para',
  enabled: 'Ligado',
  vencimento: 'Vencimento',
  abatimento: 'Desconto da escola',
  sem_encargos: 'Sem multa e juros',
  total: 'Total',
  forma: 'Forma',
  contrato: 'Novo contrato',
  devido: 'Devido antes',
  acrescimo: 'Acréscimo',
  desconto: 'Desconto',
  descricao: 'Descrição',
  parcelas: 'Parcelas',
  lancamentos: 'Lançamentos',
};

function valueText(field: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (typeof value === 'string') return personFieldText(field, value);
  return typeof value === 'number' ? String(value) : 'vazio';
}

export interface ValueChange {
  campo: string;
  antes: string;
  depois: string;
}

type Values = Readonly<Record<string, unknown>>;

/** Each changed value, by name; unchanged values are left out. */
export function changesOf({ antes = {}, depois = {} }: { antes?: Values; depois?: Values }): ValueChange[] {
  return [...new Set([...Object.keys(antes), ...Object.keys(depois)])]
    .filter((field) => antes[field] !== depois[field])
    .map((field) => ({
      campo: valueWords[field] ?? field,
      antes: valueText(field, antes[field]),
      depois: valueText(field, depois[field]),
    }));
}
