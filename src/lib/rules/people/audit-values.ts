import { formatDate, formatDay, formatTime } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { personFieldNames } from '#lib/words/field-names.ts';
import { unitFieldNames } from '#lib/words/units.ts';
import { personFieldText } from './person-fields.ts';

/** What the values of an entry are called. */
export const valueWords: Readonly<Record<string, string>> = {
  ...personFieldNames,
  ...unitFieldNames,
  papel: 'Papel',
  tabelas: 'Tabelas',
  tipo: 'Forma de ligação',
  instituicao: 'Instituição',
  dias: 'Dias de validade',
  chave: 'Chave',
  endereco: 'Endereço',
  linhas: 'Linhas',
  novas: 'Novas',
  mudadas: 'Mudadas',
  mantidas: 'Mantidas',
  recusadas: 'Recusadas',
  exemplares: 'Códigos',
  lote: 'Lote',
  versao: 'Versão',
  mudancas: 'Mudanças',
  retiradas: 'Retiradas',
  turma: 'Turma',
  situacao: 'Situação',
  aulas: 'Aulas',
  presenca: 'Presença',
  presentes: 'Presentes',
  ausentes: 'Ausentes',
  material: 'Material',
  arquivo: 'Arquivo',
  erros: 'Erros',
  conteudo: 'O que foi dado',
  licao_de_casa: 'Lição de casa',
  gravacao_url: 'Gravação',
  quando: 'Quando',
  dia: 'Dia',
  desde: 'Desde',
  inicio: 'Primeiro dia',
  fim: 'Último dia',
  horarios: 'Horários',
  livro_id: 'Livro',
  professor: 'Professor',
  professor_id: 'Professor',
  modalidade: 'Modalidade',
  sala: 'Sala',
  link_reuniao: 'Link da aula',
  lugares: 'Lugares',
  direitos: 'Partes do painel',
  unidades: 'Unidades',
  unidade: 'Unidade',
  escola: 'Escola',
  turmas: 'Turmas',
  alunos: 'Alunos',
  conversas: 'Conversas',
  responsaveis: 'Responsáveis',
  familia_ve: 'A família vê',
  encerrado_em: 'Curso encerrado em',
  saldo: 'Saldo',
  motivo: 'Motivo',
  nota: 'Nota',
  atividade: 'Atividade',
  avaliacao: 'Avaliação',
  status: 'Estado',
  estado: 'Estado',
  contatos: 'Contatos',
  responsavel_user_id: 'Responsável',
  unidade_id: 'Unidade',
  proximo_em: 'Próximo passo',
  pontos: 'Pontos',
  periodo: 'Período',
  limite: 'Limite',
  validade_dias: 'Validade em dias',
  ativo: 'Ligada',
  livro: 'Livro',
  conta: 'Conta',
  numero: 'Número',
  aviso: 'Aviso',
  modelo: 'Modelo',
  matricula: 'Matrícula',
  ingressos: 'Ingressos',
  de: 'Início',
  ate: 'Fim',
  title: 'Título',
  body: 'Texto',
  people: 'Pessoas',
  scheduled_at: 'Agendada para',
  enabled: 'Ligado',
  vencimento: 'Vencimento',
  texto: 'Texto',
  prometida_para: 'Prometeu pagar até',
  pausa_ate: 'Sem lembretes até',
  lembrete: 'Lembrete',
  parcelas_max: 'Mais parcelas',
  parcela_min_centavos: 'Menor parcela (centavos)',
  atraso_min_dias: 'Dias de atraso, no mínimo',
  atraso_max_dias: 'Dias de atraso, no máximo',
  primeiro_dias: 'Dias até a primeira',
  ajuste_bps: 'Ajuste em centésimos de %',
  ligado: 'Ligado',
  abatimento: 'Desconto da escola',
  sem_encargos: 'Sem multa e juros',
  feriado: 'É feriado',
  total: 'Total',
  forma: 'Forma',
  contrato: 'Novo contrato',
  devido: 'Devido antes',
  acrescimo: 'Acréscimo',
  desconto: 'Desconto',
  descricao: 'Descrição',
  parcelas: 'Parcelas',
  professores: 'Professores',
  lancamentos: 'Lançamentos',
  mil_pontos_centavos: 'Valor de 1.000 pontos',
  livres: 'Códigos sem dono',
  grupo: 'Grupo',
  pessoas: 'Pessoas',
  expira_em: 'Valem até',
  a_partir_de: 'Para o que vence a partir de',
  multa: 'Multa',
  juros: 'Juros ao mês',
  carencia_dias: 'Dias de carência',
  codigo: 'Código',
  nome: 'Nome',
  linha: 'Linha de preço',
  estoque: 'Estoque',
  prazo_dias: 'Prazo em dias',
  exige_teste_nivel: 'Pede teste de nível',
  regras: 'Regras',
  desconto_tipo: 'Tipo de desconto',
  desconto_valor: 'Valor do desconto',
  valido_de: 'Vale a partir de',
  valido_ate: 'Vale até',
  usos_max: 'Usos ao todo',
  produtos: 'Só para',
  destino: 'Destino',
  categoria: 'Categoria',
  limite_por_aluno: 'Limite por aluno',
  entrega: 'Entrega',
  regulamento: 'Regulamento',
  desconto_centavos: 'Desconto na mensalidade',
  retirada_dias: 'Dias para retirar',
  inscricoes_ate: 'Inscrições até',
  vagas: 'Vagas',
  preco_minor: 'Preço',
  moeda: 'Moeda',
  evento_em: 'Dia e hora',
  local: 'Lugar',
  max_acompanhantes: 'Acompanhantes',
  publicada: 'Publicado',
  link: 'Ao tocar, abre',
  category: 'Assunto',
  repeat: 'Repete',
  repeat_until: 'Repete até',
  urgency: 'Urgência',
  mensagens_dia: 'Mensagens em 24 horas',
  mensagens_semana: 'Mensagens em 7 dias',
  valor_sem_senha: 'Valor sem confirmar',
  pontos_sem_senha: 'Pontos sem confirmar',
  by_mail: 'Também por e-mail',
};

