import type { TestItem, TestResult } from '#lib/contract/english-test.schema.ts';

/** What somebody of a level can do, in the words of the Common European Framework made short. */
export const canDo: Readonly<Record<TestResult['nivel'], string[]>> = {
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

export const skillLabels: Readonly<Record<TestItem['habilidade'], string>> = {
  grammar: 'Gramática',
  vocabulary: 'Vocabulário',
  reading: 'Leitura',
  listening: 'Compreensão oral',
};
