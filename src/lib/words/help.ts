import type { Right } from '#lib/contract/account.schema.ts';

/** The readers of a how-to. For staff, the pages decide which right is needed. `family`: students and guardians. */
export type HelpReader = 'staff' | 'teacher' | 'family';

export interface HowTo {
  /** The last segment of its address, and the name of its picture. */
  slug: string;
  title: string;
  reader: HelpReader;
  /** Names of the routes that it explains; it links to the first that the reader can open without parameters. */
  pages: readonly string[];
  /** Rights of the panel that its steps require, all of them, besides the one that opens the page. */
  rights?: readonly Right[];
  /** Search words, in addition to those of its title. */
  also: string;
  /** Text in “quotes” is a button, a menu or a title, word for word. */
  steps: readonly string[];
}

/** How-tos by task, in the order of the list. */
export const howTos = [
  {
    slug: 'contato-ate-a-matricula',
    title: 'Levar um contato novo até a matrícula',
    reader: 'staff',
    pages: ['manager-leads', 'manager-lead'],
    also: 'interessado lead visita matricular telefone cadastro',
    steps: [
      'Em “Contatos”, toque em “Novo contato”. Anote nome, telefone, como a pessoa chegou e, se a escola tem várias, a unidade.',
      'Pergunte e marque “A pessoa quer ser chamada pela escola”. Sem isso o portal não guarda. Toque em “Guardar o contato”.',
      'Depois da conversa, abra o contato e toque em “Já falei”. Se a pessoa vem conhecer a escola, use “Marcou visita” e escolha o dia. Em “Próximo passo” você escolhe quando ele volta a “Para hoje”.',
      'Se ela decidir estudar, quem tem acesso a alunos abre os três pontos (“Mais ações”) e usa “Cadastrar aluno novo”. Os dados do contato já vêm preenchidos.',
      'Confira os dados e toque em “Cadastrar aluno”. O contato passa para “Matriculado” sozinho.',
      'Se a pessoa já tem cadastro, use “Matricular” no contato, escolha quem é e toque em “Confirmar a matrícula”.',
    ],
  },
  {
    slug: 'por-aluno-em-turma',
    title: 'Pôr um aluno em uma turma',
    reader: 'staff',
    pages: ['manager-profile', 'manager-person'],
    rights: ['turmas'],
    also: 'matricular enturmar trocar incluir classe',
    steps: [
      'Em “Alunos”, abra o cadastro do aluno.',
      'Toque em “Pôr em turma” e procure pelo nome da turma, do livro ou do professor. Cada turma diz quantos lugares tem.',
      'Escolha a turma e toque em “Pôr na turma”.',
      'Para mudar depois, use “Trocar de turma”: notas e frequência ficam na turma de antes, e o aluno é avisado.',
    ],
  },
  {
    slug: 'por-varios-alunos-em-turma',
    title: 'Abrir uma turma e pôr vários alunos',
    reader: 'staff',
    pages: ['manager-classes', 'manager-class'],
    also: 'criar nova classe horários professor alunos',
    steps: [
      'Em “Turmas”, toque em “Nova turma”. Diga nome, unidade, livro e horários. Professor e sala podem ficar para depois.',
      'Confira lugares, começo e fim, que já vêm preenchidos, e toque em “Salvar a turma”.',
      'As aulas nascem dos horários, sem feriados e sem os dias da lista “Dias sem aula”.',
      'Na página da turma, toque em “Pôr alunos” e marque quem entra em “Alunos sem turma”.',
      'Toque em “Pôr na turma”. Com vários alunos, o botão diz quantos são.',
      'Para mudar horário, sala ou professor, use “Dados e horários”.',
    ],
  },
  {
    slug: 'pagamento-no-balcao',
    title: 'Registrar um pagamento no balcão',
    reader: 'staff',
    pages: ['manager-finance', 'manager-bill'],
    also: 'receber dinheiro cartão máquina recibo parcela mensalidade',
    steps: [
      'Em “Financeiro”, procure o aluno e abra a parcela. No cadastro do aluno, ela está em “Parcelas em aberto”.',
      'Toque em “Receber” e escolha a forma, como “Dinheiro” ou “Cartão, na máquina da escola”.',
      'Confira o dia e o valor. O portal já soma multa e juros desse dia; um valor menor fica anotado como parte.',
      'Toque em “Anotar”. O recibo fica pronto, e o aluno é avisado.',
      'Errou? No mesmo dia, use “Desfazer a anotação de hoje”.',
    ],
  },
  {
    slug: 'parcela-vencida',
    title: 'Cobrar uma parcela vencida e fazer um acordo',
    reader: 'staff',
    pages: ['manager-finance', 'manager-bill', 'manager-renegotiate'],
    also: 'atraso inadimplente lembrar renegociar promessa dívida',
    steps: [
      'Em “Financeiro”, escolha “Vencidas” e abra a parcela.',
      'Toque em “Lembrar” e em “Enviar o lembrete”: quem paga recebe o valor de hoje. Para mandar um link, use “Link de pagamento”.',
      'Se a família disser um dia, use “Prometeu pagar” e “Anotar a promessa”: até lá o portal não lembra desta parcela.',
      'Para um novo plano, abra os três pontos (“Mais ações”) e “Renegociar”. Marque as parcelas, diga em quantas vezes e toque em “Conferir”.',
      'Toque em “Fazer o acordo”. As parcelas antigas são canceladas, e o aluno é avisado.',
    ],
  },
  {
    slug: 'pausar-lembretes',
    title: 'Pausar os lembretes de uma família',
    reader: 'staff',
    pages: ['manager-finance', 'manager-bill', 'manager-reminders'],
    also: 'cobrança automática parar aviso silenciar',
    steps: [
      'Em “Financeiro”, abra uma parcela em aberto de quem não deve ser lembrado agora.',
      'Toque em “Pausar lembretes”, que pode estar nos três pontos (“Mais ações”). Diga até quando; em branco, vale até alguém retomar.',
      'Escreva o motivo, que fica para a equipe, e toque em “Pausar”. Vale para todas as parcelas da pessoa.',
      'Para voltar, use “Retomar lembretes”. Em “Lembretes”, quem tem acesso à escola toda muda os dias e os textos.',
    ],
  },
  {
    slug: 'caixa-do-dia',
    title: 'Conferir o caixa do dia',
    reader: 'staff',
    pages: ['manager-cash'],
    also: 'dinheiro balcão fechar conferir recebido hoje',
    steps: [
      'Em “Financeiro”, abra “Caixa do dia”.',
      'No alto está quanto cada pessoa recebeu, por forma de pagamento. Compare com o dinheiro e com a máquina de cartão.',
      'Na lista, cada linha abre a parcela. Um recebimento errado de hoje se desfaz lá.',
      'Use “Dia anterior” para ver outro dia, e “Baixar planilha” para guardar.',
    ],
  },
  {
    slug: 'fechamento-do-mes',
    title: 'Fechar o mês',
    reader: 'staff',
    pages: ['manager-month-close'],
    also: 'relatório contador planilha recebido devolvido fechamento',
    steps: [
      'Em “Financeiro”, abra “Fechamento do mês” e escolha o mês e a unidade.',
      'No alto estão “Recebido”, “Devolvido” e “Fica na escola”.',
      'A lista mostra cada dia por forma de pagamento. Compare com o extrato do banco.',
      'Toque em “Baixar planilha” para mandar à contabilidade.',
    ],
  },
  {
    slug: 'falta-e-reposicao',
    title: 'Aceitar uma falta e acompanhar a reposição',
    reader: 'staff',
    pages: ['manager-absences'],
    also: 'justificar ausência atestado repor aula',
    steps: [
      'Em “Faltas”, fique em “Avisos de falta”. Cada linha traz o motivo que a família escreveu.',
      'Toque em “Justificar” ou em “Não justificar”. O aluno recebe um aviso, e o responsável também, se foi ele quem avisou.',
      'Em telas estreitas, e para mudar depois, os botões estão nos três pontos da linha (“Mais ações”).',
      'O aluno escolhe a reposição no portal, entre aulas com vaga.',
      'Em “Reposições” está quem vai a qual aula. Quando ela começar, toque em “Veio” ou em “Não veio”, na linha ou nos três pontos.',
    ],
  },
  {
    slug: 'remarcar-ou-cancelar-aula',
    title: 'Remarcar ou cancelar uma aula',
    reader: 'staff',
    pages: ['manager-week', 'manager-lesson', 'manager-class'],
    also: 'mudar horário adiar feriado sala desmarcar',
    steps: [
      'Em “Turmas”, abra “Semana” e toque na aula.',
      'Para outro dia ou horário, toque em “Remarcar”. Se a sala ou o professor já tem aula, o portal avisa antes.',
      'Para desmarcar, toque em “Cancelar”, escreva o motivo e confirme em “Cancelar a aula”.',
      'A turma recebe um aviso, e os calendários acompanham. Uma aula cancelada volta com “Voltar a aula”.',
    ],
  },
  {
    slug: 'professor-substituto',
    title: 'Pôr um professor substituto',
    reader: 'staff',
    pages: ['manager-lesson', 'manager-week'],
    also: 'substituir substituição professor faltou trocar',
    steps: [
      'Em “Turmas”, abra “Semana” e toque na aula.',
      'Toque em “Substituir professor”. A lista diz quem está livre e quem dá este nível.',
      'Escolha a pessoa e toque em “Substituir”. Ela já vê a aula, com a lista de chamada.',
      'Se não for mais preciso, use “Tirar o substituto”.',
    ],
  },
  {
    slug: 'mensagem-para-turma',
    title: 'Enviar uma mensagem para uma turma',
    reader: 'staff',
    pages: ['push-notification', 'push-notification-create', 'push-notification-send', 'push-notification-send-one'],
    also: 'avisar push notificação escrever celular',
    steps: [
      'Em “Mensagens”, toque em “Escrever mensagem”.',
      'Escreva título e texto. Ao lado você vê como a mensagem chega no celular.',
      'Toque em “Escolher quem recebe”, depois em “Escolher quem” e abra “Turmas”. Marque a turma.',
      'Para sair agora, toque em “Conferir e enviar”. Para sair em outro dia, escolha dia e hora e toque em “Conferir e agendar”.',
      'Confira o número de pessoas e confirme. O resultado fica em “Histórico”.',
    ],
  },
  {
    slug: 'convidar-equipe',
    title: 'Convidar alguém da equipe e escolher o acesso',
    reader: 'staff',
    pages: ['manager-team', 'manager-team-member'],
    also: 'funcionário professor secretaria direito permissão papel convite',
    steps: [
      'Em “Equipe”, toque em “Convidar uma pessoa”. Escolha o papel e a unidade, e toque em “Enviar convite”.',
      'A pessoa recebe um e-mail e cria a própria senha. Não chegou? Use “Enviar o convite de novo”.',
      'Para escolher o que ela abre no painel, use “Mudar o acesso”. Marque as partes e as unidades.',
      'Toque em “Salvar o acesso”. Ninguém dá um acesso que não tem.',
      'Quando a pessoa sair da escola, use “Encerrar o acesso”.',
    ],
  },
  {
    slug: 'codigo-de-livro',
    title: 'Ligar um livro a um aluno pelo código',
    reader: 'staff',
    pages: ['manager-book'],
    also: 'exemplar qr code contracapa desvincular copiado',
    steps: [
      'Em “Exemplares”, digite o “Código do livro” e toque em “Procurar”, ou leia a contracapa com “Ler QR code”.',
      'Se o livro não é de ninguém, busque o aluno e toque em “Ligar o livro”.',
      'Se o livro é de outra pessoa, abra “Desvincular” e confirme em “Desvincular o livro”.',
      'Se alguém copiou o código, use “Trocar o código”: o que está impresso deixa de abrir o livro.',
    ],
  },
  {
    slug: 'entregar-recompensa',
    title: 'Entregar uma recompensa do clube',
    reader: 'staff',
    pages: ['manager-club-redemptions', 'manager-club', 'manager-club-rewards'],
    also: 'troca pontos prêmio brinde retirar',
    steps: [
      'Em “Clube”, abra “Trocas”.',
      'Toque em “Aprovar”. Quando a recompensa estiver separada, toque em “Avisar que está pronto”.',
      'Em telas estreitas, os botões da linha estão nos três pontos (“Mais ações”). “Ver a troca” e “Recusar” estão sempre ali.',
      'Na hora da retirada, confira o “Código de retirada” em “Ver a troca” e toque em “Entregar”.',
      'Uma recompensa digital sai com “Enviar o código”.',
      'Se não for possível, use “Recusar”: os pontos voltam, e o aluno lê o motivo.',
    ],
  },
  {
    slug: 'mudar-pagina',
    title: 'Mudar uma página da escola e publicar',
    reader: 'staff',
    pages: ['manager-promos', 'manager-promo'],
    also: 'site promocional texto foto preço orlando londres editar',
    steps: [
      'Em “Páginas”, abra a página que você quer mudar.',
      'Mude os textos em “Textos da página”. Fotos novas entram em “Enviar foto”.',
      'Toque em “Salvar rascunho” e depois em “Ver prévia”. Os visitantes ainda veem a página de antes.',
      'Toque em “Publicar agora”, ou marque um dia em “Publicar em outro momento”. Sem esse botão, quem publica é a rede.',
      'Em “Versões” estão as páginas de antes.',
    ],
  },
  {
    slug: 'importar-planilha',
    title: 'Importar uma planilha',
    reader: 'staff',
    pages: [
      'manager-student-sheets',
      'manager-class-sheets',
      'manager-finance-sheets',
      'manager-club-sheets',
      'manager-sheets',
    ],
    also: 'csv excel xlsx alunos turmas parcelas sistema antigo migrar',
    steps: [
      'Em “Alunos”, “Turmas”, “Financeiro” ou “Clube”, abra “Importar planilha”.',
      'Em “Modelos e colunas”, abra a tabela, veja as colunas e toque em “Baixar modelo”.',
      'Em “Enviar uma planilha”, escolha o que ela traz e o arquivo. Comece por “Só conferir”: nada é gravado.',
      'Toque em “Enviar planilha”. Se os títulos têm outros nomes, diga qual coluna é cada uma.',
      'Veja o que mudaria e toque em “Gravar agora”. Se há linhas com erro, corrija o arquivo, ou toque em “Gravar as linhas certas”.',
      'Uma linha já conhecida é mudada: a mesma planilha duas vezes não repete nada.',
    ],
  },
  {
    slug: 'fazer-a-chamada',
    title: 'Fazer a chamada e registrar a aula',
    reader: 'teacher',
    pages: ['professor', 'professor-aula', 'professor-turma', 'professor-turmas'],
    also: 'presença falta lista frequência diário conteúdo',
    steps: [
      'Em “Aulas”, abra a aula de hoje. A chamada abre um pouco antes do começo.',
      'Toque em “Todos presentes” e mude quem faltou. Quem avisou que falta fica de fora.',
      'Em “Registro da aula”, escreva o que foi visto e a tarefa.',
      'Toque em “Salvar aula”. Frequência e pontos dos alunos acompanham.',
    ],
  },
  {
    slug: 'pedir-e-corrigir-trabalho',
    title: 'Pedir um trabalho e corrigir',
    reader: 'teacher',
    pages: [
      'professor-turmas',
      'professor-trabalhos',
      'professor-atividades',
      'professor-trabalho',
      'professor-atividade',
    ],
    also: 'atividade tarefa exercício entrega nota comentário',
    steps: [
      'Em “Turmas”, abra a turma e “Atividades”. Toque em “Nova atividade”, ou em “Novo exercício”, que se corrige sozinho.',
      'Diga o que fazer e o prazo, e toque em “Criar e avisar a turma”.',
      'O que os alunos entregam espera em “Correções”. Abra um trabalho.',
      'Escreva o comentário e, se quiser, a nota. As suas frases de sempre estão abaixo do texto.',
      'Toque em “Salvar e ir para o próximo” ou, no último, em “Salvar e voltar à lista”. Se falta algo, use “Devolver para refazer”.',
    ],
  },
  {
    slug: 'lancar-notas',
    title: 'Lançar as notas de um período',
    reader: 'teacher',
    pages: ['professor-turmas', 'professor-notas', 'professor-turma'],
    also: 'prova avaliação média bimestre boletim liberar',
    steps: [
      'Em “Turmas”, abra a turma e “Notas”. Se for a primeira vez, dê um nome ao período e toque em “Incluir período”.',
      'Em “Nova avaliação”, diga nome, data, nota máxima e peso, e toque em “Incluir avaliação”.',
      'Digite como numa planilha, ou cole um bloco dela. O que você digita fica salvo.',
      'Para usar um trabalho já corrigido, abra a avaliação, escolha-o em “Trazer as notas de um trabalho” e toque em “Trazer”.',
      'Quando estiver pronto, libere em “Liberar para os alunos”. Cada aluno com nota recebe um aviso.',
    ],
  },
  {
    slug: 'pagar-com-um-pix',
    title: 'Pagar várias parcelas com um Pix só',
    reader: 'family',
    pages: ['financial', 'financial-pay'],
    also: 'mensalidade filhos boleto cartão recibo juntar',
    steps: [
      'Abra “Pagamentos”. As parcelas dos seus filhos aparecem junto com as suas.',
      'Em “Parcelas”, marque as que quer pagar, de quem forem. O botão abaixo diz quantas são e o valor: toque nele.',
      'Se há várias formas de pagamento, escolha “Pix”. O código Pix aparece na página: copie-o, ou aponte a câmera do aplicativo do banco para o QR code.',
      'A página mostra quando o pagamento chega. O recibo fica em “Pagas”.',
    ],
  },
  {
    slug: 'avisar-uma-falta',
    title: 'Avisar uma falta e marcar a reposição',
    reader: 'family',
    pages: ['me-familia', 'notas', 'faltas'],
    also: 'ausência justificar filho doente atestado repor aula',
    steps: [
      'O responsável abre “Filhos” e escolhe o aluno: avisa e marca por quem tem menos de 18 anos. O aluno abre “Estudar”, “Notas e atividades” e “Presença”.',
      'Em “Avisar uma falta”, escolha a aula e escreva o motivo, que só a escola lê.',
      'Toque em “Avisar a escola”. Vale até 30 dias antes ou até 7 dias depois da aula.',
      'A escola decide se justifica, e você recebe um aviso.',
      'Se a falta pode ser reposta, toque em “Repor” e escolha uma aula com vaga.',
    ],
  },
] as const satisfies readonly HowTo[];

