import type { Audience, Broadcast, BroadcastLog, Counts, DeliveryState } from '../contract/broadcasts.schema.ts';
import { formatDay, relativeTime } from '../format/dates.ts';
import { formatCount, plural } from '../format/money.ts';
import { listInWords } from '../format/text.ts';
import { type Placeholder, placeholders } from './broadcasts.ts';
import { peopleWords } from './broadcasts-reach.ts';

/** A text for its author: placeholders are replaced with names of the values. */
export const readable = (text: string): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(placeholders, name) ? `‹${placeholders[name as Placeholder].nome.toLowerCase()}›` : whole,
  );

// Separate, because islands never use it.
export const notFound = 'Não encontramos esta mensagem na sua escola.';

/** Texts that the panel of messages uses in more than one place. */
export const panelMessages = {
  notSaved: 'Não foi possível salvar. O que você escreveu está aqui: tente de novo em instantes.',
  notSent: 'Não foi possível enviar agora. Nada saiu: tente de novo em instantes.',
  missing: {
    title: 'Escreva o título',
    body: 'Escreva a mensagem',
    dia: 'Escolha o dia',
    hora: 'Escolha a hora',
    repeat_until: 'Diga até quando repetir',
    nome: 'Dê um nome ao modelo',
    publico: 'Dê um nome ao público',
  },
  tooLong: (max: number) => `Use no máximo ${max} caracteres`,
  unknownPlaceholder: (name: string) => `Não sabemos o que pôr em {${name}}. Use os botões para inserir um dado.`,
  foreignLink: 'Use uma página do portal, como /financial. Outros endereços não podem ser abertos por um aviso.',
  noPicture: 'Use um endereço https ou um caminho do portal.',
  noTime: 'Este dia ou horário não existe',
  pastTime: 'Este horário já passou',
  pastEnd: 'Termina antes do primeiro envio',
  nobody: 'Escolha quem recebe.',
  reachChanged: 'O número de pessoas mudou enquanto você conferia. Veja de novo.',
  conflict: 'Outra pessoa mudou esta mensagem',
  closed: 'Esta mensagem já saiu e não pode mais mudar. O que você escreveu continua aqui.',
  tested: (count: number) => `Teste enviado para ${plural(count, 'aparelho seu', 'aparelhos seus')}.`,
  testedNone: 'Nenhum aparelho seu está ligado às notificações. Ligue neste aparelho e tente de novo.',
  templateSaved: 'Modelo salvo.',
  chooseAudience: 'Escolha um público guardado.',
  audienceStored: 'Público guardado.',
  audienceRemoved: 'Público excluído.',
  noReach: 'Não foi possível contar agora.',
  isCopy: 'Esta é uma cópia: mude o que quiser e envie.',
  retried: 'Estamos tentando de novo com os que falharam.',
  cancelled: 'Envio cancelado. Para quem ainda não tinha saído, não sai mais.',
  /** The consequence of cancelling it. */
  ends: (isRunning: boolean) =>
    isRunning
      ? 'Quem já recebeu continua com a mensagem. Para os outros, ela não sai mais.'
      : 'A mensagem não sai. O texto continua aqui e pode ser duplicado.',
} as const;

/** The result of an action on the previous page, shown in the list. */
export const listDone = { agendada: 'Mensagem agendada. Ela sai sozinha na hora marcada.' } as const;

type Tone = 'neutral' | 'info' | 'warning' | 'success' | 'brand' | 'error';
export const broadcastWords: Record<Broadcast['status'], { name: string; many: string; tone: Tone }> = {
  rascunho: { name: 'Rascunho', many: 'Rascunhos', tone: 'neutral' },
  agendada: { name: 'Agendada', many: 'Agendadas', tone: 'warning' },
  enviando: { name: 'Enviando', many: 'Enviando', tone: 'info' },
  enviada: { name: 'Enviada', many: 'Enviadas', tone: 'success' },
  cancelada: { name: 'Cancelada', many: 'Canceladas', tone: 'neutral' },
};

export const deliveryStateWords: Record<DeliveryState, { name: string; tone: Tone }> = {
  na_fila: { name: 'Na fila', tone: 'warning' },
  aceita: { name: 'Aceita', tone: 'info' },
  mostrada: { name: 'Mostrada', tone: 'success' },
  clicada: { name: 'Clicada', tone: 'success' },
  falhou: { name: 'Falhou', tone: 'error' },
  expirada: { name: 'Expirou', tone: 'neutral' },
  silenciada: { name: 'Silenciada', tone: 'neutral' },
  cancelada: { name: 'Cancelada', tone: 'neutral' },
};

