import { day, flag, id, instant, integer, json, ref, text } from '../../core/db/columns.ts';
import { of, own } from '../../core/db/person.ts';
import { deletedWithPerson, impersonal, retainedAfterErasure } from '../../core/db/table.ts';

const LAW_BILLS = 'contas pagas e a pagar: guarda fiscal de cinco anos (CTN, art. 173 e 174) e cobrança do que falta';
const ofOrders = of('pedido_id', 'pedidos', own());

export const ordersTables = {
  products: impersonal('o catálogo: igual para todos', {
    columns: {
      id: id(),
      codigo: text(40).unique(),
      nome: text(120),
      descricao: text(),
      linha: text<'A' | 'B'>(1),
      imagem_url: text(300),
      livro_id: ref('livros').nullable(),
      nivel_cefr: text(2).nullable(),
      exige_teste_nivel: flag().default(false),
      ativo: flag().default(false),
      estoque: text<'disponivel' | 'sob_encomenda' | 'indisponivel'>(20),
      prazo_dias: integer().nullable(),
      /** The values of the last import (0121). */
      imported: json().nullable(),
    },
  }),
  cupons: impersonal('o catálogo: igual para todos', {
    columns: {
      id: id(),
      /** Upper case. */
      name: text(60),
      /** A discount on an order here, or one to show at a partner's counter. */
      aplica_em: text<'pedido' | 'parceiro'>(10),
      parceiro_nome: text(120),
      parceiro_logo_url: text(300).nullable(),
      parceiro_categoria: text(40),
      parceiro_cidade: text(80),
      descricao: text(),
      regras: text(),
      desconto_tipo: text<'percentual' | 'valor'>(10),
      /** Per cent, or centavos. */
      desconto_valor: integer(),
      valido_ate: day().nullable(),
      usos_max: integer().nullable(),
      usos: integer().default(0),
      /** null: the whole network. */
      escola_id: ref('schools', 'cascade').nullable(),
      valido_de: day().nullable(),
      /** false: the school ended it. */
      ativo: flag().default(true),
    },
    uniqueIndexes: {
      cupons_name: '(name, coalesce(escola_id, 0))',
    },
  }),
  /** The products that a coupon is valid for; without rows: all. */
  cupom_produtos: impersonal('o catálogo: igual para todos', {
    columns: {
      cupom_id: ref('cupons'),
      product_id: ref('products'),
    },
    constraints: {
      cupom_produtos_pk: 'primary key (cupom_id, product_id)',
    },
  }),
  cupom_usos: deletedWithPerson({
    rows: own(),
    columns: {
      cupom_id: ref('cupons'),
      user_id: ref('users'),
      pedido_id: ref('pedidos').nullable(),
      usado_em: instant(),
    },
    constraints: {
      cupom_usos_pk: 'primary key (cupom_id, user_id)',
    },
    indexes: {
      cupom_usos_pedido: '(pedido_id)',
    },
  }),
  /** The items of a student's cart; an order removes its products. */
  cart_items: deletedWithPerson({
    rows: own(),
    columns: {
      user_id: ref('users'),
      product_id: ref('products'),
      quantidade: integer(),
      updated_at: instant(),
    },
    constraints: {
      cart_items_pk: 'primary key (user_id, product_id)',
    },
    indexes: {
      cart_items_age: '(updated_at, user_id)',
    },
  }),
  pedidos: retainedAfterErasure({
    rows: own(),
    because: LAW_BILLS,
    columns: {
      id: id().retained(),
      numero: text(20).unique().retained(),
      user_id: ref('users').retained(),
      drive_user_id: ref('drive_users').retained(),
      company_id: ref('companies').retained(),
      turma_aluno_id: ref('turma_alunos').nullable().emptied(),
      /** An id of the status list (ORDER-02). */
      status: integer().retained(),
      quantidade_total: integer().retained(),
      subtotal_centavos: integer().retained(),
      economia_centavos: integer().retained(),
      desconto_cupom_centavos: integer().retained(),
      frete_centavos: integer().retained(),
      total_centavos: integer().retained(),
      cupom_id: ref('cupons').nullable().retained(),
      parcelas: integer().retained(),
      parcelas_max: integer().retained(),
      entrega_tipo: text<'escola' | 'endereco'>(10).retained(),
      endereco: json().nullable().emptied(),
      criado_em: instant().retained(),
      /** Seven times 24 hours from entering status 1 (ORDER-15). */
      pagar_ate: instant().nullable().retained(),
      pago_em: instant().nullable().retained(),
      cancelado_em: instant().nullable().retained(),
      motivo_cancelamento: text(300).nullable().emptied(),
      rastreio: json().nullable().emptied(),
      lembrete_dia5_em: instant().nullable().retained(),
      lembrete_final_em: instant().nullable().retained(),
    },
    indexes: {
      pedidos_user: '(user_id, criado_em)',
      pedidos_status: '(status, pagar_ate)',
      /** For the school's list. */
      pedidos_newest: { on: '(criado_em, id)', since: '0206-order-list' },
    },
  }),
  pedido_itens: retainedAfterErasure({
    rows: ofOrders,
    because: LAW_BILLS,
    columns: {
      pedido_id: ref('pedidos').retained(),
      n: integer().retained(),
      codigo_produto: text(40).retained(),
      nome: text(120).retained(),
      quantidade: integer().retained(),
      valor_unitario_centavos: integer().retained(),
      total_centavos: integer().retained(),
    },
    constraints: {
      pedido_itens_pk: 'primary key (pedido_id, n)',
    },
  }),
  pedido_historico: retainedAfterErasure({
    rows: ofOrders,
    columns: {
      id: id().retained(),
      pedido_id: ref('pedidos').retained(),
      status_id: integer().retained(),
      em: instant().retained(),
      por: text<'sistema' | 'aluno' | 'equipe'>(10).retained(),
      nota: text(300).nullable().emptied(),
      /** The person who did it, if it was a person. */
      user_id: ref('users').nullable().actor().emptied().secret(),
    },
    indexes: {
      pedido_historico_pedido: '(pedido_id)',
    },
  }),
};
