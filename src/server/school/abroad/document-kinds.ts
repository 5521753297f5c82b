import type { DocumentoTipo } from '#lib/contract/abroad.schema.ts';
import { MAX_DOCUMENTS } from '#lib/format/limits.ts';

type Kind = DocumentoTipo['tipo'];
type Words = Pick<DocumentoTipo, 'nome' | 'instrucao' | 'formatos'> & { exemplo: boolean };

const PAPERS = ['pdf', 'jpg', 'png'];

/** Each kind of document, in the student's words. */
const kinds: Readonly<Record<Kind, Words>> = {
  passaporte: {
    nome: 'Passaporte',
    instrucao: 'A página da foto, inteira e sem reflexo, com as duas linhas de letras do rodapé legíveis.',
    formatos: PAPERS,
    exemplo: true,
  },
  foto: {
    nome: 'Foto 5 × 7',
    instrucao: 'De frente, fundo branco, sem óculos, tirada nos últimos seis meses.',
    formatos: ['jpg', 'png'],
    exemplo: true,
  },
  rg: {
    nome: 'RG ou CNH',
    instrucao: 'Frente e verso na mesma imagem ou no mesmo PDF.',
    formatos: PAPERS,
    exemplo: true,
  },
  autorizacao_responsavel: {
    nome: 'Documento do responsável',
    instrucao:
      'RG ou CNH de quem responde por você, frente e verso. A autorização da viagem chega por e-mail para ele.',
    formatos: PAPERS,
    exemplo: true,
  },
  comprovante_matricula: {
    nome: 'Comprovante de matrícula',
    instrucao: 'Da escola ou da faculdade, deste ano, com carimbo ou código de conferência.',
    formatos: PAPERS,
    exemplo: false,
  },
  seguro: {
    nome: 'Seguro-viagem',
    instrucao: 'Se você já tem: a apólice com o seu nome e as datas de toda a viagem.',
    formatos: ['pdf'],
    exemplo: false,
  },
  outro: {
    nome: 'Outro documento',
    instrucao: 'O que a escola pediu a você.',
    formatos: PAPERS,
    exemplo: false,
  },
};

const isKind = (tipo: string): tipo is Kind => Object.hasOwn(kinds, tipo);

/** A kind for display. @returns null for an unknown kind */
export function documentKind(tipo: string, obrigatorio: boolean): DocumentoTipo | null {
  if (!isKind(tipo)) return null;
  const { exemplo, ...words } = kinds[tipo];
  return {
    tipo,
    ...words,
    exemplo_url: exemplo ? `/brand/documentos/${tipo.replaceAll('_', '-')}.svg` : null,
    tamanho_max_bytes: MAX_DOCUMENTS.max,
    obrigatorio,
    modelo_url: null,
  };
}

const GUARDIAN: Kind = 'autorizacao_responsavel';

/** Kinds that a trip may ask for. A guardian's documents depend on the student's age. */
export const tripKinds = (): { tipo: Kind; nome: string }[] =>
  Object.entries(kinds).flatMap(([tipo, { nome }]) => (isKind(tipo) && tipo !== GUARDIAN ? [{ tipo, nome }] : []));

export const kindName = (tipo: string): string => (isKind(tipo) ? kinds[tipo].nome : tipo);

/**
 * The documents of one student. A guardian's are required under age, and only then (ABROAD-08).
 *
 * @param requested the trip's documents.
 */
export function kindsFor(requested: readonly DocumentoTipo[], isMinor: boolean): DocumentoTipo[] {
  const others = requested.filter(({ tipo }) => tipo !== GUARDIAN);
  const guardian = isMinor ? documentKind(GUARDIAN, true) : null;
  const all = guardian ? [...others, guardian] : others;
  return all.toSorted((a, b) => Number(b.obrigatorio) - Number(a.obrigatorio));
}
