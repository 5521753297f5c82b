import { clock, day, type Student, utc } from './people.ts';
import { livro } from './study.ts';

// Study abroad, events and their tickets. Ana has no request yet; Davi's waits for payment.

const passaporte = {
  ...{ tipo: 'passaporte', nome: 'Passaporte', instrucao: 'A página com a foto.', formatos: ['pdf', 'jpg'] },
  ...{ tamanho_max_bytes: '10485760', obrigatorio: 1 },
};

export const trip = (student: Student) => ({
  ...{ id: 2, nome: student.trip, destino: 'Exterior', escola_parceira: 'Bay School', descricao: 'Quatro semanas.' },
  ...{ imagem_url: '', inicio: day(180), fim: day(208), inscricoes_ate: day(60), idade_minima: '16', vagas: '20' },
  ...{ vagas_restantes: 7, preco_minor: '320000', moeda: 'USD', livros_exigidos: [livro(student)] },
  ...{ documentos_exigidos: [passaporte], elegivel: 1 },
});

export const tripBooks = (student: Student) => [{ livro: livro(student), concluido: '0', turmas: [2] }];

const documento = {
  ...{ id: 31, tipo: 'passaporte', status: 'aceito', analisado_em: clock(-10, '16:00') },
  arquivo: {
    n: 1,
    nome: 'passaporte.pdf',
    mime: 'application/pdf',
    tamanho_bytes: '90000',
    enviado_em: utc(-12, '15:00'),
  },
};
export const documents = ({ brand }: Student) =>
  brand === 'knn' ? [{ tipo: passaporte }] : [{ tipo: passaporte, documento }];

export const payment = () => ({
  ...{
    id: 6,
    request_id: 3,
    forma: 'pix',
    total_centavos: '1744000',
    status: 'aberto',
    moeda: 'USD',
    total_minor: '320000',
  },
  parcelas: [{ numero: '1', vencimento: day(20), valor_centavos: '1744000', status: 'aberta' }],
});

const dados = ({ name, email }: Student) => ({
  ...{ turma_id: 2, full_name: name, cpf: '52998224725', email, phone: '81987654321', birth_date: '2001-04-09' },
  endereco: {
    ...{ cep: '52010000', street: 'Rua do Derby', street_number: '9', district: 'Derby', city: 'Recife', state: 'PE' },
  },
  contato_emergencia: { nome: 'Rosa Prado', telefone: '81988887777', parentesco: 'mãe' },
  ...{ documentos: null, aceite_termos: 1, consentimento_dados: 1 },
});

export const request = (student: Student) => ({
  ...{ id: 3, protocolo: 'USA-0003', status: 'aguardando_pagamento', turma: trip(student), dados: dados(student) },
  ...{ documentos: [documento], pagamento: payment(), historico: [{ status: 'enviada', em: clock(-12, '15:00') }] },
  pode_excluir: 0,
});

/** "The own request, if there is one". */
export const ownRequest = (student: Student) => (student.brand === 'knn' ? null : request(student));

export const event = ({ brand, city }: Student) => ({
  ...{ id: 1, slug: brand === 'knn' ? 'knn-orlando' : 'london-by-phenom', nome: `Encontro em ${city}`, destino: city },
  ...{ descricao: 'Uma noite de perguntas.', imagem_url: '', regulamento_url: '', inicio: day(-5), fim: day(20) },
  ...{ evento_em: clock(25, '19:30'), local: 'Auditório', status: 'aberta' },
  participacao: { id: 44, status: 'confirmado', qr_codes: '1' },
});

export const tickets = ({ name, city }: Student) => [
  {
    ...{ id: 81, campaign_id: 1, titulo: `Encontro em ${city}`, titular: name, payload: 'v1.81.assinatura' },
    ...{ status: 'ativo', valido_ate: clock(26, '02:00') },
  },
];

export const scan = ({ city }: Student) => ({
  ...{ valido: 1, titular_mascarado: 'D*** P***', campanha: `Encontro em ${city}`, usado_em: utc(0, '12:00') },
});
