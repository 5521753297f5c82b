import { routes } from '#lib/routes.ts';
import { wholeOf } from '#lib/rules/forms/whole.ts';
import type { Sent, Verb } from '../submit.ts';
import { checkWhole } from '../whole.ts';

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
