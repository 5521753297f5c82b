import * as z from 'zod/mini';
import { digitsOf, isState } from '#lib/format/documents.ts';
import { MAX_ORDER } from '#lib/format/limits.ts';
import { orderMessages } from '#lib/words/orders.ts';
import { addressRules, optional, problemsOf, ticked } from '../forms/field-rules.ts';

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

/** One product of an order. */
export interface OrderLine {
  codigo_produto: string;
  quantidade: number;
}

/** A student’s choices so far. */
export interface OrderDraft {
  itens: OrderLine[];
  /** The applied coupon, or empty. */
  cupom: string;
  entrega: 'escola' | 'endereco';
  endereco: AddressDraft;
  parcelas: number;
}

/** The enrollment of an order, and whether it orders the cart. */
export interface OrderSubject {
  turmaAlunoId: number | null;
  isCart: boolean;
}

/** How many pieces there are together: they share one price table. */
export const piecesOf = (itens: readonly Pick<OrderLine, 'quantidade'>[]): number =>
  itens.reduce((sum, { quantidade }) => sum + quantidade, 0);

/** The lines with a changed quantity of a product; 0 removes it. */
export const withQuantity = (itens: readonly OrderLine[], codigo: string, quantidade: number): OrderLine[] =>
  itens
    .map((line) =>
      line.codigo_produto === codigo ? { ...line, quantidade: Math.min(quantidade, MAX_ORDER.ofOne) } : line,
    )
    .filter((line) => line.quantidade > 0);

/** `WAY-2:3,REACH-1:1`: lines in one field of a form. */
export const linesText = (itens: readonly OrderLine[]): string =>
  itens.map(({ codigo_produto, quantidade }) => `${codigo_produto}:${quantidade}`).join(',');

/** Parses the text of `linesText`; invalid lines are ignored. */
export const readLines = (text = ''): OrderLine[] =>
  text.split(',').flatMap((part) => {
    const [, codigo_produto = '', quantidade] = /^([A-Za-z0-9_-]{1,40}):(\d{1,2})$/.exec(part.trim()) ?? [];
    return codigo_produto ? [{ codigo_produto, quantidade: Number(quantidade) }] : [];
  });

/** The choices that a form sent. A field that the form did not show keeps its initial value. */
export function draftOf(values: Readonly<Record<string, string>>, initial: OrderDraft): OrderDraft {
  const { itens, cupom = initial.cupom, entrega = initial.entrega, parcelas } = values;
  const fields = Object.keys(initial.endereco) as (keyof AddressDraft)[];
  const address = fields.map((field) => [field, values[field] ?? initial.endereco[field]] as const);
  const [stepped] = readLines(values.passo);
  const lines = itens === undefined ? initial.itens : readLines(itens);
  return {
    itens: stepped ? withQuantity(lines, stepped.codigo_produto, stepped.quantidade) : lines,
    cupom,
    entrega: entrega === 'endereco' ? 'endereco' : 'escola',
    endereco: { ...initial.endereco, ...Object.fromEntries(address) },
    parcelas: Number(parcelas) || initial.parcelas,
  };
}

const wholeAddress = z.object(addressRules);
const anyAddress = z.object({
  cep: z.string(),
  street: z.string(),
  street_number: z.string(),
  complement: z.string(),
  district: z.string(),
  city: z.string(),
  state: z.string(),
});

/**
 * The fields of the form besides the lines; the server checks all of it again. @param entrega only a delivery has an
 * address
 */
export const OrderFields = ({ entrega }: Pick<OrderDraft, 'entrega'>) =>
  z.extend(entrega === 'endereco' ? wholeAddress : anyAddress, {
    entrega: z.enum(['escola', 'endereco']),
    /** As typed: it counts once it is applied. */
    cupom: z.string(),
    parcelas: z.string(),
    termos: ticked(orderMessages.termsMissing),
  });
export type OrderValues = z.infer<ReturnType<typeof OrderFields>>;

/** The initial values of the form. */
export const orderValues = ({ entrega, cupom, parcelas, endereco }: OrderDraft, isAccepted: boolean): OrderValues => ({
  ...endereco,
  entrega,
  cupom,
  parcelas: String(parcelas),
  termos: isAccepted,
});

/** The form’s changes to the choices. */
export const choicesOf = ({ entrega, cupom: _typed, parcelas, termos: _ticked, ...endereco }: OrderValues) => ({
  entrega,
  parcelas: Number(parcelas),
  endereco,
});

/** The errors of an order, by field. */
export const orderProblems = (draft: OrderDraft, isAccepted: boolean): Record<string, string> =>
  problemsOf(OrderFields(draft), orderValues(draft, isAccepted));

/** The address in the call’s shape: no mask, and no empty fields. */
export const toAddress = (address: AddressDraft) => ({
  ...address,
  cep: digitsOf(address.cep),
  complement: address.complement.trim() || null,
  state: address.state.toUpperCase(),
});

/** The values that the price depends on. Until the state is known, it is for delivery to the school. */
export function quoteInput({ itens, cupom, entrega, endereco: { state } }: OrderDraft) {
  const isToAddress = entrega === 'endereco' && isState(state.trim());
  return {
    itens,
    ...(cupom && { cupom }),
    entrega: isToAddress ? { tipo: 'endereco' as const, endereco: { state } } : { tipo: 'escola' as const },
  };
}

/** An order in the call’s shape. @param hasCoupon whether the coupon counts; one without effect is omitted */
export const orderInput = (draft: OrderDraft, { turmaAlunoId, isCart }: OrderSubject, hasCoupon: boolean) => ({
  ...(turmaAlunoId !== null && { turma_aluno_id: turmaAlunoId }),
  itens: draft.itens,
  ...(hasCoupon && draft.cupom && { cupom: draft.cupom }),
  parcelas: draft.parcelas,
  entrega:
    draft.entrega === 'endereco'
      ? { tipo: 'endereco' as const, endereco: toAddress(draft.endereco) }
      : { tipo: 'escola' as const },
  aceite_termos: true as const,
  ...(isCart && { carrinho: true as const }),
});

/** The form's name of a field of the call: `entrega.endereco.cep` is `cep`. */
export const orderFieldOf = (field: string): string => field.replace(/^entrega\.endereco\./, '');

/** Why an order is cancelled. */
export const CancelFields = z.object({ motivo: optional(300) });
