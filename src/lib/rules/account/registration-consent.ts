/** The consent of a person who registers with a book; a new wording is a new version. */
export const REGISTRATION_CONSENT = {
  version: '2026-11',
  text: 'Concordo que a escola guarde estes dados e o que eu faço no portal para cuidar das minhas aulas, do material e dos pagamentos. Se tenho menos de 18 anos, quem responde por mim também concorda.',
} as const;

/** The consent of a guardian. @param children the names of the minors */
export const GUARDIAN_CONSENT = {
  version: '2026-11',
  text: (children: string): string =>
    `Respondo por ${children} e concordo que a escola guarde os dados do aluno e os meus para cuidar das aulas, do material e dos pagamentos.`,
} as const;
