/** What people read of notices by WhatsApp. */
export const whatsappMessages = {
  /** The text of the person, who sends it. */
  begin: (code: string) => `Quero receber os avisos da escola por aqui. Código: ${code.slice(0, 4)}-${code.slice(4)}`,
  off: 'Sua escola não envia avisos por WhatsApp.',
  minor: 'Antes dos 18 anos, os avisos por WhatsApp vão para o responsável: ele ativa no portal dele.',
  stopped: 'Você não recebe mais avisos por WhatsApp. Eles chegam por notificação ou e-mail.',
  /** Sent by WhatsApp. */
  on: (escola: string) =>
    `Pronto! A partir de agora, avisos de aulas, faltas e parcelas de ${escola} chegam por aqui. Para parar, responda PARAR.`,
  ended: (escola: string) =>
    `Combinado: ${escola} não envia mais avisos por aqui. Eles continuam no portal. Para voltar, responda VOLTAR.`,
  unread: (escola: string, phone: string | null) =>
    `Ninguém lê as respostas deste número: ele só envia avisos.${phone ? ` Para falar com ${escola}: ${phone}.` : ''} Para não receber mais, responda PARAR.`,
} as const;

const reasons: Readonly<Record<number, string>> = {
  130472: 'o WhatsApp segurou esta mensagem',
  130497: 'a conta da escola não pode escrever para este país',
  131021: 'é o próprio número da escola',
  131026: 'o WhatsApp da pessoa não pôde receber',
  131030: 'o número ainda não está liberado para testes na Meta',
  131042: 'a conta da escola na Meta está sem forma de pagamento',
  131047: 'passou o prazo para responder à pessoa',
  131049: 'o WhatsApp não entrega mais mensagens deste tipo a esta pessoa por enquanto',
  131050: 'a pessoa não quer mensagens deste tipo',
  131056: 'foram mensagens demais para a mesma pessoa',
  132000: 'o modelo tem outras variáveis: leia os modelos de novo',
  132001: 'o modelo não existe mais na Meta',
  132007: 'o modelo fere uma regra do WhatsApp',
  132012: 'o modelo tem outras variáveis: leia os modelos de novo',
  132015: 'a Meta pausou o modelo',
  132016: 'a Meta desativou o modelo',
};
const ownReasons: Readonly<Record<string, string>> = {
  opted_out: 'a pessoa parou os avisos por WhatsApp',
  no_template: 'não há modelo aprovado para este aviso',
  no_number: 'o número da escola está desligado ou parado',
};

/** Why a message was not delivered by WhatsApp, as the middle of a sentence. @param code of Meta */
export const whatsappReason = (code: number | null, reason: string | null): string =>
  (code !== null && reasons[code]) ||
  (reason !== null && ownReasons[reason]) ||
  (code === null ? 'o WhatsApp não respondeu' : `o WhatsApp recusou (código ${code})`);
