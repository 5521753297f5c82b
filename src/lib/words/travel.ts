import { formatDay } from '../format/dates.ts';

const tickets = (count: number) => (count === 1 ? '1 ingresso' : `${count} ingressos`);

/** Texts about travel campaigns and their tickets (TRAVEL-01…03). */
export const travelMessages = {
  tickets,
  closed: 'As inscrições deste evento terminaram.',
  notBegun: (day: string) => `As inscrições abrem em ${formatDay(day)}.`,
  full: (left: number) =>
    left === 0
      ? 'As vagas deste evento acabaram.'
      : left === 1
        ? 'Só resta 1 vaga: venha sem acompanhantes ou tire alguém da lista.'
        : `Só restam ${left} vagas: tire alguém da lista.`,
  joinedBefore: 'Você já participa deste evento. Para mudar quem vem com você, cancele e inscreva-se de novo.',
  notJoined: 'Você não participa deste evento.',
  arrived: (count: number) => (count === 1 ? '1 já entrou' : `${count} já entraram`),
  wentIn: 'Alguém da sua inscrição já entrou no evento: ela não pode mais ser cancelada.',
  tooManyCompanions: (max: number) =>
    max === 0
      ? 'Neste evento cada aluno vem sem acompanhantes.'
      : `Neste evento cabem no máximo ${max} ${max === 1 ? 'acompanhante' : 'acompanhantes'} por aluno.`,
  companionIsHolder: 'Você já tem o seu ingresso: aqui vão só os acompanhantes',
  companionTwice: 'Esta pessoa já está na lista',
  rulesMissing: 'Marque que leu e aceita o regulamento.',
  joinedNotice: (nome: string, count: number) => ({
    title: `Inscrição feita: ${nome}`,
    body: `Você tem ${tickets(count)}. Mostre o QR code na entrada; ele abre também sem internet.`,
  }),
  changedMeanwhile:
    'Este evento mudou enquanto você editava, e nada foi salvo. Veja como ele está em outra aba; se salvar de novo, vale o que está aqui.',
  /** @param where null: day and place have not changed. @param isRuled the rules have changed */
  changedNotice: (
    nome: string,
    { where, isRuled }: { where: { when: string | null; local: string | null } | null; isRuled: boolean },
  ) => ({
    title: `${where ? 'Novo dia ou local' : 'Novo regulamento'}: ${nome}`,
    body: [
      where &&
        (where.when ? `Agora é ${where.when}` : 'A data vai ser combinada') +
          (where.local ? `, em ${where.local}.` : '.'),
      isRuled && 'O regulamento mudou: leia de novo na página do evento.',
      'Os seus ingressos continuam valendo.',
    ]
      .filter(Boolean)
      .join(' '),
  }),
  cancelledNotice: (nome: string, motivo: string) => ({ title: `Inscrição cancelada: ${nome}`, body: motivo }),
};

/** Labels of the fields that staff fill in. */
export const campaignFields = {
  nome: 'Nome',
  destino: 'Destino',
  descricao: 'Descrição',
  pagina: 'Página da viagem',
  inicio: 'Inscrições de',
  fim: 'Até',
  evento_dia: 'Dia do evento',
  evento_hora: 'Hora',
  local: 'Local',
  vagas: 'Vagas',
  max_acompanhantes: 'Acompanhantes por aluno',
  regulamento: 'Regulamento',
  quantidade: 'Quantos',
  rotulo: 'Nome no ingresso',
  motivo: 'Motivo, que o aluno vai ler',
};