export type HelpSlug = (typeof howTos)[number]['slug'];

export const helpWords = {
  title: 'Ajuda',
  lead: 'Como fazer o que a escola faz todo dia, passo a passo.',
  link: 'Como fazer',
  groups: { staff: 'No painel', teacher: 'Nas suas aulas', family: 'Para alunos e responsáveis' },
  open: (page: string) => `Abrir ${page}`,
  others: 'Também nesta página',
  all: 'Ver toda a ajuda',
  picture: (title: string) => `Tela de: ${title}. Abre a imagem em outra aba.`,
  tours: 'Ver um tour de novo',
  tour: (page: string) => `Tour: ${page}`,
  search: 'O que você quer fazer?',
  none: 'Nada com essas palavras. Escreva menos letras, ou fale com a escola.',
  missing: 'Esta ajuda não existe, ou é de uma parte que não está no seu acesso',
} satisfies Record<string, unknown> & { groups: Record<HelpReader, string> };

/** Pixels of each picture. */
export const pictureSize = { width: 1080, height: 810 } as const;

/** A step in parts: text in “quotes” is the name of something on the screen. */
export const partsOfStep = (step: string): { text: string; isName: boolean }[] =>
  step
    .split(/“([^“”]+)”/)
    .map((text, at) => ({ text, isName: at % 2 === 1 }))
    .filter(({ text }) => text !== '');
