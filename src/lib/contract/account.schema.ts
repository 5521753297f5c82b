import { z } from 'zod';
import { calls as profileCalls } from './account-profile.schema.ts';
import { Guardian, GuardianInput, GuardianRequest, UserChoice } from './account-shapes.schema.ts';
import type { CallSchema } from './core.ts';
import { prefixed } from './fields.schema.ts';
import {
  BirthDate,
  Brand,
  Cep,
  Cpf,
  Day,
  Detail,
  Email,
  Flag,
  Id,
  IdParam,
  Instant,
  Line,
  OneId,
  OptionalCep,
  OptionalCity,
  OptionalCountry,
  OptionalName,
  OptionalText,
  Page,
  PeopleQuery,
  PersonName,
  Phone,
  State,
  Street,
  Text,
} from './shapes.schema.ts';
import { DriverTour } from './tour.schema.ts';

export { Guardian, GuardianRequest, UserChoice } from './account-shapes.schema.ts';
export { Cep, Cpf, Email, Phone } from './shapes.schema.ts';

export const UserAction = z.object({ action_id: z.int(), name: z.string() });

/** What a member of staff may work with in the panel. */
export const Right = z.enum([
  'contatos',
  'alunos',
  'turmas',
  'financeiro',
  'pedidos',
  'clube',
  'viagens',
  'mensagens',
  'paginas',
  'equipe',
]);
export type Right = z.infer<typeof Right>;
export const Company = z.object({
  id: Id,
  escola_id: Id,
  venda_direta_allow: z.boolean(),
  nome: z.string(),
  marca: Brand,
  cidade: z.string(),
  uf: z.string(),
  telefone: z.string().nullish(),
  whatsapp: z.string().nullish(),
  timezone: z.string(),
});
export type Company = z.infer<typeof Company>;
export const DriveUser = z.object({
  id: Id,
  company: Company,
  matricula: z.string(),
  nome: z.string(),
  papel: z.enum(['aluno', 'responsavel', 'professor', 'equipe']),
});
export type DriveUser = z.infer<typeof DriveUser>;

/**
 * Texts that people may enter about themselves. Each is a field of the profile and of the registration, a column of
 * `users` by the same name, and a part of every answer about its owner.
 */
const optionalTexts = {
  /** The name in documents, if `full_name` is the person’s social name (nome social). */
  civil_name: OptionalName,
  complement: OptionalText(80),
  district: OptionalText(80),
  /** null: Brazil. Elsewhere there is neither CEP nor state. */
  country: OptionalCountry,
  /** Abroad: state, province, and the postal code of the country. */
  region: OptionalText(80),
};
type OptionalTextName = keyof typeof optionalTexts;
export const optionalTextNames = Object.keys(optionalTexts) as OptionalTextName[];
const optionalTextFields = Object.fromEntries(optionalTextNames.map((name) => [name, z.string().nullish()])) as {
  [Name in OptionalTextName]: z.ZodOptional<z.ZodNullable<z.ZodString>>;
};

const Theme = z.enum(['claro', 'escuro', 'sistema']);
const TextSize = z.enum(['normal', 'grande']);

export const User = z.object({
  id: Id,
  drive_user: DriveUser.nullable(),
  user_actions: z.array(UserAction),
  /**
   * What staff may work with, in the answer about oneself alone. A franchise’s host omits it: its managers hold all
   * rights.
   */
  direitos: z.array(Right).nullish(),
  /** The school asks this person for a second factor before the panel opens; in the answer about oneself alone. */
  precisa_fator: z.boolean().nullish(),
  /** The course ended: only the page to export or erase the own data opens; in the answer about oneself alone. */
  so_dados: z.boolean().nullish(),
  /** Guardian of a child at the school, in the answer about oneself alone; null: no guardian. */
  tem_criancas: z.literal(true).nullish(),
  /** A guardian without an own course, class or book; in the answer about oneself alone. */
  so_responsavel: z.literal(true).nullish(),
  /** The user may pay bills of others; in the answer about oneself alone. */
  paga_por_outros: z.literal(true).nullish(),
  is_club: z.boolean(),
  driver_tour: DriverTour,
  updated_at: Instant.nullable(),
  pwa_installed: z.boolean(),
  /** The account’s choice; a browser without its own choice starts with it. */
  theme: Theme.nullish(),
  text_size: TextSize.nullish(),
  phone: z.string().nullable(),
  cep: z.string().nullable(),
  cpf: z.string().nullable(),
  email: z.string().nullable(),
  full_name: z.string(),
  street_number: z.string().nullable(),
  street: z.string().nullable(),
  ...optionalTextFields,
  city: z.string().nullish(),
  state: z.string().nullish(),
  birth_date: Day.nullable(),
  is_minor: z.boolean(),
  email_verified: z.boolean(),
  /** In answers to a change: the new address, which waits for its confirmation. */
  email_pendente: z.string().nullish(),
  avatar_url: z.string().nullish(),
  guardian: Guardian.nullish(),
  /** Only while no guardian is known. */
  guardian_pending: GuardianRequest.nullish(),
  related_users: z.array(UserChoice),
  notification_preferences: z.record(z.string(), z.boolean()),
  created_at: Instant,
});
export type User = z.infer<typeof User>;

export const UserRow = z.object({
  id: Id,
  full_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  school_name: z.string(),
  is_club: z.boolean(),
  has_push: z.boolean(),
  last_seen_at: Instant.nullish(),
});
export type UserRow = z.infer<typeof UserRow>;

/**
 * The registration update: the seven fields of VALID-01 and further ones. The guardian of a minor must confirm first. A
 * guardian of anybody else is not stored. Only the school changes a known guardian’s CPF and e-mail, and the date of
 * birth of a minor (422).
 */
