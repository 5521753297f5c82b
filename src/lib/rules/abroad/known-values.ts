import type { DraftValues } from '#lib/contract/abroad-draft.schema.ts';
import type { Guardian } from '#lib/contract/account.schema.ts';
import { formatCpf } from '../../format/cpf.ts';
import { formatCep, formatPhone } from '../../format/documents.ts';

type Text = string | null | undefined;
interface Traveller {
  full_name: string;
  civil_name?: Text;
  cpf: Text;
  email: Text;
  phone: Text;
  birth_date: Text;
  cep: Text;
  street: Text;
  street_number: Text;
  complement?: Text;
  district?: Text;
  city?: Text;
  state?: Text;
}

type KnownGuardian = { [Name in keyof Guardian]?: string | undefined };

/** The first values of a request to study abroad: from the registration and its guardian. */
export const knownValues = (person: Traveller, guardian: KnownGuardian | null | undefined): DraftValues => ({
  // As in the passport.
  full_name: person.civil_name || person.full_name,
  cpf: person.cpf ? formatCpf(person.cpf) : '',
  email: person.email ?? '',
  phone: person.phone ? formatPhone(person.phone) : '',
  birth_date: person.birth_date ?? '',
  cep: person.cep ? formatCep(person.cep) : '',
  street: person.street ?? '',
  street_number: person.street_number ?? '',
  complement: person.complement ?? '',
  district: person.district ?? '',
  city: person.city ?? '',
  state: person.state ?? '',
  resp_full_name: guardian?.full_name ?? '',
  resp_cpf: guardian?.cpf ? formatCpf(guardian.cpf) : '',
  resp_email: guardian?.email ?? '',
  resp_phone: guardian?.phone ? formatPhone(guardian.phone) : '',
  resp_parentesco: guardian?.relation ?? '',
});
