/** Texts around book codes. Those of the specification (§8) are in `errors.ts`. */
export const bookCodeMessages = {
  empty: 'Digite o código do livro.',
  foreign: 'Este QR code é de outro site. Aponte a câmera para o código na contracapa do seu livro.',
  unknown: 'Este código não é de um livro nosso. Ele se parece com KNN-LIVRO-0001.',
  notFound: 'Não encontramos um livro com este código. Confira e tente de novo.',
} as const;

export const bookDeskWords: Readonly<Record<string, string>> = {
  ligado: 'Livro ligado.',
  desvinculado: 'Livro desvinculado.',
  codigo: 'O livro tem um código novo: está abaixo. O impresso não abre mais nada.',
};

/** In connected mode: the specification has a call that links a book only to oneself. */
export const linkedByReader = 'Quem liga um livro é o próprio aluno: em Estudar, com o código impresso.';
