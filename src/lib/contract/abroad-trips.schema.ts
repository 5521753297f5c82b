import { z } from 'zod';
import { DocumentoTipo } from './abroad-shapes.schema.ts';
import { Day, Id, LongText, OptionalLongText, Text } from './shapes.schema.ts';

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
