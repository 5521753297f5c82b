import { firstName } from '../format/text.ts';
import { UNDO_DAYS } from './account-changes.ts';

/** Texts of documents and of the page that verifies them. */
export const documentMessages = {
  kinds: {
    boletim: 'Boletim',
    certificado: 'Certificado do teste de inglês',
    recibo: 'Recibo',
    declaracao_matricula: 'Declaração de matrícula',
    declaracao_conclusao: 'Declaração de conclusão',
    quitacao: 'Declaração de quitação',
    pagamentos: 'Pagamentos do ano',
  },
  notConcluded: 'Este curso ainda não foi concluído. A declaração fica disponível no fim dele.',
  notEnrolled: 'Você não tem uma matrícula ativa nesta turma.',
  nothingPaid: (year: number) => `Não há parcelas pagas com vencimento em ${year}.`,
  nothingReceived: (year: number) => `Não há pagamentos recebidos em ${year}.`,
  stillOpen: (count: number) =>
    count === 1
      ? 'Ainda há uma parcela em aberto no período. Depois de paga, a declaração sai na hora.'
      : `Ainda há ${count} parcelas em aberto no período. Depois de pagas, a declaração sai na hora.`,
  undone: 'Não consta mais como pago',
  receiptUndone: 'Este pagamento não consta mais como recebido. Confirme com a escola.',
  noGrade: 'Ainda não lançada',
  replaced: (sign: string) => `Cada ${sign} está no lugar de uma letra que este papel não consegue imprimir.`,
  malformedCode: 'Este código não está completo: são 12 letras e números, sem 0, O, 1 nem I',
  check: {
    title: 'Conferir documento',
    description: 'Confira se um boletim, certificado, recibo ou declaração é autêntico.',
    lead: 'Todo boletim, certificado, recibo e declaração da escola traz um código. Com ele, qualquer pessoa confere se é autêntico.',
  },
};

/** What the profile says. */
export const accountMessages = {
  wrongPicture: 'Envie uma imagem PNG, JPEG ou WebP.',
  consents: {
    cadastro: 'Cadastro feito com o código do livro',
    responsavel: 'Responsável confirmado por ele mesmo',
    clube: 'Regulamento do clube',
    contato: 'Pedido de contato em uma página da escola',
    indicacao: 'Indicação de um amigo, com a concordância dele',
  } as Record<string, string>,
  passwordForEmail: 'Digite sua senha para trocar o e-mail',
  schoolChangedEmail: 'A escola trocou seu e-mail',
  schoolChangedEmailTo: (email: string) =>
    `Agora seu acesso está ligado a ${email}. Se não foi combinado com você, desfaça em Meus dados.`,
  nothingToUndo: 'Não há mais nada para desfazer.',
  deadUndoLink: 'Este link não vale mais. Se o e-mail da sua conta está errado, fale com a secretaria da sua escola.',
  emailUndone: (email: string) => `Pronto: o e-mail da conta voltou a ser ${email}.`,
  emailUndoneClosed:
    'Pronto: o e-mail voltou a ser o de antes, e todos os aparelhos saíram. Crie agora uma senha nova.',
  emailAgreed: 'Obrigado! O e-mail novo está confirmado por você.',
};

/** What the pages of privacy and their operations say. */
export const privacyMessages = {
  isStaff: 'Contas da equipe são encerradas pela escola. Fale com a direção.',
  hasTrip: 'Há um intercâmbio aprovado em seu nome. Fale com a secretaria antes de apagar a conta.',
  isPaying: 'Há um pagamento em análise. Assim que ele terminar, você pode pedir de novo.',
  needsSchool: 'Você tem menos de 18 anos e não há um responsável no seu cadastro. Peça na secretaria da escola.',
  wrongGuardian: 'O CPF do responsável não confere com o do cadastro.',
  nothingRequested: 'Não há pedido para apagar esta conta.',
  withdrawn: 'Pedido desfeito. Sua conta continua como estava.',
  requested: (day: string) => `Pedido anotado. Sua conta será apagada em ${day}.`,
  erased: 'Sua conta foi apagada.',
};

/** What the registration forms say. */
export const registrationMessages = {
  guardianWhy:
    'Quem tem menos de 18 anos precisa de um adulto que responda por ele. Você já pode usar o portal enquanto ele não confirma.',
  guardianMail: 'Enviamos a ele um link para confirmar.',
  cepHint: 'O endereço é preenchido pelo CEP.',
  cepSearching: 'Buscando o endereço…',
  cepUnknown: 'Não encontramos este CEP. Confira os números ou preencha o endereço abaixo.',
  cepDown: 'A busca de endereço não respondeu. Preencha o endereço abaixo.',
  birthDate: 'Se você tem menos de 18 anos, o próximo passo pede um responsável.',
};

/** Texts to and about the guardian whom a minor names. */
export const guardianMessages = {
  cpfWrong: 'Digite os 11 números do seu CPF',
  consentMissing: 'Marque que você responde por este aluno',
  waiting: (email: string) => `Enviamos um link para ${email}. Enquanto isso, o portal já está aberto para você.`,
  ownAddress: 'O e-mail é o mesmo do seu cadastro, então a escola confirma com a família.',
  missing: 'Quem tem menos de 18 anos precisa de um adulto que responda por ele.',
  named: (fullName: string) => `${fullName} foi indicado e ainda não confirmou.`,
  /** Beside the known guardian: who replaces them. */
  replacing: (
    { full_name, email, expira_em }: { full_name: string; email: string; expira_em: string | null },
    now: Date,
  ) =>
    (expira_em ?? '') > now.toISOString()
      ? `${full_name} vai responder pelo aluno quando confirmar pelo link enviado para ${email}. Até lá, nada muda.`
      : `${full_name} não confirmou a tempo, e nada mudou. A secretaria pode salvar o responsável novo outra vez: ele recebe outro link em ${email}.`,
  withdraw: (fullName: string) => `Desistir de ${firstName(fullName)} e manter o responsável de antes`,
  /** To the staff, before they change it. */
  notified: `Se você trocar o CPF ou o e-mail, o responsável novo vale quando confirmar pelo e-mail dele. O de antes é avisado de qualquer mudança, também do CPF e do nascimento do aluno, e pode desfazer por ${UNDO_DAYS} dias.`,
  changes: 'Para trocar o responsável, fale com a secretaria da escola.',
};
