import { hundredthsOf } from '#lib/format/typed-amount.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { wholeOf } from '#lib/rules/forms/whole.ts';
import { couponMessages } from '#lib/words/orders-office.ts';
import { refuse } from '../refusal.ts';
import type { Sent, Verb } from '../submit.ts';
import { checkWhole } from '../whole.ts';

export type SchoolCoupon = AnswerOf<'orders.listSchoolCoupons'>['items'][number];

function couponOf({ values, form }: Sent) {
  checkWhole(values, [], ['usos_max']);
  const desconto_tipo = values.desconto_tipo === 'valor' ? 'valor' : 'percentual';
  const worth = desconto_tipo === 'valor' ? hundredthsOf(values.desconto_valor ?? '') : wholeOf(values.desconto_valor);
  return {
    descricao: values.descricao ?? '',
    regras: values.regras ?? '',
    desconto_tipo: desconto_tipo as 'valor' | 'percentual',
    desconto_valor: worth || refuse({ desconto_valor: couponMessages.amountMissing }),
    valido_de: values.valido_de || null,
    valido_ate: values.valido_ate || null,
    usos_max: wholeOf(values.usos_max),
    produtos: form.getAll('produtos').map(String),
  };
}

export const makeCoupon: Verb = async (sent) => {
  const body = { name: sent.values.name ?? '', ...couponOf(sent) };
  const made = await sent.api.orders.createSchoolCoupon(body);
  return routes.manager.coupon(made.id, { feito: 'criar' });
};

/** The forms of a coupon's page. */
export const couponForms = (id: string): Record<string, Verb> => {
  const change =
    (feito: string, ativo: boolean): Verb =>
    async (sent) => {
      await sent.api.orders.updateSchoolCoupon({ id, ...couponOf(sent), ativo });
      return routes.manager.coupon(id, { feito });
    };
  return {
    salvar: change('salvar', true),
    encerrar: change('encerrar', false),
    reabrir: change('reabrir', true),
  };
};

/** What the form shows of a coupon before somebody types. */
export const couponValues = (coupon: SchoolCoupon | null, worth: (centavos: number) => string) =>
  coupon && {
    ...coupon,
    desconto_valor: coupon.desconto_tipo === 'valor' ? worth(coupon.desconto_valor) : String(coupon.desconto_valor),
  };

function productOf({ values }: Sent) {
  checkWhole(values, [], ['prazo_dias']);
  const { nome = '', descricao = '', linha, estoque } = values;
  return {
    nome,
    descricao,
    linha: linha as 'A',
    estoque: estoque as 'disponivel',
    prazo_dias: wholeOf(values.prazo_dias),
    exige_teste_nivel: values.exige_teste_nivel === 'sim',
    ativo: values.ativo === 'sim',
  };
}

/** The forms of the page of products. */
export const productForms: Record<string, Verb> = {
  criar: async (sent) => {
    const { codigo = '', livro_id } = sent.values;
    const body = { codigo, livro_id: livro_id ? Number(livro_id) : null, ...productOf(sent) };
    await sent.api.orders.createSchoolProduct(body);
    return routes.manager.products({ feito: 'criar' });
  },
  salvar: async (sent) => {
    const { codigo: code = '' } = sent.values;
    await sent.api.orders.updateSchoolProduct({ code, ...productOf(sent) });
    return routes.manager.products({ feito: 'salvar' });
  },
};
