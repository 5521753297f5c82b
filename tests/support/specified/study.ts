import { clock, day, type Student, utc, withOffset } from './people.ts';

// Books, practice, classes, grades and work. Section 7 shows no fields of these; their names are in the field lists.
// The formats are this host's own: numbers as text, flags as numbers, times with seconds, null for empty.

export const BOOK_UUID = '7d3a5a0e-6a1b-4c5e-9b7d-0f3b5c1a2e44';
/** A printed book without a user. */
export const EMPTY_UUID = '22222222-2222-4222-8222-222222222222';

export const livro = ({ brand, livro: nome }: Student) => ({
  ...{ id: 12, codigo: brand === 'knn' ? 'WAY-2' : 'PHE-4', nome, linha: 'A', nivel_cefr: 'A2' },
  ...{ capa_url: '', unidades_total: '3' },
});

/** The requested printed book: the one without a user, or that of the student. */
export const copyOf = (uuid?: string) => ({
  uuid: uuid === EMPTY_UUID ? EMPTY_UUID : BOOK_UUID,
  is_empty: uuid === EMPTY_UUID ? 1 : 0,
});

export const userBook = (student: Student, uuid?: string) => ({
  ...copyOf(uuid),
  ...{ id: 1, code: 'FR-0001', livro: livro(student) },
  ...(uuid === EMPTY_UUID
    ? { user_id: null, linked_at: null }
    : { user_id: student.id, linked_at: clock(-90, '09:00') }),
});

const progresso = {
  ...{ unidades_total: 3, unidades_concluidas: 1, audios_ouvidos: '2', audios_total: '4', palavras_dominadas: 5 },
  ...{ palavras_total: 12, testes_feitos: 1, testes_total: 3, percentual: '41' },
};

export const myBooks = (student: Student) => [{ user_book: userBook(student), progresso }];

const unidade = (numero: number, titulo: string, concluida: number) => ({
  ...{ id: 300 + numero, numero, titulo, concluida },
  audios: [
    {
      ...{ id: 500 + numero, faixa: String(numero), titulo: `${titulo}: diálogo`, url: '/sons/nenhum.mp3' },
      ...{
        mime: 'audio/mpeg',
        duracao_s: '64.5',
        tamanho_bytes: 81_920,
        transcricao: null,
        posicao_s: 0,
        ouvido: concluida,
      },
    },
  ],
  vocabulario: [
    {
      ...{ id: 700 + numero, termo: 'boarding pass', classe: 'substantivo', traducao: 'cartão de embarque' },
      ...{ exemplo: 'Here is my boarding pass.', exemplo_traducao: 'Aqui está meu cartão de embarque.', audio_url: '' },
    },
  ],
  testes: [{ id: 900 + numero, titulo: `Teste da unidade ${numero}`, questoes_total: 10, tentativas: 0 }],
  pacote_offline: { tamanho_bytes: 0, versao: '' },
});

export const bookContents = (student: Student) => [
  {
    ...{ livro: livro(student), user_book_id: 1 },
    unidades: [unidade(1, 'At the airport', 1), unidade(2, 'A place to stay', 0), unidade(3, 'Going out', 0)],
  },
];

const aula = (numero: number, ahead: number, status: string) => ({
  ...{ id: 1000 + numero, turma_id: 1, numero, titulo: `Aula ${numero}: viagens` },
  ...{ inicio: withOffset(ahead, '19:00'), fim: clock(ahead, '20:30'), tipo: 'online', status, materiais: null },
});

export const turma = (student: Student) => ({
  ...{ id: 1, turma_aluno_id: 101, nome: student.turma, livro: livro(student), modalidade: 'hibrida' },
  ...{ somente_digital: 0, professor: { id: 77, nome: 'Júlia Prates' } },
  escola: { id: 12, nome: student.school, cidade: student.city },
  horarios: [
    { dia_semana: '1', inicio: '19:00:00', fim: '20:30:00' },
    { dia_semana: '3', inicio: '19:00:00', fim: '20:30:00' },
  ],
  ...{ inicio: day(-120), fim: day(60), status: 'ativa', aulas_total: '40', aulas_dadas: '26', percentual: 65 },
  proxima_aula: aula(27, 2, 'agendada'),
});

const atividade = (id: number, titulo: string, status: string) => ({
  ...{ id, turma_atividade_id: id + 50, turma_aluno_id: 101, titulo, descricao: 'Escreva dez linhas.', tipo: 'tarefa' },
  ...{ prazo: clock(5, '23:59'), status, aceita_envio: 1, formatos: ['pdf', 'jpg'], tamanho_max_bytes: '10485760' },
  arquivos:
    status === 'corrigida'
      ? [{ n: 1, nome: 'redacao.pdf', mime: 'application/pdf', tamanho_bytes: 900, enviado_em: utc(-6, '15:00') }]
      : null,
  correcoes: null,
  presenca_confirmada: '0',
});

export const turmaDetalhe = (student: Student) => ({
  ...turma(student),
  alunos_total: '11',
  aulas: [aula(26, -5, 'encerrada'), aula(27, 2, 'agendada')],
  atividades: [
    atividade(1, 'Minha última viagem', 'pendente'),
    { ...atividade(2, 'Postcard', 'corrigida'), nota: '8.5', corrigida_em: clock(-4, '10:00') },
  ],
});

export const notas = () => ({
  ...{ turma_id: 1, turma_aluno_id: 101, escala: { minimo: 0, maximo: '10', aprovacao: '7' }, media: '8.3' },
  frequencia: { aulas: 26, presencas: '24', faltas: '2', percentual: 92, minimo_percentual: 75 },
  periodos: [
    {
      ...{ id: 1, nome: '1º bimestre', liberado: 1, media: '8.3' },
      avaliacoes: [
        { id: 1, nome: 'Oral', habilidade: 'speaking', data: day(-40), nota: '8.6', nota_maxima: '10', peso: 1 },
        { id: 2, nome: 'Escrita', habilidade: 'writing', data: day(-38), nota: null, nota_maxima: 10, peso: '1' },
      ],
    },
    { id: 2, nome: '2º bimestre', liberado: 0, avaliacoes: null },
  ],
});

export const notasAtHome = () => ({
  ...{ turma_aluno_id: 101, livro_id: 12, media: '7.5' },
  unidades: [
    { unidade_id: 301, numero: 1, titulo: 'At the airport', progresso, testes: null },
    {
      ...{ unidade_id: 302, numero: 2, titulo: 'A place to stay', progresso },
      testes: [{ id: 902, titulo: 'Teste da unidade 2', melhor_nota: '7.5', tentativas: '1' }],
    },
  ],
});

/** No lesson today: the next one comes in two days. */
export const aulaHoje = () => ({
  ...{ turma_id: 1, turma_aluno_id: 101, aula: null, proxima: aula(27, 2, 'agendada'), atividades: null },
  agora: new Date().toISOString(),
});

export const scanned = ({ livro: titulo }: Student) => ({
  ...{ user_book_id: 1, livro_id: 12, alvo: 'livro', path: '/pedagogico/minha-pratica/1', titulo },
});

export const sentActivity = () => ({ ...atividade(1, 'Minha última viagem', 'enviada') });
export const presenca = () => ({
  turma_atividade_id: 51,
  presenca: { aula_id: 1026, status: 'presente', confirmada_em: new Date().toISOString(), origem: 'portal' },
});
