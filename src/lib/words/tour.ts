export interface TourStep {
  /** The value of `data-tour` on its target; a step without a target on the page is skipped. */
  target: string;
  /** Skipped if this target is also on the page. */
  unless?: string;
  title: string;
  text: string;
}

const help: TourStep = {
  target: 'account',
  title: 'Ajuda sempre à mão',
  text: 'No menu da sua conta, “Ajuda” mostra passo a passo o que se faz todo dia, e este tour de novo.',
};

/** The tours of students and of staff (TOUR-08), at most five steps of each on one page. */
export const tours: Record<string, readonly TourStep[]> = {
  dashboard: [
    {
      target: 'proxima-aula',
      title: 'Sua próxima aula',
      text: 'Dia, hora e lugar. Quando for online, o botão de entrar aparece 10 minutos antes.',
    },
    {
      target: 'primeiros-passos',
      title: 'Seus primeiros passos',
      text: 'Livro, turma e clube: um toque abre cada passo, e o que está feito ganha um visto.',
    },
    {
      target: 'continuar',
      unless: 'primeiros-passos',
      title: 'O que fazer hoje',
      text: 'Entregas, palavras e o ponto exato do livro: um toque começa.',
    },
    {
      target: 'proxima-parcela',
      title: 'Sua próxima parcela',
      text: 'Perto do vencimento ela aparece aqui, com o botão de pagar.',
    },
    { target: 'pontos', title: 'Seus pontos', text: 'Estude, indique amigos e troque por recompensas.' },
    {
      target: 'avisos',
      title: 'Seus avisos',
      text: 'Novidades da escola, notas e vencimentos, com os não lidos primeiro.',
    },
  ],
  'pedagogico-list': [
    { target: 'turmas', title: 'Suas turmas', text: 'Cada cartão mostra o progresso e a próxima aula.' },
    { target: 'filtro', title: 'Só as digitais', text: 'Filtre as turmas que acontecem online.' },
    { target: 'codigo-do-livro', title: 'Livro novo?', text: 'Digite o código ou leia o QR code da contracapa.' },
  ],
  'minha-pratica': [
    { target: 'audios', title: 'Áudios', text: 'Ouça no seu ritmo, repita um trecho, acompanhe o texto.' },
    { target: 'vocabulario', title: 'Vocabulário', text: 'Poucos minutos por dia: o portal lembra o que revisar.' },
    { target: 'testes', title: 'Testes', text: 'Dez questões por unidade, com explicação de cada resposta.' },
  ],
  professor: [
    {
      target: 'aulas-do-professor',
      title: 'Suas aulas de hoje',
      text: 'Um toque abre a aula: chamada, registro e materiais ficam na mesma página.',
    },
    { target: 'correcoes', title: 'Correções', text: 'O que os alunos entregam espera aqui, de todas as turmas.' },
    {
      target: 'turmas-do-professor',
      title: 'Suas turmas',
      text: 'Cada turma tem alunos, atividades e notas, e um lugar para escrever a todos.',
    },
    { target: 'lugares', title: 'Seus lugares', text: 'Aulas, correções, turmas e mensagens, de qualquer página.' },
    help,
  ],
  'manager-panel': [
    {
      target: 'espera',
      title: 'O que espera por você',
      text: 'O que pede alguém da escola, nas partes do seu acesso. Um toque abre a lista certa.',
    },
    { target: 'aulas-de-hoje', title: 'As aulas de hoje', text: 'Quem dá, em que sala, e quem avisou que falta.' },
    {
      target: 'busca',
      title: 'Busca',
      text: 'Aluno, turma, parcela, página ou ajuda: digite o que procura. No teclado, Ctrl K.',
    },
    {
      target: 'lugares',
      title: 'As partes do painel',
      text: 'Você vê as partes do seu acesso. O número diz quanto espera por você.',
    },
    help,
  ],
};

export const tourLabels = {
  next: 'Próximo',
  previous: 'Anterior',
  close: 'Fechar',
  done: 'Concluir',
  step: (number: number, title: string) => `Passo ${number}: ${title}`,
  progress: '{{current}} de {{total}}',
  ask: 'Fechar tour?',
  askText: 'Você pode ver o tour de novo pelo seu perfil.',
  stay: 'Continuar o tour',
} as const;
