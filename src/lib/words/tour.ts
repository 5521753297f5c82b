export interface TourStep {
  /** Value of `data-tour` on its target; a step without a target on the page is left out. */
  target: string;
  /** Left out where this target is on the page too. */
  unless?: string;
  title: string;
  text: string;
}

/** The three tours (TOUR-08), at most five steps of each on one page. */
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
