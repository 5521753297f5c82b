/** What a person of a level can do: short words from the Common European Framework. */
export const canDo = {
  'Pré-A1': [],
  A1: ['Apresentar-se e responder perguntas simples', 'Entender placas, nomes e números', 'Pedir e agradecer'],
  A2: [
    'Falar da rotina, da família e do trabalho',
    'Entender mensagens e avisos curtos',
    'Resolver situações de viagem',
  ],
  B1: [
    'Contar experiências e planos',
    'Acompanhar o principal de uma conversa clara',
    'Escrever textos simples e ligados',
  ],
  B2: [
    'Discutir temas atuais com fluência',
    'Entender artigos e boa parte de filmes',
    'Defender uma opinião por escrito',
  ],
  C1: [
    'Expressar-se com precisão e naturalidade',
    'Entender textos longos e o que está nas entrelinhas',
    'Estudar e trabalhar em inglês',
  ],
};

export const skillLabels = {
  grammar: 'Gramática',
  vocabulary: 'Vocabulário',
  reading: 'Leitura',
  listening: 'Compreensão oral',
};

/** What a result below A1 means, and what to do next. */
export const belowA1 = {
  means:
    'Suas respostas ficaram perto do que se acerta por acaso. Para quem começa agora, é o esperado: você parte do zero, na turma e no livro de nível A1.',
  noCertificate: 'O certificado existe a partir do nível A1. Por isso, este resultado não tem um.',
  next: {
    visitor: 'Fale com a escola mais perto de você e peça uma turma para iniciantes.',
    student: 'Fale com a sua escola: ela mostra a turma e o livro para iniciantes.',
  },
  again: 'Respondeu com pressa ou sem áudio? Faça o teste de novo, com calma.',
};
