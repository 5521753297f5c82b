import { formatSigned } from '../format/money.ts';

/** What the practice area says. */
export const practiceMessages = {
  ratings: ['Não lembrei', 'Difícil', 'Bom', 'Fácil'] as const,
  sentLater: (count: number) =>
    count === 1 ? 'Uma resposta guardada foi enviada.' : `${count} respostas guardadas foram enviadas.`,
  notAccepted: 'Algumas respostas guardadas não foram aceitas: o livro não está mais na sua conta.',
  exerciseSent: 'Seu professor já vê a nota. Confira abaixo o que errou, e por quê.',
  exerciseNotSent: 'Não conseguimos entregar. Suas respostas estão aqui: verifique sua conexão e tente de novo.',
  testNotLoaded: 'Não carregamos o teste. Verifique sua conexão e tente de novo.',
  blanks: (places: readonly number[]) =>
    places.length === 1
      ? `A questão ${places[0]} está sem resposta.`
      : `${places.length} questões estão sem resposta: ${places.join(', ')}.`,
  testCheckedLater: 'A correção não respondeu: suas respostas serão corrigidas no fim.',
  testPending: 'Seu teste está guardado neste aparelho e será corrigido assim que a internet voltar.',
  storedHere: 'Sem internet: suas respostas estão guardadas neste aparelho.',
  onlyHere:
    'Sem internet, e este navegador não guarda respostas. Deixe esta página aberta: enviamos assim que a conexão voltar.',
  notTakenAlong: 'Este navegador não guarda respostas: o que você praticar agora não entra no seu cadastro.',
  testOnlyHere:
    'Sem internet, e este navegador não guarda respostas. Deixe esta página aberta: corrigimos assim que a conexão voltar.',
  draftNotStored: 'Este navegador não guarda suas respostas. Entregue o teste antes de sair desta página.',
  offlineReady: 'Unidade disponível sem internet.',
  offlineRemoved: 'A unidade foi apagada deste aparelho.',
  offlineFailed: 'Não conseguimos baixar a unidade inteira. Verifique sua conexão e tente de novo.',
  offlineFull: 'Não há espaço neste aparelho para baixar a unidade.',
  offlineUnsupported: 'Este navegador não guarda unidades para usar sem internet.',
  microphoneBlocked: 'O acesso ao microfone está bloqueado. Libere nas permissões do site.',
  microphoneMissing: 'Não encontramos um microfone neste aparelho.',
  recordingSent: (title: string) => `Gravação enviada em “${title}”.`,
  recordingNotSent: 'Não conseguimos enviar a gravação. Ela continua aqui: tente de novo.',
  unitDone: (numero: number) => `Unidade ${numero} concluída!`,
  unitFinished: ({ numero, pontos_ganhos }: { numero: number; pontos_ganhos: number }) =>
    `Unidade ${numero} concluída${pontos_ganhos > 0 ? `: ${formatSigned(pontos_ganhos)} pontos` : ''}.`,
  goalSaved: (days: number) => `Meta: ${days} ${days === 1 ? 'dia' : 'dias'} por semana.`,
  goalNotSaved: 'Não conseguimos guardar sua meta. Tente de novo em instantes.',
  codeMissing: 'Digite o código da página.',
  codeFailed: 'Não conseguimos abrir este código. Tente de novo em instantes.',
  soundFailed: 'O áudio não carregou. Verifique sua conexão e tente de novo.',
};

/** Kinds of questions, above each one. */
export const questionKinds = {
  multipla_escolha: 'Escolha a resposta',
  lacuna: 'Complete a frase',
  ordenar: 'Frase',
  ditado: 'Ditado',
  associar: 'Pares',
} as const;
