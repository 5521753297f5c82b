import { clock, day, type Student, utc } from './people.ts';

// Bills, orders, products and exchange. Money is whole centavos, as in the field lists; some of it is sent as text.

const parcela = (id: number, numero: number, ahead: number, status: string) => ({
  ...{
    id,
    contrato_id: 9,
    descricao: `Mensalidade ${numero}`,
    numero,
    total: '12',
    competencia: day(ahead).slice(0, 7),
  },
  ...{
    vencimento: day(ahead),
    valor_centavos: '41900',
    desconto_centavos: 0,
    multa_centavos: status === 'vencida' ? 838 : 0,
  },
  ...{ juros_centavos: '0', valor_atualizado_centavos: status === 'vencida' ? 42_738 : 41_900, status },
  ...{ formas: ['pix', 'cartao'], parcelas_max: '3' },
});

export const financeiro = ({ name }: Student) => ({
  resumo: { aberto_centavos: '84638', vencido_centavos: 42_738, proximo_vencimento: day(12), proxima_parcela_id: 106 },
  contratos: [{ id: 9, descricao: 'Curso de inglês', inicio: day(-200), fim: day(160), responsavel: name }],
  parcelas: [
    { ...parcela(104, 4, -48, 'paga'), pago_em: clock(-50, '09:12'), forma: 'pix' },
    parcela(105, 5, -18, 'vencida'),
    parcela(106, 6, 12, 'a_vencer'),
  ],
});

const BR_CODE =
  '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D';

export const cobranca = (id: number) => ({
  ...{ parcela_id: id, txid: `FRANQUIA${id}`, br_code: BR_CODE, qr_svg_url: 'https://drive.franquia.example/qr.svg' },
  ...{ valor_centavos: 41_900, criada_em: new Date().toISOString(), expira_em: utc(1, '12:00'), status: 'ATIVA' },
  recebedor: { nome: 'Escola da Franquia Ltda.', documento_mascarado: '**.345.678/0001-**', instituicao: 'Banco Azul' },
});

export const cartao = (id: number) => ({
  ...{ parcela_id: id, status: 'aprovado', codigo_autorizacao: '004512', bandeira: 'visa', final: '1111' },
  ...{ installments: 1, valor_parcela_centavos: 41_900, total_centavos: 41_900, tentar_de_novo: 0 },
});

const faixas = [1, 2, 3].map((quantidade) => ({
  ...{ quantidade, valor_unitario_centavos: 54_800 - quantidade * 1_000, parcelas_max: quantidade === 1 ? 6 : 12 },
  ...{
    total_centavos: quantidade * (54_800 - quantidade * 1_000),
    economia_total_centavos: quantidade * (quantidade - 1) * 1_000,
  },
}));

export const desconto = () => ({ company_id: 31, linha: 'A', faixas });

export const produto = ({ livro, brand }: Student, codigo = brand === 'knn' ? 'WAY-2' : 'PHE-4') => ({
  ...{ codigo, nome: livro, descricao: 'Livro do aluno com áudios.', linha: 'A', imagem_url: '', livro_id: 12 },
  ...{ nivel_cefr: 'A2', preco_centavos: '53800', faixas, exige_teste_nivel: 0, ativo: 1, estoque: 'disponivel' },
});

/** Section 3: id, name, colour and description of a status. Other fields are ours, and this host sends none of them. */
const AWAITING_PAYMENT = {
  ...{ id: '1', name: 'Aguardando pagamento', colour: '#D97706' },
  description: 'Pague em até 7 dias ou o pedido é cancelado.',
};
const DELIVERED = { id: 8, name: 'Entregue', colour: '#15803D', description: 'Entregue ou finalizado.' };

const endereco = {
  ...{ cep: '13087000', street: 'Rua das Palmeiras', street_number: '410', complement: null, district: 'Taquaral' },
  ...{ city: 'Campinas', state: 'SP' },
};

export const pedido = (student: Student, id = 1) => ({
  ...{ id, numero: `FR-${1000 + id}`, status: id === 1 ? AWAITING_PAYMENT : DELIVERED },
  itens: [
    {
      ...{ codigo_produto: produto(student).codigo, nome: student.livro, quantidade: '1' },
      ...{ valor_unitario_centavos: 53_800, total_centavos: '53800' },
    },
  ],
  ...{ quantidade_total: '1', subtotal_centavos: 53_800, economia_centavos: 0, desconto_cupom_centavos: 0 },
  ...{ frete_centavos: 0, total_centavos: '53800', parcelas: 1, parcelas_max: '6', turma_aluno_id: 101 },
  ...{ aluno: { drive_user_id: student.id, nome: student.name }, company_id: 31, entrega: { tipo: 'escola' } },
  ...{ criado_em: clock(-2, '14:20'), pagar_ate: clock(5, '23:59'), pode_cancelar: id === 1 ? 1 : 0, historico: null },
});

export const pedidos = (student: Student) => ({
  items: [pedido(student, 1), pedido(student, 2)],
  ...{ total: '2', limit: 20, offset: 0 },
});

export const preparado = (student: Student, codigo?: string) => ({
  ...{ aluno: { drive_user_id: student.id, nome: student.name }, produto: produto(student, codigo), faixas },
  ...{ entrega_padrao: endereco, pendencias: null },
});

export const cupom = (name = 'CINEMA10') => ({
  ...{ id: 3, name, parceiro: { nome: 'Cine Lume', categoria: 'Lazer', cidade: 'Campinas' } },
  ...{ descricao: '10% no ingresso', regras: 'De segunda a quinta.', desconto: { tipo: 'percentual', valor: '10' } },
  ...{ usos: 0, qr_payload: `cupom:${name}` },
});

export const cotacao = () => ({
  ...{ quote_id: '0c9b1f0e-33d1-4c39-8f0b-6a1d7a3e5b10', moeda: 'USD', valor_minor: 10_000, cotacao: '5.4321' },
  ...{ spread_bps: '150', iof_bps: 350, iof_centavos: '1901', tarifa_centavos: 2_500, total_centavos: '58722' },
  ...{ installments: [{ n: 1, valor_centavos: 58_722, total_centavos: '58722' }], valido_ate: utc(1, '12:00') },
});

export const cambio = (forma: string) => ({
  ...{ id: 21, codigo: 'CR-21', status: forma === 'cartao' ? 'pago' : 'pendente', forma, total_centavos: '58722' },
  ...(forma === 'pix' && { br_code: BR_CODE, expira_em: utc(1, '12:00') }),
});