/** The possible results of a message on a device, in this order in the filter of the log. */
export const OUTCOME_STATES = [
  'aceita',
  'mostrada',
  'clicada',
  'falhou',
  'expirada',
  'silenciada',
  'na_fila',
  'cancelada',
] as const satisfies readonly DeliveryState[];

const platformWords: Record<string, string> = {
  ios: 'iPhone ou iPad',
  android: 'Android',
  windows: 'Windows',
  macos: 'Mac',
  linux: 'Linux',
};
export const platformName = (platform: string) => platformWords[platform] ?? 'Outro';

export const repeatWords = { diaria: 'Todo dia', semanal: 'Toda semana', mensal: 'Todo mês' } as const;

/** The names of an audience's people and groups, by the ids of the form. */
export type Names = Readonly<Record<'companies' | 'turmas' | 'livros', readonly { id: number; nome: string }[]>> & {
  users?: Readonly<Record<number, string>>;
};

/** A longer list of an audience is shown as a number. */
export const MAX_NAMED = 2;

function group(ids: readonly number[], names: readonly { id: number; nome: string }[], one: string, many: string) {
  if (ids.length === 0) return [];
  const known = ids.flatMap((id) => names.find((each) => each.id === id)?.nome ?? []);
  const all = ids.length <= MAX_NAMED && known.length === ids.length;
  const [first, rest] = [one.split('|'), many.split('|')];
  if (all && ids.length === 1) return [`${first[0]} ${known[0]}`];
  if (all) return [`${rest[0]} ${listInWords(known)}`];
  return [`${ids.length === 1 ? first[1] : rest[1]}`.replace('#', String(ids.length))];
}

/** Within a sentence only names begin with a capital. */
const inside = (text: string, place: number) => (place > 0 ? text.replace(/^(Alunos|Quem) /, lower) : text);
const lower = (text: string) => text.toLowerCase();

/** Whom a message is for, in plain words: `Alunos da turma Reach 1, com parcela em atraso`. */
export function audienceWords(audience: Audience, names: Names): string {
  const people = Object.entries(names.users ?? {}).map(([id, nome]) => ({ id: Number(id), nome }));
  const who = audience.all
    ? ['Todos da escola']
    : [
        ...group(
          audience.company_ids,
          names.companies,
          'Alunos da unidade|Alunos de 1 unidade',
          'Alunos das unidades|Alunos de # unidades',
        ),
        ...group(
          audience.turma_ids,
          names.turmas,
          'Alunos da turma|Alunos de 1 turma',
          'Alunos das turmas|Alunos de # turmas',
        ),
        ...group(
          audience.livro_ids,
          names.livros,
          'Quem estuda|Quem estuda 1 livro',
          'Quem estuda|Quem estuda # livros',
        ),
        ...(audience.user_ids.length <= MAX_NAMED
          ? group(audience.user_ids, people, '|1 pessoa escolhida', '|# pessoas escolhidas').map((text) => text.trim())
          : [`${audience.user_ids.length} pessoas escolhidas`]),
      ];
  const conditions = conditionWords(audience);
  // A condition alone applies to everybody.
  if (who.length === 0 && conditions.length === 0) return 'Ninguém escolhido ainda';
  const left = audience.exclude_user_ids.length;
  return [
    listInWords(who.map(inside), 'ou') || 'Todos',
    ...conditions,
    ...(left > 0 ? [`menos ${peopleWords(left)}`] : []),
  ].join(', ');
}

function conditionWords(audience: Audience): string[] {
  const pick = (flag: boolean | null | undefined, yes: string, no: string) => (flag ? yes : flag === false ? no : null);
  return [
    pick(audience.is_club, 'membros do clube', 'fora do clube'),
    audience.brand ? `da ${audience.brand === 'knn' ? 'KNN' : 'Phenom'}` : null,
    pick(audience.has_overdue, 'com parcela em atraso', 'sem parcela em atraso'),
    pick(audience.pwa_installed, 'com o app instalado', 'sem o app instalado'),
    audience.not_studied_days ? `sem estudar há ${plural(audience.not_studied_days, 'dia', 'dias')}` : null,
    audience.device_type ? (audience.device_type === 'mobile' ? 'só no celular' : 'só no computador') : null,
  ].filter((text) => text !== null);
}

