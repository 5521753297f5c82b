import type { DeliveryState } from '../contract/broadcasts.schema.ts';
import { plural } from '../format/money.ts';

/** Placeholders of a message, and the texts for unknown values. */
export const placeholders = {
  primeiro_nome: { nome: 'Primeiro nome', exemplo: 'Maria', sem_dado: 'estudante' },
  turma: { nome: 'Turma', exemplo: 'Reach 1 · terça e quinta', sem_dado: 'sua turma' },
  vencimento: { nome: 'Próximo vencimento', exemplo: '10/12', sem_dado: 'a data combinada' },
} as const;
export type Placeholder = keyof typeof placeholders;

const known = () =>
  Object.keys(placeholders)
    .map((name) => `{${name}}`)
    .join(', ');

/** Texts about managers' messages that more than one place uses. */
export const broadcastMessages = {
  unknown: 'Não encontramos este envio na sua escola.',
  unknownTemplate: 'Não encontramos este modelo entre os da sua escola.',
  noSchool: 'Sua conta não está ligada a uma escola.',
  checkFields: 'Confira os campos marcados.',
  changed: 'Este envio mudou enquanto você editava. Recarregue para ver como ficou.',
  notEditable: 'Este envio já saiu ou foi cancelado e não muda mais.',
  notDeletable: 'Só rascunhos e envios que ainda não saíram podem ser excluídos.',
  notSendable: 'Este envio já saiu ou foi cancelado.',
  notCancellable: 'Este envio já terminou: não há o que cancelar.',
  nothingFailed: 'Nenhum aparelho ficou sem receber por falha.',
  notRetriable: 'Só dá para repetir as falhas de um envio que saiu.',
  deleted: 'Envio excluído.',
  unknownAudience: 'Não encontramos este público entre os da sua escola.',
  audienceDeleted: 'Público excluído.',
  onItsWay: (people: number) =>
    people === 0
      ? 'Ninguém recebeu: não há quem possa ler esta mensagem.'
      : `Mensagem a caminho de ${plural(people, 'pessoa', 'pessoas')}.`,
  mailFoot: (brand: string) =>
    `Você recebe por e-mail porque nenhum aparelho seu recebe notificações do portal ${brand}.`,
  unsubscribe: 'Não receber mais',
  /** @param names as written, without braces. */
  unknownPlaceholder: (names: readonly string[]) =>
    `${names.map((name) => `{${name}}`).join(', ')} não existe. Use ${known()}.`,
  inThePast: 'Escolha um horário que ainda não passou.',
  repeatNeedsTime: 'Para repetir, escolha a data e a hora do primeiro envio.',
  untilTooEarly: 'Escolha um dia depois do primeiro envio.',
  timeMissing: 'Este envio está agendado: escolha a data e a hora.',
  nobody: 'Escolha para quem é este envio.',
  foreign: {
    company_ids: 'Uma das unidades escolhidas não é das suas.',
    turma_ids: 'Uma das turmas escolhidas não é das suas unidades.',
    livro_ids: 'Um dos livros escolhidos não existe.',
    user_ids: 'Uma das pessoas escolhidas não é das suas unidades.',
    exclude_user_ids: 'Uma das pessoas deixadas de fora não é das suas unidades.',
  },
  onlyOwnFailures: 'Só dá para repetir as falhas do próprio envio.',
} as const;

const UNREACHABLE: ReadonlySet<string> = new Set(['bad_keys', 'not_allowed', 'private_address']);

/**
 * Why a device did not get a message, in words that readers understand, unlike a push service’s answer.
 *
 * @param reason the sender’s note, such as `gone`
 */
export function deliveryReason(state: DeliveryState, status: number | null, reason: string | null): string {
  if (state === 'silenciada') return 'A pessoa não quer notificações deste tipo';
  if (state === 'cancelada') return 'O envio foi cancelado antes de sair';
  if (status === 404 || status === 410 || reason === 'gone') {
    return 'O aparelho saiu: aplicativo removido ou permissão retirada';
  }
  if (reason !== null && UNREACHABLE.has(reason))
    return 'O endereço do aparelho não vale mais: ligue as notificações de novo';
  if (reason === 'moved') return 'O aparelho passou para outra pessoa';
  if (reason === 'quiet') return 'O prazo acabou no horário de silêncio da pessoa';
  if (state === 'expirada') return 'O prazo acabou antes de o aparelho receber';
  return `${answerOf(status)}${state === 'na_fila' ? ': vamos tentar de novo' : ''}`;
}

function answerOf(status: number | null): string {
  if (status === 429) return 'O serviço de notificações pediu para esperar';
  if (status === 401 || status === 403) return 'O serviço de notificações não reconheceu a escola';
  if (status === 413) return 'A mensagem passou do tamanho que o serviço aceita';
  if (status !== null && status >= 500) return 'O serviço de notificações estava fora do ar';
  if (status !== null && status >= 400) return 'O serviço de notificações recusou a mensagem';
  return 'O serviço de notificações não respondeu';
}
