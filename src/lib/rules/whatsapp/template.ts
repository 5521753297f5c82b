import type { NoticeKind } from '#lib/contract/inbox.schema.ts';
import { withoutMarks } from '#lib/format/normal-form.ts';

/** The kinds of notices that are sent by WhatsApp automatically. */
export const whatsappEvents = [
  'aula_cancelada',
  'aula_remarcada',
  'falta_registrada',
  'parcela_lembrete',
] as const satisfies readonly NoticeKind[];
/** All kinds that can be sent by WhatsApp; `envio` is a message of staff, if its author chooses WhatsApp. */
export const whatsappKinds = [...whatsappEvents, 'envio'] as const;
export type WhatsappKind = (typeof whatsappKinds)[number];

/** The values that a template’s variable can have. */
export const whatsappVariables = ['nome', 'escola', 'titulo', 'texto', 'link'] as const;
export type WhatsappVariable = (typeof whatsappVariables)[number];

/** The maximum number of variables in a template. */
const MAX_SLOTS = 6;

interface Component {
  type: string;
  text?: string | undefined;
  format?: string | undefined;
  buttons?: readonly { type: string; url?: string | undefined }[] | undefined;
}

/** The distinct variables of a text, in their order: `{{1}}` or `{{nome}}`. */
const slotsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\{\{\s*([\w]+)\s*\}\}/g)].map(([, name]) => name ?? '')),
];

/**
 * The texts of a template, with its variables. Headers or buttons with variables, pictures, and more variables than
 * `MAX_SLOTS` are not supported.
 */
export function templateParts(components: readonly Component[]) {
  const of = (type: string) => components.find((each) => each.type.toUpperCase() === type);
  const body = of('BODY')?.text ?? '';
  const header = of('HEADER');
  const hasOther =
    (header && (header.format?.toUpperCase() !== 'TEXT' || slotsIn(header.text ?? '').length > 0)) ||
    of('BUTTONS')?.buttons?.some(
      ({ type, url }) => type.toUpperCase() !== 'QUICK_REPLY' && slotsIn(url ?? '').length > 0,
    );
  const slots = slotsIn(body);
  return { body, slots, unfit: body === '' || hasOther || slots.length > MAX_SLOTS ? 'partes' : null };
}

/** A value as the API accepts it: line breaks, tabs and five blanks in a row are refused. */
const plain = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, 600) || '-';

/** The parameters of a template. @param variables the value of each slot, in order */
export const bodyParameters = (
  format: 'POSITIONAL' | 'NAMED',
  slots: readonly string[],
  variables: readonly WhatsappVariable[],
  values: Readonly<Record<WhatsappVariable, string>>,
) =>
  (format === 'POSITIONAL' ? slots.toSorted((a, b) => Number(a) - Number(b)) : slots).map((slot) => ({
    type: 'text',
    ...(format === 'NAMED' && { parameter_name: slot }),
    text: plain(values[variables[slots.indexOf(slot)] ?? 'titulo']),
  }));

/** The text of a template as its reader gets it. */
export const filledIn = (
  body: string,
  slots: readonly string[],
  variables: readonly WhatsappVariable[],
  values: Readonly<Record<WhatsappVariable, string>>,
): string =>
  body.replace(/\{\{\s*([\w]+)\s*\}\}/g, (_whole, slot: string) =>
    plain(values[variables[slots.indexOf(slot)] ?? 'titulo']),
  );

/** The digits of a telephone with its country code, as WhatsApp identifies it. @param phone as it is stored */
export const whatsappDigits = (phone: string): string =>
  phone.startsWith('+') ? phone.slice(1) : `55${phone.replace(/\D/g, '')}`;

const STOP = new Set([
  'parar',
  'pare',
  'sair',
  'stop',
  'cancelar',
  'descadastrar',
  'parar avisos',
  'nao quero',
  'chega',
]);
const START = new Set(['voltar', 'iniciar', 'comecar', 'start', 'quero']);
/** Letters and digits that are not mistaken for others. */
export const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const CODE = new RegExp(`(?:^|[^A-Z0-9])([${CODE_LETTERS}]{4})-?([${CODE_LETTERS}]{4})(?![A-Z0-9])`, 'g');

/** The meaning of a person’s message: an opt-in code, a word to stop, a word to resume, or anything else. */
export function saidBy(text: string): { kind: 'code'; codes: string[] } | { kind: 'stop' | 'start' | 'other' } {
  const word = withoutMarks(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  if (STOP.has(word)) return { kind: 'stop' };
  if (START.has(word)) return { kind: 'start' };
  const codes = [...text.toUpperCase().matchAll(CODE)].map(([, first, second]) => `${first}${second}`);
  return codes.length > 0 ? { kind: 'code', codes } : { kind: 'other' };
}