/** When a message went out or will. */
export function whenWords(
  broadcast: Pick<Broadcast, 'status' | 'sent_at' | 'scheduled_at' | 'repeat' | 'repeat_until' | 'updated_at'>,
  now: Date,
  zone: string,
): string {
  const { status, sent_at, scheduled_at, repeat, repeat_until, updated_at } = broadcast;
  const at = (instant: string) => relativeTime(instant, now, zone);
  const again = repeat ? `, ${repeatWords[repeat].toLowerCase()}` : '';
  const until = repeat && repeat_until ? ` até ${formatDay(repeat_until)}` : '';
  if (status === 'agendada' && scheduled_at) return `sai ${at(scheduled_at)}${again}${until}`;
  if (status === 'enviada' && sent_at) return `saiu ${at(sent_at)}`;
  if (status === 'enviando') return 'saindo agora';
  return `editada ${at(updated_at)}`;
}

/** The share of the message’s devices that are finished: 0 to 100. */
export const shareDone = ({ devices, retrying }: Counts): number =>
  devices === 0 ? 0 : Math.floor(((devices - retrying) / devices) * 100);

/** A part of a whole as `48%`; a part of an empty whole is `0%`. */
export const shareOf = (part: number, whole: number): string =>
  `${whole === 0 ? 0 : Math.round((part / whole) * 100)}%`;

/** Readers who get the message themselves; for others the guardian gets it. */
export const ownReaders = ({ people, guardians = 0 }: Pick<Counts, 'people' | 'guardians'>): number =>
  people - guardians;

/** `Chegou a 98 de 100 pessoas · 3 aos responsáveis`; null if the deliveries were deleted. */
export function reachedWords({ reached, ...counts }: Counts): string | null {
  const { guardians = 0 } = counts;
  const own = ownReaders(counts);
  if (reached === undefined) return null;
  return [
    ...(own > 0 || guardians === 0 ? [`Chegou a ${formatCount(reached)} de ${peopleWords(own)}`] : []),
    ...(guardians > 0 ? [`${formatCount(guardians)} aos responsáveis`] : []),
  ].join(' · ');
}

/** The confirmation before sending, and its button: both have the number of people. */
export const confirmTitle = (people: number, isLater: boolean) =>
  `${isLater ? 'Agendar' : 'Enviar'} para ${peopleWords(people)}?`;
export const confirmWords = (people: number, isLater: boolean) =>
  `${isLater ? 'Agendar' : 'Enviar'} para ${peopleWords(people)}`;

/** Why a broadcast waits during quiet hours. */
export function heldWords({ devices, until }: NonNullable<BroadcastLog['held']>, now: Date, zone: string): string {
  const who = devices === 1 ? '1 aparelho espera' : `${formatCount(devices)} aparelhos esperam`;
  return `${who} o fim do horário de silêncio: ${relativeTime(until, now, zone)}.`;
}

type Row = readonly [words: string, count: number];

/** The number of people by channel: each person gets the message by one. */
export function channelRows({
  people,
  without_push,
  guardians = 0,
  mails = 0,
  mails_waiting = 0,
  whatsapp = 0,
  left_out = 0,
}: Counts): Row[] {
  const rows: Row[] = [
    ['No aparelho e no portal', people - guardians - without_push - whatsapp],
    ['Por e-mail e no portal', mails],
    ['Só no portal', without_push - mails - mails_waiting],
    ['No portal; o e-mail ainda vai sair', mails_waiting],
    ['Por WhatsApp e no portal', whatsapp],
    ['Pelo responsável', guardians],
    ['De fora, pelo limite por pessoa', left_out],
  ];
  return rows.filter(([, count], at) => at < 3 || count > 0);
}

const deedWords = {
  pagaram: 'Pagaram uma parcela em até 7 dias',
  pediram: 'Fizeram um pedido em até 7 dias',
  se_inscreveram: 'Se inscreveram num evento em até 7 dias',
  vieram: 'Vieram a uma aula em até 7 dias',
  trocaram: 'Trocaram pontos em até 7 dias',
} as const;

/** What readers did after a message. */
export const followedRows = ({ opened, clicked, deed }: NonNullable<BroadcastLog['followed']>): Row[] => [
  ['Leram o aviso', opened],
  ['Tocaram e abriram a página', clicked],
  ...(deed ? [[deedWords[deed.what], deed.people] as const] : []),
];
