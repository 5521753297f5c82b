const catalogue = 'o catálogo: igual para todos';
const ofTheClass = 'da turma: não fala de um aluno';
const technical = 'técnica: não fala de pessoas';
const sandbox = 'o banco de faz de conta da demonstração: valores e referências';

/** Tables that name nobody, each with the reason. With `personalTables` these are all that there are. */
export const impersonalTables: Readonly<Record<string, string>> = {
  schools: 'da escola',
  companies: 'da escola',
  livros: catalogue,
  unidades: catalogue,
  audios: catalogue,
  palavras: catalogue,
  testes: catalogue,
  questoes: catalogue,
  unidade_arquivos: catalogue,
  products: catalogue,
  cupons: catalogue,
  rewards: catalogue,
  usa_turmas: catalogue,
  usa_turma_livros: catalogue,
  usa_turma_documentos: catalogue,
  travel_campaigns: catalogue,
  point_rules: 'da escola: quem mudou uma regra é só um número, que sai com a conta',
  turmas: 'da turma: quem ensina é só um número, que sai com a conta',
  turma_horarios: ofTheClass,
  aulas: ofTheClass,
  aula_materiais: ofTheClass,
  periodos: ofTheClass,
  avaliacoes: ofTheClass,
  turma_atividades: ofTheClass,
  sendings: 'da escola: quem escreveu é só um número, e contas de equipe são encerradas por ela',
  sending_templates: 'da escola',
  notice_kinds_off: 'da escola',
  notice_marks: technical,
  postal_codes: 'endereços públicos de CEPs consultados',
  ended_tokens: 'números de acessos encerrados, por 30 dias',
  files_to_remove: 'endereços de arquivos que saem a seguir',
  payment_events: technical,
  sandbox_charges: sandbox,
  sandbox_refunds: sandbox,
  schema_steps: technical,
  rate_limits: 'contagem de tentativas, por minutos ou horas',
};
