import type { DraftField } from '#lib/contract/abroad-draft.schema.ts';
import { personFieldNames } from './field-names.ts';

/** What code says about study abroad. */
export const abroadMessages = {
  kept: 'Guardamos o que você digitou. Confira os campos marcados.',
  notSaved: 'Não conseguimos salvar. Tente de novo em instantes.',
  notSent: 'Não conseguimos enviar o pedido. Tente de novo em instantes.',
  fileNotSent: 'Não conseguimos enviar o arquivo. Tente de novo em instantes.',
  notDeleted: 'Não conseguimos excluir o pedido. Tente de novo em instantes.',
  notDecided: 'Não conseguimos gravar a decisão. Tente de novo em instantes.',
  termsMissing: 'Marque os dois aceites para enviar.',
  amountMissing: 'Digite um valor, como 2.890,00',
  reasonMissing: 'Diga o motivo: o aluno vai ler.',
  consentMissing: 'Marque que autoriza a viagem.',
  ways: { pix: 'Pix', cartao: 'Cartão', cambio: 'Câmbio', boleto: 'Boleto' },
} as const;

/** What the fields of a request are called on its form, where the registration has no word for them. */
export const draftFieldNames: Readonly<Partial<Record<DraftField, string>>> = {
  ...personFieldNames,
  complement: 'Complemento (opcional)',
  state: 'Estado',
  resp_full_name: personFieldNames['guardian.full_name'],
  resp_cpf: personFieldNames['guardian.cpf'],
  resp_email: personFieldNames['guardian.email'],
  resp_phone: personFieldNames['guardian.phone'],
  resp_parentesco: 'Parentesco',
  contato_nome: 'Nome do contato',
  contato_telefone: 'Telefone do contato',
  contato_parentesco: 'Parentesco do contato',
  restricoes: 'Saúde e alimentação (opcional)',
  passaporte_numero: 'Número do passaporte',
  passaporte_pais: 'País que emitiu',
  passaporte_validade: 'Validade do passaporte',
  visto_tipo: 'Tipo do visto (opcional)',
  visto_validade: 'Validade do visto (opcional)',
};

export const draftHints: Readonly<Record<string, string>> = {
  full_name: 'Como está no passaporte.',
  state: 'A sigla, como SP.',
  restricoes: 'Alergias, remédios, restrições. A família que recebe você precisa saber.',
};

/** The headings of the sections; the first of each step stands below the heading of its page. */
export const draftLegends: Readonly<Record<string, string>> = {
  responsavel: 'Responsável',
  endereco: 'Endereço',
  contato_emergencia: 'Em uma emergência, avisar',
  visto: 'Visto, se você já tem',
};
