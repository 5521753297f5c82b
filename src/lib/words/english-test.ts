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
  next: 'Fale com a sua escola: ela mostra a turma e o livro para iniciantes.',
  begin: 'Quero começar do zero',
  invitation: 'Deixe seu nome e telefone: a escola chama você e mostra a turma para iniciantes.',
  thanks: 'Pronto! A escola recebeu seu contato e o resultado do teste, e fala com você.',
  chat: 'Oi! Fiz o teste de nível e quero começar inglês do zero.',
  again: 'Respondeu com pressa ou sem áudio? Faça o teste de novo, com calma.',
};
