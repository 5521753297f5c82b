import { z } from 'zod';
import { DocumentoTipo } from './abroad-shapes.schema.ts';
import { Moeda } from './exchange.schema.ts';
import { Day, Id, LongText, OptionalLongText, Text } from './shapes.schema.ts';

export const TripState = z.enum(['rascunho', 'publicada', 'encerrada']);
export type TripState = z.infer<typeof TripState>;
/** The drawing on the card of a trip. */
export const TripPicture = z.enum(['mundo', 'orlando', 'londres']);
export type TripPicture = z.infer<typeof TripPicture>;

const Needed = z.object({ tipo: DocumentoTipo.shape.tipo, obrigatorio: z.boolean() });

const whole = (least: number, max: number) =>
  z.int('Informe um número inteiro').min(least, `No mínimo ${least}`).max(max, `No máximo ${max}`);

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
  moeda: Moeda,
  inclui: OptionalLongText(1000),
  regras: OptionalLongText(2000),
  livros: z.array(Id).max(50),
  documentos: z.array(Needed).max(10),
});
export type TripInput = z.output<typeof TripInput>;
