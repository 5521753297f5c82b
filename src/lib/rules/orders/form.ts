import { digitsOf, isCep } from '#lib/format/documents.ts';
import { required } from '#lib/words/validation.ts';

/** The typed address. */
export interface AddressDraft {
  cep: string;
  street: string;
  street_number: string;
  complement: string;
  district: string;
  city: string;
  state: string;
}

/** What a student has chosen so far. */
export interface OrderDraft {
  quantidade: number;
  /** The applied coupon, or empty. */
  cupom: string;
  entrega: 'escola' | 'endereco';
  endereco: AddressDraft;
  parcelas: number;
}

/** The end of the slider; the best price begins at six. */
export const MAX_BOOKS = 10;

export const isState = (text: string): boolean => /^[A-Za-z]{2}$/.test(text.trim());

/** Missing parts of an address, by field; the server checks all of it again. */
export function addressProblems(address: AddressDraft): Partial<Record<keyof AddressDraft, string>> {
  const fields = ['street', 'street_number', 'district', 'city'] as const;
  const missing = fields.filter((field) => address[field].trim() === '').map((field) => [field, required] as const);
  return {
    ...Object.fromEntries(missing),
    ...(!isCep(address.cep) && { cep: address.cep === '' ? required : 'CEP inválido' }),
    ...(!isState(address.state) && { state: address.state === '' ? required : 'Use a sigla, como SP' }),
  };
}

/** The address as the call takes it: no mask, and nothing for an empty field. */
export const toAddress = (address: AddressDraft) => ({
  ...address,
  cep: digitsOf(address.cep),
  complement: address.complement.trim() || null,
  state: address.state.toUpperCase(),
});
