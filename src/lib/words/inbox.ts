import type { NoticeCategory } from '#lib/contract/inbox.schema.ts';
import { plural } from '#lib/format/money.ts';

/** Labels and descriptions of the categories. */
export const noticeCategories: Readonly<Record<NoticeCategory, { name: string; about: string }>> = {
  aula: { name: 'Aulas', about: 'Aula que começa ou muda, nota liberada, correção pronta.' },
  financeiro: { name: 'Pagamentos', about: 'Parcela que vence e pagamento recebido.' },
  clube: { name: 'Clube', about: 'Pontos ganhos, pontos vencendo, recompensas.' },
  pedido: { name: 'Material', about: 'Cada passo do seu pedido até a entrega.' },
  campanha: { name: 'Eventos', about: 'Eventos e novidades da escola.' },
  aviso: { name: 'Da escola', about: 'Novidades gerais e documentos.' },
};

const MAX_COUNT = 99;
/** The number on the bell, which has room for two digits; empty for more. */
export const bellCount = (unread: number): string => (unread > MAX_COUNT ? '' : String(unread));
/** The name of the bell: `Avisos, 3 não lidos`. */
export const bellName = (unread: number): string =>
  unread === 0 ? 'Avisos' : `Avisos, ${unread === 1 ? '1 não lido' : `${unread} não lidos`}`;

export const noticeMessages = {
  allRead: 'Todos os avisos estão lidos.',
  /** What a screen reader announces after a category is chosen. */
  shown: (count: number): string => plural(count, 'aviso', 'avisos'),
  notRead: 'Não foi possível marcar os avisos como lidos. Tente de novo em instantes.',
  deadMailLink: 'Abra de novo o link do e-mail, ou escolha em Avisos, Preferências.',
  mailsCome:
    'Vale para as mensagens que a escola escreve a muitos. Avisos de pagamento, senha e pedidos continuam chegando.',
  mailsStopped:
    'As mensagens da escola ficam em Avisos, no portal. Avisos de pagamento, senha e pedidos continuam chegando.',
  saved: 'Pronto: suas preferências estão salvas.',
  removed: 'Este aparelho não recebe mais notificações.',
  notSaved: 'Não foi possível salvar. Tente de novo em instantes.',
} as const;

export const platforms: Readonly<Record<string, string>> = {
  ios: 'iPhone ou iPad',
  android: 'Android',
  windows: 'Windows',
  macos: 'Mac',
  linux: 'Linux',
  outro: 'Outro sistema',
};

/** The result of each check of “Testar notificações”, and what to do if it fails. */
export const testMessages = {
  running: 'Verificando…',
  waiting: 'Depende do passo anterior.',
  installFirst:
    'No iPhone e no iPad, instale o portal primeiro: toque em Compartilhar, depois em “Adicionar à Tela de Início”, e abra pelo novo ícone.',
  unsupported:
    'Este navegador não mostra notificações. Use a versão atual do Chrome, do Edge, do Firefox ou do Safari.',
  allowed: 'Este navegador permite as notificações do portal.',
  denied: (unblock: string) => `As notificações estão bloqueadas. ${unblock} Depois, teste de novo.`,
  dismissed: 'A pergunta do navegador ficou sem resposta. Teste de novo e toque em “Permitir”.',
  known: 'A escola conhece este aparelho.',
  unknown: 'Não foi possível ligar este aparelho à escola. Confira a internet e teste de novo.',
  sent: 'Enviamos uma notificação. Esperando ela chegar aqui…',
  notSent: 'A notificação não saiu da escola. Tente de novo em alguns minutos.',
  arrived: 'A notificação chegou: está tudo certo neste aparelho.',
  late: 'A notificação saiu da escola e ainda não chegou aqui. Veja se o modo “Não perturbe” ou a economia de bateria estão ligados e teste de novo.',
} as const;

/** One line each; devices show about this many. */
const BUNDLE_LINES = 5;

/** Several notices as one message. @param notices their titles @param of the person whom all of them are about */
export function bundleText(notices: readonly { title: string }[], of?: string): { title: string; body: string } {
  const more = notices.length - BUNDLE_LINES;
  const lines = notices.slice(0, BUNDLE_LINES).map(({ title }) => title);
  return {
    title: `${notices.length} novidades${of ? ` de ${of}` : ''}`,
    body: [...lines, ...(more > 0 ? [`e mais ${more}`] : [])].join('\n'),
  };
}