/** The words for codes in values. */
const stateWords: Readonly<Record<string, string>> = {
  novo: 'Novo',
  em_contato: 'Em contato',
  visita_marcada: 'Visita marcada',
  visita: 'Visita marcada',
  matriculado: 'Matriculado',
  matriculada: 'Matriculada',
  perdido: 'Perdido',
  solicitado: 'Pedida',
  aprovado: 'Aprovada',
  pronto: 'Pronta',
  entregue: 'Entregue',
  cancelado: 'Recusada',
  enviada: 'Enviada',
  creditada: 'Creditada',
  recusada: 'Recusada',
  duplicada: 'Repetida',
  rascunho: 'Rascunho',
  publicada: 'Publicada',
  encerrada: 'Encerrada',
  avisada: 'Avisada',
  justificada: 'Justificada',
  nao_aceita: 'Mantida',
  marcada: 'Marcada',
  feita: 'Feita',
  faltou: 'Faltou',
  enviado: 'Enviado',
  em_analise: 'Em análise',
  documento_recusado: 'Documento recusado',
  aceito: 'Aceito',
  recusado: 'Recusado',
  aprovada: 'Aprovado',
  agendada: 'Agendada',
  enviando: 'Enviando',
  cancelada: 'Cancelada',
};

const codesOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  presenca: {
    ...{ presente: 'Presente', atraso: 'Atrasado', falta: 'Faltou' },
    ...{ justificada: 'Falta justificada', reposta: 'Reposta' },
  },
  status: stateWords,
  estado: stateWords,
  entrega: { escola: 'Retirada na escola', digital: 'Código por e-mail', desconto: 'Desconto na mensalidade' },
  category: {
    ...{ aula: 'Aulas', financeiro: 'Pagamentos', clube: 'Clube', pedido: 'Material', campanha: 'Eventos' },
    aviso: 'Da escola',
  },
  repeat: { diaria: 'Todo dia', semanal: 'Toda semana', mensal: 'Todo mês' },
  urgency: { normal: 'Normal', high: 'Urgente' },
  periodo: { dia: 'Por dia', semana: 'Por semana', mes: 'Por mês', ano: 'Por ano', sempre: 'Uma vez' },
};

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const momentText = (instant: string, timeZone: string) =>
  `${formatDate(instant, timeZone)} às ${formatTime(instant, timeZone)}`;

function valueText(field: string, value: unknown, timeZone: string): string {
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  if (typeof value === 'number') return /_(centavos|minor)$/.test(field) ? formatMoney(value) : String(value);
  if (typeof value !== 'string') return 'vazio';
  const said = codesOf[field]?.[value];
  if (said) return said;
  if (INSTANT.test(value)) return momentText(value, timeZone);
  return DAY.test(value) ? formatDay(value) : personFieldText(field, value);
}

export interface ValueChange {
  campo: string;
  antes: string;
  depois: string;
}

type Values = Readonly<Record<string, unknown>>;

/** Each changed value, by name; unchanged values are left out. */
export function changesOf(
  { antes = {}, depois = {} }: { antes?: Values; depois?: Values },
  timeZone = 'UTC',
): ValueChange[] {
  return [...new Set([...Object.keys(antes), ...Object.keys(depois)])]
    .filter((field) => antes[field] !== depois[field])
    .map((field) => ({
      campo: valueWords[field] ?? field,
      antes: valueText(field, antes[field], timeZone),
      depois: valueText(field, depois[field], timeZone),
    }));
}