export const RegistrationInput = z.object({
  phone: Phone,
  cep: OptionalCep,
  cpf: Cpf,
  email: Email,
  full_name: PersonName,
  street: Street,
  street_number: Text(20),
  ...optionalTexts,
  city: OptionalCity,
  state: State.nullish(),
  birth_date: BirthDate.nullish(),
  guardian: GuardianInput.nullish(),
});
export type RegistrationInput = z.infer<typeof RegistrationInput>;

/** A person and their guardian on one flat form: `guardian.cpf`. */
export const PersonFields = RegistrationInput.extend(prefixed('guardian.', GuardianInput).shape);

export const ProfileInput = z
  .object({
    full_name: PersonName,
    phone: Phone,
    email: Email,
    cep: OptionalCep,
    street: Street,
    street_number: Text(20),
    ...optionalTexts,
    city: OptionalCity,
    state: State,
    /** Ours: only the school changes it for a minor, as in the registration. */
    birth_date: BirthDate,
    /** From `uploadAvatar`; null removes the picture. */
    avatar_file_id: Text(60).nullable(),
    theme: Theme,
    text_size: TextSize,
  })
  .partial();
export type ProfileInput = z.infer<typeof ProfileInput>;

/** What a manager may change of a user of the own school; a field left out stays as it is. */
export const ManagedUserInput = RegistrationInput.partial();
export type ManagedUserInput = z.infer<typeof ManagedUserInput>;

export const Address = z.object({
  cep: z.string(),
  street: z.string(),
  district: z.string(),
  city: z.string(),
  state: z.string(),
  ibge: z.string().nullish(),
});
export type Address = z.infer<typeof Address>;

const Search = PeopleQuery.extend({
  q: Line(100).optional(),
  company_id: IdParam.optional(),
  is_club: Flag.optional(),
});
export const DocumentCode = z.object({
  code: z
    .string()
    .regex(/^[A-Za-z0-9-]{6,40}$/)
    .max(40),
});

/** Required if the e-mail changes. */
const CurrentPassword = { current_password: z.string().max(200).optional() };

export const calls = {
  getMe: { summary: 'The logged-in user', ledger: 'API-05', result: User },
  checkEmail: {
    summary: 'Finds a user by e-mail, masked',
    ledger: 'API-06',
    query: z.object({ email: Text(254) }),
    result: z.object({ id: Id, full_name_masked: z.string(), email_masked: z.string() }),
  },
  listUsers: { summary: 'Users of the own school', ledger: 'API-07', query: PeopleQuery, result: Page(UserRow) },
  checkExists: {
    summary: 'Whether a CPF or an e-mail is known',
    ledger: 'API-08',
    query: z
      .object({ cpf: Line(20).optional(), email: Line(254).optional() })
      .refine(({ cpf, email }) => Boolean(cpf) !== Boolean(email), 'Informe um CPF ou um e-mail'),
    result: z.object({ exists: z.boolean() }),
  },
  sendEmailVerification: {
    summary: 'Sends the mail that verifies an address',
    ledger: 'API-09',
    query: z.object({ email: Text(254) }),
    result: z.object({ detail: z.string(), resend_after_s: z.int() }),
  },
  verifyEmail: {
    summary: 'Verifies an address with the token of the mail',
    ledger: 'API-10',
    body: z.object({ token_email: z.string().trim().min(1).max(200) }),
    result: z.object({ email_verified: z.literal(true) }),
  },
  searchUsers: { summary: 'Searches users, for managers', ledger: 'API-11', query: Search, result: Page(UserRow) },
  getUser: { summary: 'One user', ledger: 'API-12', params: OneId, result: User },
  updateRegistration: {
    summary: 'Confirms or corrects the registration; another e-mail needs the password and waits for its mailbox',
    ledger: 'API-13',
    body: RegistrationInput.extend(CurrentPassword),
    result: User,
  },
  updateProfile: {
    summary: 'Changes single fields of the profile; another e-mail needs the password and waits for its mailbox',
    ledger: 'API-14',
    body: ProfileInput.extend(CurrentPassword),
    result: User,
  },
  updateClub: {
    summary: 'Joins or leaves the club',
    ledger: 'API-16',
    body: z.object({ is_club: z.boolean(), accepted_rules_version: Text(20).optional() }),
    result: User,
  },
  updateRelatedUsers: {
    summary: 'Links the accounts of one login',
    ledger: 'API-17',
    body: z.object({ drive_users_ids: z.array(Id).max(50) }),
    result: z.object({ related_users: z.array(UserChoice) }),
  },
  updatePassword: {
    summary: 'Changes the own password',
    ledger: 'API-18',
    body: z.object({ current_password: z.string().min(1).max(200), new_password: z.string().min(10).max(200) }),
    result: Detail,
  },
  listUserActions: {
    summary: 'Actions that a user holds',
    ledger: 'API-64',
    params: OneId,
    result: z.array(UserAction),
  },
  getChatToken: {
    summary: 'Token of the support chat',
    ledger: 'API-78',
    result: z.object({
      enabled: z.boolean(),
      base_url: z.string().nullish(),
      website_token: z.string().nullish(),
      identifier: z.string().nullish(),
      identifier_hash: z.string().nullish(),
      name: z.string().nullish(),
      email: z.string().nullish(),
    }),
  },
  downloadDocument: {
    summary: 'An own document as PDF',
    ledger: 'ours',
    params: DocumentCode,
    result: z.any(),
  },
  getAddress: {
    summary: 'Address of a postal code',
    ledger: 'API-51',
    params: z.object({ cep: Cep }),
    result: Address,
  },
  ...profileCalls,
} satisfies Record<string, CallSchema>;
