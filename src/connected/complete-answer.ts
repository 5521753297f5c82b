import type { z } from 'zod';
import type { BrandKey } from '#lib/brand.ts';
import { User, UserChoice, UserRow } from '#lib/contract/account.schema.ts';
import { LoginAnswer } from '#lib/contract/auth.schema.ts';
import { UserBook } from '#lib/contract/books.schema.ts';
import { PushSubscription } from '#lib/contract/devices.schema.ts';
import { schemaOf } from '#lib/contract/index.schema.ts';
import { OrderStatus } from '#lib/contract/orders.schema.ts';
import { ScanResult } from '#lib/contract/travel.schema.ts';
import { maskCpf } from '#lib/format/cpf.ts';
import { RESEND_AFTER_S } from '#lib/rules/account/email-verification.ts';
import { orderStatus } from '#lib/rules/orders/status.ts';

type Fields = Record<string, unknown>;

/** Where an answer comes from. */
export interface Origin {
  /** The brand of the requested host. */
  brand?: BrandKey | undefined;
}

/** The default for a missing id. No host’s ids reach it, so a call with it finds nothing. */
const UNKNOWN_ID = 2_147_483_647;
const LONG_AGO = new Date(0).toISOString();

/** Whether a value is a JSON object. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Merges received fields over the defaults for missing ones. */
const over = (missing: Fields, came: Fields): Fields => ({
  ...missing,
  ...Object.fromEntries(Object.entries(came).filter(([key, value]) => !(value === null && key in missing))),
});
/** The id of a reference that came as an id or as an object. */
const idOf = (value: unknown): unknown => (isFields(value) ? value.id : value) ?? null;

/**
 * Defaults for objects of which a host sends only the fields of section 3 of the specification; the rest of the contract
 * is ours. The reader has defaults for lists, texts and flags; these are for other kinds, and for fields that section 3
 * names differently. They apply wherever the schema occurs, in any call. null: the value is another object.
 */
const completions = new Map<z.ZodType, (came: Fields, origin: Origin) => Fields | null>([
  [LoginAnswer, loginOf],
  [UserChoice, choiceOf],
  [User, userOf],
  [UserRow, (row) => over({ school_name: schoolOf(row) }, row)],
  [UserBook, bookOf],
  [PushSubscription, deviceOf],
  [OrderStatus, statusOf],
  [ScanResult, scanOf],
  [schemaOf('account.sendEmailVerification').result, (came) => over({ resend_after_s: RESEND_AFTER_S }, came)],
]);

/** Completes an object of an answer by its schema; null if it is another object. Other schemas leave it as it is. */
export function completed(schema: z.ZodType, came: Fields, origin: Origin): Fields | null {
  const complete = completions.get(schema);
  return complete ? complete(came, origin) : came;
}

/** "Answer gives users or access_token". The token type is case-insensitive (RFC 6750). */
function loginOf(answer: Fields): Fields | null {
  const { token_type: type, ...rest } = answer;
  const hasUsers = Array.isArray(answer.users) && answer.users.length > 0;
  if (!hasUsers && typeof answer.access_token !== 'string') return null;
  return { ...rest, token_type: typeof type === 'string' ? type.toLowerCase() : (type ?? 'bearer') };
}

/** An account of a login, which may come as a user of section 3. */
function choiceOf(account: Fields): Fields {
  const { cpf, drive_user } = account;
  const missing = {
    drive_user_id: idOf(drive_user),
    cpf_masked: maskCpf(typeof cpf === 'string' ? cpf : null),
    school_name: schoolOf(account),
  };
  return over(missing, account);
}

/** The name of a user’s unit, as far as the host sends it. */
function schoolOf({ drive_user: drive }: Fields): string {
  const company = isFields(drive) ? drive.company : null;
  return isFields(company) && typeof company.nome === 'string' ? company.nome : '';
}

function userOf(answer: Fields, origin: Origin): Fields {
  const user = over({ created_at: LONG_AGO }, answer);
  const { drive_user: drive } = user;
  const isDrive = isFields(drive) && Object.keys(drive).length > 0;
  return { ...user, ...(isDrive && { drive_user: driveUserOf(drive, user, origin) }) };
}

/** Days and times are in the portal’s own zone if the school has none. */
function driveUserOf(drive: Fields, { id, full_name: nome = '' }: Fields, { brand: marca = 'knn' }: Origin): Fields {
  const { company } = drive;
  return {
    ...over({ id, nome, papel: 'aluno' }, drive),
    company: isFields(company) ? over({ marca }, company) : company,
  };
}

/** "A user book linked to a user by a book uuid/code." */
function bookOf(book: Fields): Fields {
  const { user, livro } = book;
  const owned = over({ id: UNKNOWN_ID, user_id: idOf(user) }, book);
  return {
    ...over({ is_empty: owned.user_id === null }, owned),
    livro: isFields(livro) || (livro ?? null) === null ? over(anyBook, isFields(livro) ? livro : {}) : livro,
  };
}
/** A book without known data: pages omit an empty line and level. */
const anyBook = {
  id: UNKNOWN_ID,
  codigo: '',
  nome: 'Livro',
  linha: '',
  nivel_cefr: '',
  capa_url: '',
  unidades_total: 0,
};

/** The record of section 3 has no number, no platform and no days. A device that is not stored is a 404 (section 5). */
function deviceOf(device: Fields): Fields {
  return over({ id: UNKNOWN_ID, device_type: 'desktop', platform: 'outro', created_at: LONG_AGO }, device);
}

/** The list of statuses (section 3) has an id, a name, a colour and a description: the id says the place on the way. */
function statusOf(status: Fields): Fields {
  // An object may have no text, and a number of it throws.
  const { final, passo } = orderStatus(typeof status.id === 'object' ? Number.NaN : Number(status.id));
  return over({ final, passo }, status);
}

/** An answer without `valido` does not mean that the ticket is invalid. */
function scanOf(scan: Fields): Fields | null {
  return (scan.valido ?? null) === null ? null : scan;
}
