import { relativeTime } from '#lib/format/dates.ts';
import { listInWords } from '#lib/format/text.ts';
import { whatsappReason } from '#lib/words/whatsapp.ts';
import { DAY_MS } from '../time/spans.ts';

/** A plain sentence, and what to do about it. */
export interface Finding {
  frase: string;
  o_que_fazer: string | null;
}

/** The known facts about a person's notifications. */
export interface PersonFacts {
  /** The person's name, for the sentence. */
  name: string;
  devices: number;
  /** Devices that cannot receive anything in their current state. */
  broken: number;
  /** Whether anything was ever sent to one of the person’s devices. */
  hadDevices: boolean;
  /** Kinds of notices that the person switched off. */
  off: readonly string[];
}

export const KINDS: Readonly<Record<string, string>> = {
  aula: 'aulas',
  financeiro: 'financeiro',
  clube: 'clube',
  pedido: 'pedidos',
  campanha: 'eventos',
  aviso: 'avisos da escola',
};

const devicesText = (count: number) => (count === 1 ? '1 aparelho' : `${count} aparelhos`);
const BELL = 'Enquanto isso, tudo o que a escola envia fica no sino do portal.';

/** Why a person gets notifications, or does not. */
export function personFinding({ name, devices, broken, hadDevices, off }: PersonFacts): Finding {
  const kinds = off.map((kind) => KINDS[kind] ?? kind);
  if (devices === 0 && hadDevices) {
    return {
      frase: `${name} já recebeu notificações, mas hoje nenhum aparelho está ativado.`,
      o_que_fazer: `Peça para abrir o portal no celular e ativar as notificações de novo. ${BELL}`,
    };
  }
  if (devices === 0) {
    return {
      frase: `${name} ainda não ativou as notificações em nenhum aparelho.`,
      o_que_fazer: `Peça para abrir o portal no celular e tocar em “Ativar notificações”. No iPhone, antes é preciso pôr o portal na tela de início. ${BELL}`,
    };
  }
  if (kinds.length >= Object.keys(KINDS).length) {
    return {
      frase: `${name} desligou todos os tipos de notificação.`,
      o_que_fazer: `Só ${name} pode ligar de novo, em Avisos, “Como ser avisado”. ${BELL}`,
    };
  }
  if (broken >= devices) {
    return {
      frase: `${name} tem ${devicesText(devices)}, mas nenhum está recebendo.`,
      o_que_fazer: 'Veja abaixo o que fazer em cada um.',
    };
  }
  if (kinds.length > 0) {
    return {
      frase: `${name} recebe em ${devicesText(devices)}, menos ${listInWords(kinds)}: desligou por conta própria.`,
      o_que_fazer: `Só ${name} pode ligar de novo, em Avisos, “Como ser avisado”. ${BELL}`,
    };
  }
  return {
    frase: `Está tudo certo: ${name} recebe notificações em ${devicesText(devices)}.`,
    o_que_fazer: null,
  };
}

/** The known facts about a device. */
export interface DeviceFacts {
  platform: string;
  isPwa: boolean;
  /** The company whose service carries its messages, such as `Apple`; see `serviceOf`. */
  service: string;
  /** Instants. */
  lastSeen: string;
  lastOk: string | null;
  error: { status: number; reason: string | null; at: string } | null;
}

const services: readonly [host: string, name: string][] = [
  ['push.apple.com', 'Apple'],
  ['googleapis.com', 'Google'],
  ['mozilla.com', 'Mozilla'],
  ['mozaws.net', 'Mozilla'],
  ['notify.windows.com', 'Microsoft'],
];

/** The company of a push service by its address; without an address, a guess from the platform. */
export function serviceOf(endpoint: string | null, platform: string | null): string {
  const host = endpoint === null ? '' : (URL.parse(endpoint)?.hostname ?? '');
  const known = services.find(([each]) => host === each || host.endsWith(`.${each}`))?.[1];
  return known ?? (platform === 'ios' ? 'Apple' : 'navegador');
}

const ofService = (service: string) =>
  ({ Apple: 'da Apple', Google: 'do Google', Mozilla: 'da Mozilla', Microsoft: 'da Microsoft' })[service] ??
  'do navegador';

