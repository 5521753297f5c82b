import type { Audience, Broadcast, BroadcastInput, Template } from '#lib/contract/broadcasts.schema.ts';
import { MAX_MESSAGE } from '#lib/format/limits.ts';
import { panelMessages } from '#lib/words/broadcasts-panel.ts';
import { namesDueDay } from '../finance/about-bills.ts';
import { instantAt } from '../time/instants.ts';
import { wallAt } from '../time/zones.ts';
import { isOwnLink, OTHER_LINK } from './own-links.ts';
import { unknownPlaceholders } from './placeholders.ts';

export const categories = ['aviso', 'aula', 'financeiro', 'clube', 'pedido', 'campanha'] as const;
const lists = ['company_ids', 'turma_ids', 'livro_ids', 'user_ids'] as const;
/** How long push services keep a message for a device that is off, in seconds. */
export const lifetimes = [1, 6, 24, 72, 168, 672].map((hours) => hours * 3_600);

export const nobody: Audience = {
  all: false,
  company_ids: [],
  turma_ids: [],
  livro_ids: [],
  user_ids: [],
  exclude_user_ids: [],
};

export const blank: BroadcastInput = {
  title: '',
  body: '',
  link: '/dashboard',
  category: 'aviso',
  icon_url: null,
  image_url: null,
  audience: nobody,
  scheduled_at: null,
  repeat: null,
  repeat_until: null,
  respect_quiet_hours: true,
  ttl_s: 72 * 3_600,
  urgency: 'normal',
  by_mail: false,
  by_whatsapp: false,
};

const wordsOf = (audience: Audience): Audience => ({
  all: audience.all,
  company_ids: audience.company_ids,
  turma_ids: audience.turma_ids,
  livro_ids: audience.livro_ids,
  user_ids: audience.user_ids,
  brand: audience.brand ?? null,
  is_club: audience.is_club ?? null,
  has_overdue: audience.has_overdue ?? null,
  pwa_installed: audience.pwa_installed ?? null,
  not_studied_days: audience.not_studied_days ?? null,
  device_type: audience.device_type ?? null,
  exclude_user_ids: audience.exclude_user_ids,
});

/** The content of a message in a fixed order, so that two equal messages give the same text. */
export const inputOf = (of: BroadcastInput): BroadcastInput => ({
  title: of.title.trim(),
  body: of.body.trim(),
  link: of.link,
  category: of.category,
  icon_url: of.icon_url ?? null,
  image_url: of.image_url ?? null,
  audience: wordsOf(of.audience),
  scheduled_at: of.scheduled_at ?? null,
  repeat: of.repeat ?? null,
  repeat_until: of.repeat_until ?? null,
  respect_quiet_hours: of.respect_quiet_hours,
  ttl_s: of.ttl_s,
  urgency: of.urgency,
  by_mail: of.by_mail ?? false,
  by_whatsapp: of.by_whatsapp ?? false,
});

export const isSameInput = (one: BroadcastInput, other: BroadcastInput): boolean =>
  JSON.stringify(inputOf(one)) === JSON.stringify(inputOf(other));

/** A message with the text of a template. */
export const withTemplate = (
  input: BroadcastInput,
  { title, body, link, category }: Pick<Template, 'title' | 'body' | 'link' | 'category'>,
): BroadcastInput => ({ ...input, title, body, link, category });

/** The initial content of a page: if a draft’s time has passed, the manager chooses it again. */
export function openInput(broadcast: Broadcast, now: Date): BroadcastInput {
  const input = inputOf(broadcast);
  const isPast = input.scheduled_at && Date.parse(input.scheduled_at) <= now.getTime();
  return isPast && broadcast.status === 'rascunho'
    ? { ...input, scheduled_at: null, repeat: null, repeat_until: null }
    : input;
}

/** Whether a message can still be edited: it is neither being sent nor over. */
export const isOpen = ({ status }: Pick<Broadcast, 'status'>): boolean =>
  status === 'rascunho' || status === 'agendada';

