import { z } from 'zod';
import { DocumentoTipo } from './abroad-shapes.schema.ts';
import { Livro } from './books.schema.ts';
import type { CallSchema } from './core.ts';
import { Day, Id, LongText, OneId, OptionalLongText, Page, PageQuery, Text, Whole } from './shapes.schema.ts';

export const TripState = z.enum(['rascunho', 'publicada', 'encerrada']);
export type TripState = z.infer<typeof TripState>;
/** The drawing on the card of a trip. */
export const TripPicture = z.enum(['mundo', 'orlando', 'londres']);
export type TripPicture = z.infer<typeof TripPicture>;

const Needed = z.object({ tipo: DocumentoTipo.shape.tipo, obrigatorio: z.boolean() });

/** A trip as its school sees it. */
export const SchoolTrip = z.object({
  id: Id,
  nome: z.string(),
  destino: z.string(),
  escola_parceira: z.string(),
  descricao: z.string(),
  imagem: TripPicture,
  imagem_url: z.string(),
  inicio: Day,
  fim: Day,
  inscricoes_ate: Day,
  idade_minima: z.int(),
  vagas: z.int(),
  ocupadas: z.int(),
  /** Sent requests that are neither refused nor taken back: what they agreed to stays. */
  pedidos: z.int(),
  preco_minor: z.int(),
  moeda: z.enum(['USD', 'GBP', 'EUR']),
  inclui: z.string().nullable(),
  regras: z.string().nullable(),
  livros: z.array(Id),
  documentos: z.array(Needed),
  estado: TripState,
  versao: z.int(),
  /** Of the whole network: only an admin changes it. */
  da_rede: z.boolean(),
  pode_editar: z.boolean(),
});
export type SchoolTrip = z.infer<typeof SchoolTrip>;

const whole = (least: number, most: number) =>
  z.int('Informe um número inteiro').min(least, `No mínimo ${least}`).max(most, `No máximo ${most}`);

export const TripInput = z.object({
  nome: Text(120),
  destino: Text(120),
  escola_parceira: Text(120),
  descricao: LongText(1000),
  imagem: TripPicture,
  inicio: Day,
  fim: Day,
  inscricoes_ate: Day,
  idade_minima: whole(0, 99),
  vagas: whole(1, 500),
  /** Hundredths of `moeda`. */
  preco_minor: z
    .int('Digite um valor, como 2.890,00')
    .min(1, 'Digite um valor, como 2.890,00')
    .max(10_000_000, 'Valor alto demais'),
  moeda: SchoolTrip.shape.moeda,
  inclui: OptionalLongText(1000),
  regras: OptionalLongText(2000),
  livros: z.array(Id).max(50),
  documentos: z.array(Needed).max(10),
});
export type TripInput = z.output<typeof TripInput>;

const Versao = Whole.min(1);

export const tripCalls = {
  listSchoolTrips: {
    summary:
      'Trips that students of the own school are offered, those of the network among them; the last to begin first',
    ledger: 'ours',
    query: PageQuery.extend({ estado: TripState.optional() }),
    result: Page(SchoolTrip),
  },
  getSchoolTrip: {
    summary: 'One trip of the own school or the network',
    ledger: 'ours',
    params: OneId,
    result: SchoolTrip,
  },
  listTripChoices: {
    summary: 'Books and kinds of documents that a trip may ask for',
    ledger: 'ours',
    result: z.object({
      livros: z.array(Livro),
      documentos: z.array(z.object({ tipo: DocumentoTipo.shape.tipo, nome: z.string() })),
    }),
  },
  createTrip: {
    summary: 'Makes a trip of the own school, which students do not see before it is published',
    ledger: 'ours',
    body: TripInput,
    result: SchoolTrip,
  },
  updateTrip: {
    summary: 'Changes a trip; once somebody asked for it, what they agreed to stays',
    ledger: 'ours',
    params: OneId,
    body: TripInput.extend({ versao: Versao }),
    result: SchoolTrip,
  },
  setTripState: {
    summary: 'Publishes a trip, or ends its registration; requests that were sent go on',
    ledger: 'ours',
    params: OneId,
    body: z.object({ estado: z.enum(['publicada', 'encerrada']), versao: Versao }),
    result: SchoolTrip,
  },
} satisfies Record<string, CallSchema>;
