/** What the page of a person says after each action. */
export const personWords: Readonly<Record<string, string>> = {
  salvo: 'Dados salvos. A mudança ficou no histórico.',
  bloqueado: 'Acesso bloqueado. As sessões e os aparelhos desta pessoa foram encerrados.',
  liberado: 'Acesso liberado. A pessoa já pode entrar com a senha dela.',
  papel: 'Papel encerrado. As sessões e os aparelhos desta pessoa foram encerrados.',
};

export const partMissing = 'Esta parte não carregou. Abra a página de novo em instantes.';

/** Kinds of entries of the log. */
export const auditKinds = { mudancas: { name: 'Mudanças' }, consultas: { name: 'Consultas' } };

export const unlinkedWords: Readonly<Record<string, string>> = {
  ligada: 'Conta ligada à matrícula. Livros e progresso foram junto, e a pessoa entra de novo com a senha dela.',
  parecida:
    'Já existe uma conta sem matrícula que parece ser desta pessoa. Os dados ficaram guardados: confira abaixo e confirme.',
  separada: 'Anotado: são pessoas diferentes. A matrícula tem agora uma conta própria.',
};

/** Why accounts cannot be linked while one of them waits for its erasure. */
export const unlinkedErasure =
  'Há um pedido para apagar uma destas contas. Fale com a pessoa: se ela quiser continuar, pode desfazer o pedido no portal, e então as contas podem ser ligadas.';

/** What two people have in common, in the words of the panel. */
export const alikeWords = { cpf: 'mesmo CPF', email: 'mesmo e-mail', telefone: 'mesmo telefone' } as const;

/** What the pages of the team say after each action. */
export const teamWords: Readonly<Record<string, string>> = {
  convidada: 'Convite enviado por e-mail. Confira agora o que esta pessoa abre no painel.',
  reenviado: 'Enviamos um link novo. Ele vale por 24 horas.',
  salvo: 'Acesso salvo. Vale a partir do próximo toque desta pessoa.',
  fator: 'Segundo fator retirado. A pessoa entra de novo com a senha e liga outro.',
  encerrado: 'Acesso encerrado. As sessões e os aparelhos desta pessoa terminaram na hora.',
};