const isPicture = (text: string) => /^\/(?![/\\])[^\s\\]*$/.test(text) || /^https:\/\/[^\s/.]+\.\S+$/.test(text);

/** Problems with the text of a message, by field; empty if it can be saved. */
export function writtenProblems({ title, body, link, image_url }: BroadcastInput): Record<string, string> {
  const problems: Record<string, string> = {};
  for (const [name, text] of [
    ['title', title],
    ['body', body],
  ] as const) {
    const [unknown] = unknownPlaceholders(text);
    if (text.trim() === '') problems[name] = panelMessages.missing[name];
    else if (text.trim().length > MAX_MESSAGE[name]) problems[name] = panelMessages.tooLong(MAX_MESSAGE[name]);
    else if (unknown !== undefined) problems[name] = panelMessages.unknownPlaceholder(unknown);
  }
  if (!isOwnLink(link)) problems.link = panelMessages.foreignLink;
  if (image_url && !isPicture(image_url)) problems.image_url = panelMessages.noPicture;
  return problems;
}

const textIn = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
};

/** The text of a message as a plain form sends it. */
export function writtenFrom(form: FormData, base: BroadcastInput): BroadcastInput {
  const chosen = textIn(form, 'link');
  const lifetime = Number(textIn(form, 'ttl_s'));
  return {
    ...base,
    title: textIn(form, 'title'),
    body: textIn(form, 'body'),
    link: chosen === OTHER_LINK ? textIn(form, 'link_livre') : chosen,
    category: categories.find((each) => each === textIn(form, 'category')) ?? base.category,
    image_url: textIn(form, 'image_url') || null,
    ttl_s: lifetimes.find((each) => each === lifetime) ?? base.ttl_s,
    urgency: form.get('urgency') === 'high' ? 'high' : 'normal',
  };
}

const idsIn = (form: FormData, name: string) => [
  ...new Set(
    form
      .getAll(name)
      .map(Number)
      .filter((id) => Number.isInteger(id) && id > 0 && id < 2 ** 31),
  ),
];
const flagIn = (form: FormData, name: string) => {
  const value = textIn(form, name);
  return value === '' ? null : value === 'sim';
};

/** The audience that a plain form chooses. */
export function audienceFrom(form: FormData): Audience {
  const days = Number(textIn(form, 'not_studied_days'));
  const brand = textIn(form, 'brand');
  const device = textIn(form, 'device_type');
  return {
    all: textIn(form, 'quem') === 'todos',
    company_ids: idsIn(form, 'company_ids'),
    turma_ids: idsIn(form, 'turma_ids'),
    livro_ids: idsIn(form, 'livro_ids'),
    user_ids: idsIn(form, 'user_ids'),
    brand: brand === 'knn' || brand === 'phenom' ? brand : null,
    is_club: flagIn(form, 'is_club'),
    has_overdue: flagIn(form, 'has_overdue'),
    pwa_installed: flagIn(form, 'pwa_installed'),
    not_studied_days: Number.isInteger(days) && days >= 1 && days <= 365 ? days : null,
    device_type: device === 'mobile' || device === 'desktop' ? device : null,
    exclude_user_ids: idsIn(form, 'exclude_user_ids'),
  };
}

/** The manager’s choice of when a message is sent: days and clock times of the school. */
export interface Plan {
  quando: 'agora' | 'depois';
  dia: string;
  hora: string;
  repeat: BroadcastInput['repeat'];
  repeat_until: string;
}

export const planOf = ({ scheduled_at, repeat, repeat_until }: BroadcastInput, zone: string): Plan => {
  const wall = scheduled_at ? wallAt(scheduled_at, zone) : { day: '', clock: '' };
  return {
    quando: scheduled_at ? 'depois' : 'agora',
    dia: wall.day,
    hora: wall.clock,
    repeat: repeat ?? null,
    repeat_until: repeat_until ?? '',
  };
};

const repeats = ['diaria', 'semanal', 'mensal'] as const;

