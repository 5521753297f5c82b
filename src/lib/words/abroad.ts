import type { DraftField } from '#lib/contract/abroad-draft.schema.ts';
import { listInWords } from '../format/text.ts';
import { personFieldNames } from './field-names.ts';
import { required } from './validation.ts';

/** What code says about study abroad. */
export const abroadMessages = {
  stored: 'Guardamos o que você digitou. Confira os campos marcados.',
  notSaved: 'Não conseguimos salvar. Tente de novo em instantes.',
  notSent: 'Não conseguimos enviar o pedido. Tente de novo em instantes.',
  fileNotSent: 'Não conseguimos enviar o arquivo. Tente de novo em instantes.',
  notDeleted: 'Não conseguimos excluir o pedido. Tente de novo em instantes.',
  termsMissing: 'Marque os dois aceites para enviar.',
  tripMissing: 'Escolha uma turma',
  filesAgain: 'O que você digitou está guardado nesta página. Escolha os arquivos de novo.',
  consentMissing: 'Marque que autoriza a viagem.',
  methods: { pix: 'Pix', cartao: 'Cartão', cambio: 'Câmbio', boleto: 'Boleto' },
} as const;

/** Labels of the fields of a request, where the registration has none. */
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

/** Fields that a reader chooses, beside those that have a name on the form. */
const chosenNames: Readonly<Partial<Record<DraftField, string>>> = { turma_id: 'Turma', forma: 'Forma de pagamento' };

/** A label within a sentence: `CPF` and `UF` keep their capitals. */
const inSentence = (name: string) =>
  (/^\p{Lu}{2}/u.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1)).replace(' (opcional)', '');

const MAX_NAMED = 3;

/** What a step of a request lacks: its empty fields by label, else its first error. @param problems by field */
export function missingWords(problems: Readonly<Record<string, string>>): string {
  const empty = Object.entries(problems).flatMap(([field, words]) => {
    const name = draftFieldNames[field as DraftField] ?? chosenNames[field as DraftField];
    return words === required && name ? inSentence(name) : [];
  });
  const more = empty.length - MAX_NAMED;
  if (empty.length > 0)
    return `falta ${more > 0 ? `${empty.slice(0, MAX_NAMED).join(', ')} e mais ${more}` : listInWords(empty)}`;
  const [first = ''] = Object.values(problems);
  return first.replace(/^Falta: /, 'falta ');
}

export const draftHints: Readonly<Record<string, string>> = {
  full_name: 'Como está no passaporte.',
  state: 'A sigla, como SP.',
  restricoes: 'Alergias, remédios, restrições. A família que recebe você precisa saber.',
};

/** The headings of the sections; the first of each step is below the heading of its page. */
export const draftLegends: Readonly<Record<string, string>> = {
  responsavel: 'Responsável',
  endereco: 'Endereço',
  contato_emergencia: 'Em uma emergência, avisar',
  visto: 'Visto, se você já tem',
};