/** A device that was not opened for this many days may be out of use. */
export const QUIET_DAYS = 30;

/** Whether a device can receive messages in its current state, and what to do if not. */
export function deviceFinding(device: DeviceFacts, now: Date, timeZone: string): Finding & { isBroken: boolean } {
  const { platform, isPwa, lastOk, lastSeen } = device;
  if (platform === 'ios' && !isPwa && lastOk === null) {
    return {
      isBroken: true,
      frase: 'Este iPhone abriu o portal pelo navegador, e ali o iPhone não mostra notificações.',
      o_que_fazer:
        'Peça para tocar em Compartilhar, “Adicionar à Tela de Início”, e ativar as notificações no portal que fica lá.',
    };
  }
  const error = device.error && (lastOk === null || device.error.at > lastOk) ? device.error : null;
  if (error) return { isBroken: true, ...errorFinding(error, device.service) };
  const days = Math.floor((now.getTime() - Date.parse(lastSeen)) / DAY_MS);
  if (days >= QUIET_DAYS) {
    return {
      isBroken: false,
      frase: `O portal não é aberto neste aparelho há ${days} dias.`,
      o_que_fazer: 'Talvez o aparelho tenha sido trocado: peça para abrir o portal no que está em uso.',
    };
  }
  if (lastOk === null) {
    return {
      isBroken: false,
      frase: 'Pronto para receber: ainda não enviamos nada para este aparelho.',
      o_que_fazer: 'Para conferir, peça para abrir Avisos, “Como ser avisado”, e fazer o teste.',
    };
  }
  return {
    isBroken: false,
    frase: `Recebe normalmente: a última foi aceita ${relativeTime(lastOk, now, timeZone)}.`,
    o_que_fazer: null,
  };
}

const OURS = 'Avise o suporte: é um ajuste do portal, não do aparelho.';
const WAIT = 'Nada a fazer: o portal tenta de novo sozinho.';

function errorFinding({ status, reason }: { status: number; reason: string | null }, service: string): Finding {
  return { frase: `Na última vez, ${failure(status, reason, service)}.`, o_que_fazer: remedy(status, reason) };
}

const isGone = (status: number | null, reason: string | null) => status === 404 || status === 410 || reason === 'gone';

/** The sender’s own reasons, when no service answered or was contacted. */
const reasonWords: Readonly<Record<string, string>> = {
  no_message: 'a mensagem foi apagada antes de sair',
  moved: 'o aparelho passou a ser usado por outra pessoa',
  not_allowed: 'o serviço de notificações deste navegador não é aceito pela escola',
  private_address: 'o serviço de notificações deste navegador não é aceito pela escola',
  bad_keys: 'o registro do aparelho está com defeito',
};

/** What went wrong, as the middle of a sentence. Status 0 or none: no answer came. */
function failure(status: number | null, reason: string | null, service: string): string {
  const whose = `o serviço ${ofService(service)}`;
  if (isGone(status, reason)) return `${whose} não conhecia mais o aparelho: a permissão foi retirada`;
  if (status === 401 || status === 403) return `${whose} não aceitou a assinatura da escola`;
  if (status === 413) return `a mensagem era grande demais para ${whose}`;
  if (status === 429) return `${whose} pediu para esperar`;
  if (status !== null && status >= 500) return `${whose} estava fora do ar`;
  if (status === 408) return `${whose} demorou demais para responder`;
  if (status !== null && status >= 300) return `${whose} recusou a mensagem`;
  if (reason !== null && Object.hasOwn(reasonWords, reason)) return reasonWords[reason] ?? '';
  return /timeout|abort/i.test(reason ?? '') ? `${whose} demorou demais para responder` : `${whose} não respondeu`;
}

function remedy(status: number | null, reason: string | null): string {
  if (isGone(status, reason)) return 'Peça para ativar as notificações de novo, no portal daquele aparelho.';
  if (reason === 'bad_keys') return 'Peça para desativar e ativar as notificações de novo, no portal daquele aparelho.';
  if (reason === 'not_allowed' || reason === 'private_address')
    return 'Peça para usar outro navegador naquele aparelho.';
  if (status === null || status === 0 || status === 408 || status === 429 || status >= 500) return WAIT;
  return OURS;
}