export const planFrom = (form: FormData): Plan => ({
  quando: textIn(form, 'quando') === 'depois' ? 'depois' : 'agora',
  dia: textIn(form, 'dia'),
  hora: textIn(form, 'hora'),
  repeat: repeats.find((each) => each === textIn(form, 'repeat')) ?? null,
  repeat_until: textIn(form, 'repeat_until'),
});

type Times = Pick<BroadcastInput, 'scheduled_at' | 'repeat' | 'repeat_until'>;

/** The instants of a plan, or its problems by field. */
export function timesOf(plan: Plan, zone: string, now: Date): { times: Times; problems: Record<string, string> } {
  const none: Times = { scheduled_at: null, repeat: null, repeat_until: null };
  if (plan.quando === 'agora') return { times: none, problems: {} };
  const problems: Record<string, string> = {};
  const at = instantAt(plan.dia, plan.hora, zone);
  if (!plan.dia) problems.dia = panelMessages.missing.dia;
  if (!plan.hora) problems.hora = panelMessages.missing.hora;
  if (!at && plan.dia && plan.hora) problems.dia = panelMessages.noTime;
  if (at && Date.parse(at) <= now.getTime()) problems.hora = panelMessages.pastTime;
  if (plan.repeat && plan.repeat_until && plan.repeat_until <= plan.dia) problems.repeat_until = panelMessages.pastEnd;
  if (plan.repeat && !plan.repeat_until) problems.repeat_until = panelMessages.missing.repeat_until;
  const repeat = plan.repeat;
  return { times: { scheduled_at: at, repeat, repeat_until: repeat ? plan.repeat_until || null : null }, problems };
}

/** The times to save before sending: a waiting message keeps its time until it is sent. */
export const timesToSave = (
  times: Times,
  { status, scheduled_at }: Pick<Broadcast, 'status' | 'scheduled_at'>,
): Times => (status === 'agendada' && !times.scheduled_at ? { ...times, scheduled_at: scheduled_at ?? null } : times);

const conditions = ['brand', 'is_club', 'has_overdue', 'pwa_installed', 'not_studied_days', 'device_type'] as const;

export const hasConditions = (audience: Audience): boolean =>
  conditions.some((name) => audience[name] !== null && audience[name] !== undefined);

/** Whether an audience is chosen: people, or everybody; a condition alone means everybody who meets it. */
export const isChosen = (audience: Audience): boolean =>
  audience.all || lists.some((name) => audience[name].length > 0) || hasConditions(audience);

const joined = (ids: readonly number[]) => (ids.length > 0 ? ids.join(',') : undefined);
const flagOf = (value: boolean | null | undefined) =>
  value === null || value === undefined ? undefined : value ? ('true' as const) : ('false' as const);

/** An audience as the input of the operation that counts it. Lists do not narrow an audience of everybody. */
export function audienceQuery(
  audience: Audience,
  category: BroadcastInput['category'],
  words: Pick<BroadcastInput, 'title' | 'body' | 'urgency' | 'by_mail' | 'by_whatsapp'>,
) {
  const named = audience.all ? nobody : audience;
  return {
    all: audience.all ? ('true' as const) : undefined,
    company_ids: joined(named.company_ids),
    turma_ids: joined(named.turma_ids),
    livro_ids: joined(named.livro_ids),
    user_ids: joined(named.user_ids),
    exclude_user_ids: joined(audience.exclude_user_ids),
    brand: audience.brand ?? undefined,
    is_club: flagOf(audience.is_club),
    has_overdue: flagOf(audience.has_overdue),
    pwa_installed: flagOf(audience.pwa_installed),
    not_studied_days: audience.not_studied_days ?? undefined,
    device_type: audience.device_type ?? undefined,
    category,
    cobranca: namesDueDay(words) ? ('true' as const) : undefined,
    urgente: words.urgency === 'high' ? ('true' as const) : undefined,
    por_email: words.by_mail ? ('true' as const) : undefined,
    por_whatsapp: words.by_whatsapp ? ('true' as const) : undefined,
  };
}
