/** Texts of the login and registration screens. Those of the specification (§8) are in `errors.ts`. */
export const authMessages = {
  loggingIn: 'Efetuando login',
  wrongBookLogin:
    'Este código não combina com este e-mail ou CPF. Confira os dois. Livro novo e você já tem acesso? Entre com sua senha e adicione o livro em Estudar.',
  methods: { password: 'Senha', qrCode: 'QR code', bookCode: 'Código do livro' },
  recoveryRequested:
    'Se houver uma conta com este e-mail, a mensagem chega em alguns minutos. Confira também a caixa de spam.',
  noMail: 'Sua escola ainda não envia e-mails por este portal. Para criar uma senha nova, fale com a secretaria.',
  chooser: {
    title: 'Quem vai entrar?',
    lead: 'Mais de uma pessoa usa este acesso.',
    notEnrolled: 'Ainda sem matrícula',
  },
} as const;