/** The known facts about one notification to one device. */
export interface OutcomeFacts {
  /** `inbox`: what a guardian reads for a minor. */
  target: 'push' | 'mail' | 'inbox' | 'whatsapp';
  state: string;
  status: number | null;
  reason: string | null;
  attempts: number;
  service: string;
  /** Instants. */
  dueAt: string | null;
  expiresAt: string | null;
}

/** The result of one notice on one target, in a plain sentence; never a number alone. */
export function outcomeSentence(outcome: OutcomeFacts, now: Date, timeZone: string): string {
  const { target, state, status, reason, attempts, service, dueAt, expiresAt } = outcome;
  const later = dueAt !== null && Date.parse(dueAt) > now.getTime() ? relativeTime(dueAt, now, timeZone) : null;
  const isOver = expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
  if (target === 'inbox') return 'Está no portal do responsável.';
  if (target === 'whatsapp') return whatsappSentence(outcome, later);
  if (target === 'mail' && state === 'aceita') return 'Saiu por e-mail.';
  if (target === 'mail' && state === 'falhou')
    return reason === 'no_address'
      ? 'Não saiu: falta um e-mail no cadastro.'
      : 'Não saiu: a mensagem foi apagada antes.';
  const why = failure(status, reason, service);
  switch (state) {
    case 'na_fila':
      if (attempts > 0)
        return `Ainda não saiu: ${why}. ${later ? `Tentamos de novo ${later}.` : 'Tentamos de novo já.'}`;
      return later ? `Fora do horário: vai ${later}.` : 'Na fila: sai em instantes.';
    case 'aceita':
      return isOver
        ? `Aceita pelo serviço ${ofService(service)}, mas não soubemos que apareceu: o aparelho pode ter ficado desligado até passar o prazo.`
        : `Aceita pelo serviço ${ofService(service)} e ainda não mostrada: o aparelho pode estar desligado.`;
    case 'mostrada':
      return 'Apareceu no aparelho.';
    case 'clicada':
      return 'Apareceu no aparelho e foi aberta.';
    case 'falhou':
      return `Não chegou: ${why}.`;
    case 'expirada':
      return isGone(status, reason)
        ? 'O aparelho saiu: a permissão foi retirada ou o portal foi desinstalado.'
        : reason === 'quiet'
          ? 'Não saiu: o prazo terminava antes do fim do horário de silêncio.'
          : 'O prazo passou antes de conseguirmos entregar.';
    case 'silenciada':
      return 'Não foi enviada ao aparelho: a pessoa desligou notificações deste tipo.';
    case 'cancelada':
      return 'Foi cancelada pela escola antes de sair.';
    default:
      return 'Ainda não sabemos o que aconteceu com esta notificação.';
  }
}

/** The result of a WhatsApp message. `later`: when it is retried; null: at once. */
function whatsappSentence({ state, status, reason, attempts }: OutcomeFacts, later: string | null): string {
  const otherwise = 'Segue por notificação ou e-mail.';
  switch (state) {
    case 'na_fila':
      return later && attempts === 0 ? `Por WhatsApp, vai ${later}.` : 'Por WhatsApp, sai em instantes.';
    case 'aceita':
      return reason === 'no_answer'
        ? `O WhatsApp não confirmou o envio. Se não chegar, segue por notificação ou e-mail.`
        : 'Enviada por WhatsApp, ainda não entregue: o celular pode estar desligado.';
    case 'mostrada':
      return 'Entregue no WhatsApp.';
    case 'clicada':
      return 'Lida no WhatsApp.';
    case 'falhou':
      return `Não chegou por WhatsApp: ${whatsappReason(status, reason)}. ${otherwise}`;
    case 'expirada':
      return reason === 'quiet'
        ? `Não saiu por WhatsApp no horário de silêncio. ${otherwise}`
        : reason === 'slow'
          ? `Não saiu por WhatsApp a tempo. ${otherwise}`
          : 'Não saiu por WhatsApp: o prazo passou.';
    case 'cancelada':
      return 'Foi cancelada antes de sair por WhatsApp.';
    default:
      return 'Ainda não sabemos o que aconteceu com esta mensagem.';
  }
}
