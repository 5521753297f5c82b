import { formatDate, formatDay, relativeDay, relativeTime } from '#lib/format/dates.ts';
import { formatMoney, plural } from '#lib/format/money.ts';
import { listInWords } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import { deviceName } from '#lib/words/devices.ts';
import { leadStates } from '#lib/words/leads.ts';
import { guardianInviteWords, inviteWords, studentMessages } from '#lib/words/students.ts';
import { type Bill, bill, drawState as drawBill, reminderOf } from '../finance/bill.tsx';
import { classMessage, messageNote } from '../kit/class-message.ts';
import type { Env, Fact, LinesOf, RecordOf, Subject, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { changeEntry, History } from '../kit/History.tsx';
import { Record } from '../kit/Record.tsx';
import { Chip } from '../ui/Chip.tsx';
import { type Person, type Student, student } from './student.tsx';

const LOW_PRESENCE = 75;
const { manager, teacher } = routes;
const when = (instant: string, { now, timeZone }: Env) => relativeTime(instant, new Date(now), timeZone);

/** The person’s states, as chips. */
const drawState = (row: Student, env: Env) => {
  const person = row as Person;
  const { encerrado_em, exclusao, bloqueado, acesso, atraso_centavos: late, cadastro } = person;
  return (
    <>
      {encerrado_em && <Chip tone="neutral">Curso encerrado em {formatDay(encerrado_em)}</Chip>}
      {exclusao && <Chip tone="warning">Pediu para apagar os dados</Chip>}
      {(bloqueado || acesso.bloqueado) && !acesso.so_dados && <Chip tone="error">Acesso bloqueado</Chip>}
      {late !== null && late > 0 && <Chip tone="error">{formatMoney(late)} em atraso</Chip>}
      {late === 0 && <Chip tone="success">Em dia</Chip>}
      {cadastro.menor && <Chip tone="info">Menor de 18 anos</Chip>}
      {cadastro.no_clube && <Chip tone="success">No clube</Chip>}
      {person.e_aluno && person.convite !== 'entrou' && env && draw.state(inviteWords[person.convite])}
    </>
  );
};

const classes = ({ turmas }: Person) =>
  turmas.length > 0 &&
  turmas.map(({ id, nome, livro }) => (
    <span key={id} className="block">
      {draw.link(manager.class(id), nome)} <span className="text-muted">{livro}</span>
    </span>
  ));

/** The consequences of the requested erasure. */
const erasure = ({ id, exclusao }: Person, { timeZone }: Env) =>
  exclusao && (
    <>
      Os dados serão apagados em {formatDate(exclusao.apaga_em, timeZone)}, se a pessoa não desistir antes no portal.{' '}
      {exclusao.parcelas_abertas === 0 && 'Nenhuma parcela em aberto.'}
      {(exclusao.parcelas_abertas ?? 0) > 0 &&
        draw.link(
          manager.finance({ aluno: String(id) }),
          [
            `Em aberto: ${plural(exclusao.parcelas_abertas ?? 0, 'parcela', 'parcelas')}`,
            exclusao.devido_centavos !== null && formatMoney(exclusao.devido_centavos),
          ]
            .filter(Boolean)
            .join(', '),
        )}
    </>
  );

const invited = ({ convite, convidado_em, impresso_em }: Person, { timeZone }: Env) =>
  convite !== 'entrou' &&
  [
    convidado_em && `Enviado em ${formatDate(convidado_em, timeZone)}.`,
    impresso_em && `Folha impressa em ${formatDate(impresso_em, timeZone)}. ${studentMessages.sheetAgain}`,
  ]
    .filter(Boolean)
    .join(' ');

/** Whether the person can log in, and in which role. */
function access({ acesso, ultimo_acesso }: Person, env: Env) {
  const { bloqueado, so_dados, papeis, por_que_nao } = acesso;
  const state = so_dados
    ? 'O curso terminou: entra só para baixar os próprios dados e pedir para apagar a conta.'
    : bloqueado
      ? 'Bloqueado: nem a senha nem o código do livro entram.'
      : `Pode entrar no portal${papeis.length > 0 ? `, com o papel ${listInWords(papeis.map(({ nome }) => nome))}` : ''}.`;
  const seen = ultimo_acesso && `Último acesso ${relativeDay(ultimo_acesso, new Date(env.now), env.timeZone)}.`;
  return [state, seen, por_que_nao].filter(Boolean).join(' ');
}

const facts = (person: Person, env: Env): Fact[] => [
  ['Exclusão', erasure(person, env)],
  ['Turma', person.e_aluno && (classes(person) || 'Sem turma')],
  ['Próxima aula', person.proxima_aula && when(person.proxima_aula, env)],
  [
    'Frequência',
    person.frequencia && (
      <span className={person.frequencia.percentual < LOW_PRESENCE ? 'font-bold' : undefined}>
        {person.frequencia.percentual}%
      </span>
    ),
  ],
  ['Nome no documento', person.cadastro.nome_civil],
  ['Telefone', draw.phone({ telefone: person.phone, telefone_escrito: person.cadastro.telefone_escrito })],
  ['E-mail', person.email && draw.link(`mailto:${person.email}`, person.email)],
  ['Unidade', draw.line([person.cadastro.unidade ?? 'Sem matrícula ligada', person.cadastro.matricula])],
  ['Convite', invited(person, env)],
  ['Acesso', access(person, env)],
];

const bills: LinesOf<Bill, Person> = {
  subject: { ...bill, titleOf: ({ descricao }) => descricao },
  of: ({ dinheiro }) => dinheiro?.abertas ?? [],
  state: drawBill,
  note: (each) =>
    [formatMoney(each.total_centavos), formatDay(each.vencimento), reminderOf(each)].filter(Boolean).join(' · '),
  empty: 'Nada em aberto.',
};

/** The progress of the guardian’s account. */
function guardianAccess({ conta_do_responsavel: account, convite_do_responsavel: invite }: Person, env: Env) {
  if (account) {
    return (
      <>
        {account.id === null ? account.nome : draw.link(manager.person(account.id), account.nome)}
        {account.bloqueada && ', acesso bloqueado'}
        {account.ultimo_acesso &&
          `, último acesso ${relativeDay(account.ultimo_acesso, new Date(env.now), env.timeZone)}`}
      </>
    );
  }
  return (
    invite &&
    [
      guardianInviteWords[invite.estado],
      invite.convidado_em && `E-mail em ${formatDate(invite.convidado_em, env.timeZone)}.`,
      invite.impresso_em && `Código impresso em ${formatDate(invite.impresso_em, env.timeZone)}.`,
    ]
      .filter(Boolean)
      .join(' ')
  );
}

const guardian = (person: Person, env: Env): Fact[] => {
  const { id, cadastro } = person;
  const { responsavel, responsavel_pedido: pending, menor } = cadastro;
  return [
    ['Nome', responsavel && `${responsavel.nome}, ${responsavel.parentesco}`],
    ['Telefone', responsavel && draw.phone(responsavel)],
    ['E-mail', responsavel && draw.link(`mailto:${responsavel.email}`, responsavel.email)],
    ['Falta', menor && !responsavel && !pending && 'O responsável.'],
    ['Pedido', pending],
    ['Conta', guardianAccess(person, env)],
    ['', draw.link(manager.personData(id), responsavel ? 'Mudar o responsável' : 'Informar um responsável')],
  ];
};

const courseOf = ({ historico }: Person, { timeZone }: Env) => (
  <History
    entries={historico.map(({ id, tipo, de, para, motivo, em, quem, turmas, desfeito_em }) => ({
      key: id,
      text: [tipo === 'unidade' ? `De ${de} para ${para}` : `Fim do curso em ${de}`, motivo].filter(Boolean).join('\n'),
      by: [
        formatDate(em, timeZone),
        quem,
        turmas.length > 0 && `saiu de ${turmas.join(', ')}`,
        desfeito_em && `desfeito em ${formatDate(desfeito_em, timeZone)}`,
      ],
    }))}
  />
);

const works = { a_corrigir: 'A corrigir', devolvida: 'Devolvida', corrigida: 'Corrigida' } as const;

const worksOf = ({ trabalhos }: Person, env: Env) => (
  <History
    entries={trabalhos.map(({ id, atividade, turma, estado, nota, nota_maxima, entregue_em }) => ({
      key: id,
      text: (
        <>
          {draw.link(teacher.handedIn(id), atividade.nome)} ·{' '}
          {estado === 'corrigida' && nota !== null ? `${nota} de ${nota_maxima}` : works[estado]}
        </>
      ),
      by: [turma.nome, entregue_em && when(entregue_em, env)],
    }))}
  />
);

const presenceOf = ({ frequencia }: Person, { timeZone, rights }: Env) =>
  frequencia && (
    <>
      <p className="text-muted mb-2">
        {[
          plural(frequencia.presencas, 'presença', 'presenças'),
          plural(frequencia.faltas, 'falta', 'faltas'),
          frequencia.justificadas > 0 && plural(frequencia.justificadas, 'justificada', 'justificadas'),
        ]
          .filter(Boolean)
          .join(', ')}
        , nas turmas de agora.
      </p>
      <History
        entries={frequencia.ultimas.map(({ aula_id, inicio, turma, status }) => ({
          key: aula_id,
          text: (
            <>
              {status === 'falta' ? 'Falta' : 'Falta justificada'} em{' '}
              {rights.includes('turmas')
                ? draw.link(manager.lesson(aula_id), formatDate(inicio, timeZone))
                : formatDate(inicio, timeZone)}
            </>
          ),
          by: [turma],
        }))}
      />
    </>
  );

type Delivery = Person['avisos'];

/** A notice to the person, with its deliveries. */
const notice: Subject<Delivery['mensagens'][number]> = {
  kind: 'aviso',
  titleOf: ({ titulo }) => titulo,
};

const targets = { mail: 'E-mail', inbox: 'Responsável', whatsapp: 'WhatsApp' } as const;
const byTarget = (outcome: Delivery['outcomes'][number] | Delivery['mensagens'][number]['alvos'][number]) =>
  `${outcome.alvo === 'push' ? deviceName(outcome) : targets[outcome.alvo]}: ${outcome.frase}`;

const messages: LinesOf<Delivery['mensagens'][number], Person> = {
  subject: notice,
  of: ({ avisos }) => avisos.mensagens,
  note: ({ em, lida_em, alvos }, env) => (
    <>
      {when(em, env)} · {lida_em ? `lida no portal ${when(lida_em, env)}` : 'não lida no portal'}
      {alvos.map((each, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a removed device has no id
        <span key={at} className="block">
          {byTarget(each)}
        </span>
      ))}
    </>
  ),
  empty: 'Nada foi enviado ainda.',
  more: ({ id, avisos: { next } }) =>
    next === null ? null : { label: 'Mais antigas', href: manager.person(id, { depois: next }) },
};

/** Teachers’ messages to the student, with their replies. */
const threads: LinesOf<Person['conversas'][number], Person> = {
  subject: classMessage,
  of: ({ conversas }) => conversas,
  note: messageNote,
};

/** Why the person gets notifications or not, and sent notices besides messages. */
const deliveryOf = ({ avisos: { person, devices, outcomes } }: Person, env: Env) => (
  <div className="mb-4">
    <p className="font-semibold">{person.frase}</p>
    {person.o_que_fazer && <p className="text-muted">{person.o_que_fazer}</p>}
    <History
      entries={[
        ...devices.map((device) => ({
          key: `device-${device.id}`,
          text: [device.frase, device.o_que_fazer].filter(Boolean).join(' '),
          by: [deviceName(device)],
        })),
        ...outcomes.map((outcome, at) => ({
          key: `sent-${at}`,
          text: (
            <>
              <strong>{outcome.title}</strong>
              {'\n'}
              {byTarget(outcome)}
            </>
          ),
          by: [when(outcome.at, env)],
        })),
      ]}
    />
  </div>
);

const contacts = ({ contatos }: Person, { timeZone }: Env) => (
  <History
    entries={contatos.map(({ id, nome, estado, origem, em, ligado }) => ({
      key: id,
      text: draw.link(manager.lead(id), nome),
      by: [leadStates[estado].name, `${origem}, ${formatDate(em, timeZone)}`, !ligado && 'mesmo telefone ou e-mail'],
    }))}
  />
);

export const personRecord: RecordOf<Student, 'students.getPerson'> = {
  ...student,
  read: 'students.getPerson',
  back: { label: 'Alunos', href: manager.profile() },
  state: drawState,
  facts,
  parts: [
    {
      title: 'Parcelas em aberto',
      isShown: ({ dinheiro, e_aluno }) => dinheiro !== null && (e_aluno || dinheiro.total > 0),
      lines: bills,
      body: ({ id, dinheiro }) => (
        <p className="text-muted mb-2">
          {dinheiro && dinheiro.total > 0 && (
            <>
              {plural(dinheiro.total, 'parcela', 'parcelas')}, {formatMoney(dinheiro.a_receber_centavos)}.{' '}
            </>
          )}
          <a className="link" href={manager.finance({ aluno: String(id) })}>
            Todas as parcelas
          </a>
        </p>
      ),
    },
    { title: 'Curso', isShown: ({ historico }) => historico.length > 0, body: courseOf },
    { title: 'Trabalhos', isShown: ({ trabalhos }) => trabalhos.length > 0, body: worksOf },
    { title: 'Frequência', isShown: ({ frequencia }) => frequencia !== null, body: presenceOf },
    { title: 'Conversas com professores', isShown: ({ conversas }) => conversas.length > 0, lines: threads },
    { title: 'Mensagens e avisos', body: deliveryOf, lines: messages },
    {
      title: 'Responsável',
      isBeside: true,
      isShown: ({ cadastro }) => cadastro.menor || cadastro.responsavel !== null,
      facts: guardian,
    },
    {
      title: 'Responde por',
      isBeside: true,
      isShown: ({ alunos_de }) => alunos_de.length > 0,
      facts: ({ alunos_de }) => alunos_de.map(({ id, nome }) => ['Aluno', draw.link(manager.person(id), nome)]),
    },
    { title: 'Contatos', isBeside: true, isShown: ({ contatos }) => contatos.length > 0, body: contacts },
    {
      title: 'Livros',
      isBeside: true,
      body: ({ id, livros }) => (
        <>
          {livros.map(({ nome, codigo }) => (
            <p key={codigo}>
              {nome} <span className="text-muted num text-sm">{codigo}</span>
            </p>
          ))}
          {livros.length === 0 && <p className="text-muted">Nenhum livro ligado.</p>}
          <a className="btn btn-sm btn-soft-brand mt-3" href={manager.book({ pessoa: String(id) })}>
            Ligar ou desvincular
          </a>
        </>
      ),
    },
    {
      title: 'Na escola',
      isBeside: true,
      facts: ({ id, full_name, cadastro: { desde, confirmado_em, instalado, no_clube } }, { timeZone, rights }) => [
        ['No portal desde', formatDate(desde, timeZone)],
        ['Cadastro confirmado', confirmado_em ? formatDate(confirmado_em, timeZone) : 'Ainda não'],
        ['Portal instalado', instalado ? 'Sim' : 'Não'],
        ['Pedidos', rights.includes('pedidos') && draw.link(manager.orders({ q: full_name }), 'Ver os pedidos')],
        ['Clube', no_clube && rights.includes('clube') && draw.link(manager.clubMember(id), 'Pontos e extrato')],
      ],
    },
    {
      title: 'O que mudou',
      isBeside: true,
      body: ({ id, mudancas }, env) => (
        <>
          {mudancas.items.length === 0 && <p className="text-muted">Ninguém mudou nada por aqui ainda.</p>}
          <History entries={mudancas.items.map((each) => changeEntry(each, env))} />
          {mudancas.todas && mudancas.items.length > 0 && (
            <a className="btn btn-sm btn-soft-brand mt-3" href={manager.audit({ pessoa: String(id) })}>
              Ver tudo
            </a>
          )}
        </>
      ),
    },
  ],
};

/** A person of the school: states, bills, guardian, assignments, messages, and history. */
export const PersonRecord = (props: ViewProps<'students.getPerson'>) => <Record record={personRecord} {...props} />;
