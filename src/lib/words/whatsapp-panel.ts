/** What the panel says of a unit's number of WhatsApp. */
export const whatsappPanel = {
  connected: 'Número ligado. Falta cadastrar o endereço de avisos no aplicativo da Meta.',
  disconnected: 'Número desligado. Os avisos seguem por notificação e e-mail.',
  disconnects:
    'Os avisos deixam de sair por WhatsApp, e quem os recebia por lá passa a receber por notificação ou e-mail. Se ligar de novo, cada pessoa ativa outra vez.',
  refreshed: 'Modelos e situação lidos da Meta agora.',
  notListed: 'A Meta não mostrou os modelos. Se o token acabou, ligue o número de novo.',
  used: 'Modelo escolhido. Vale a partir do próximo aviso.',
  unused: 'Estes avisos voltam a sair só por notificação e e-mail.',
  priced: 'Preços guardados. O custo aparece antes de cada mensagem da escola.',
  pricesHint:
    'Quanto a Meta cobra de você por uma mensagem, por categoria do modelo. Em branco: as mensagens saem sem custo estimado.',
  tested: 'A Meta aceitou o teste. Confira o seu WhatsApp.',
  otherNumber: 'Esta unidade já tem outro número ligado: desligue-o antes de ligar um novo.',
  taken: 'Este número já está ligado a outra unidade.',
  silent: 'A Meta não respondeu. Tente de novo em instantes.',
  noPhone: 'Para o teste, ponha o seu telefone nos seus dados.',
  notHeard:
    'A Meta ainda não avisou nada neste endereço: cadastre-o no aplicativo, com a palavra, e assine “messages”.',
  heard: 'A Meta está avisando o portal.',
  lostKey: 'O portal não consegue mais abrir a chave deste número. Ligue-o de novo.',
} as const;

export const whatsappTroubles = {
  token: 'Parado: a Meta não aceita mais o token. Ligue de novo com um token novo.',
  pagamento: 'Parado: a conta na Meta está sem forma de pagamento. Acerte lá e toque em “Ler da Meta de novo”.',
  bloqueado: 'Parado: a Meta restringiu a conta. Veja o motivo no WhatsApp Manager e toque em “Ler da Meta de novo”.',
  numero: 'Parado: a Meta não conhece mais este número. Confira no WhatsApp Manager e ligue de novo.',
} as const;

export const whatsappFieldNames = {
  phone_number_id: 'Identificação do número (Phone number ID)',
  account_id: 'Identificação da conta (WhatsApp Business Account ID)',
  token: 'Token de acesso permanente',
  app_secret: 'Chave secreta do aplicativo (App secret)',
  kind: 'Usar para',
  v1: 'Variável 1',
  v2: 'Variável 2',
  v3: 'Variável 3',
  v4: 'Variável 4',
  v5: 'Variável 5',
  v6: 'Variável 6',
  utility_centavos: 'Utilidade (R$)',
  marketing_centavos: 'Marketing (R$)',
} as const;

export const whatsappKindNames = {
  aula_cancelada: 'Aula cancelada',
  aula_remarcada: 'Aula remarcada',
  falta_registrada: 'Falta registrada',
  parcela_lembrete: 'Lembrete de parcela',
  envio: 'Mensagem da escola',
} as const;

export const whatsappVariableNames = {
  nome: 'Primeiro nome de quem recebe',
  escola: 'Nome da unidade',
  titulo: 'Título do aviso',
  texto: 'Texto do aviso',
  link: 'Endereço do aviso no portal',
} as const;

const statusNames: Readonly<Record<string, string>> = {
  APPROVED: 'Aprovado',
  PENDING: 'Em análise',
  IN_APPEAL: 'Em recurso',
  REJECTED: 'Recusado pela Meta',
  PAUSED: 'Pausado pela Meta',
  DISABLED: 'Desativado pela Meta',
  MISSING: 'Não existe mais na Meta',
};
/** What a template's state is called. */
export const templateStatusName = (status: string): string => statusNames[status] ?? status.toLowerCase();

const categoryNames: Readonly<Record<string, string>> = {
  UTILITY: 'utilidade',
  MARKETING: 'marketing',
  AUTHENTICATION: 'autenticação',
};
export const templateCategoryName = (category: string): string => categoryNames[category] ?? category.toLowerCase();
