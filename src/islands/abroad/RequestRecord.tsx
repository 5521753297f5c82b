import { formatDate, formatDay, relativeTime } from '#lib/format/dates.ts';
import { formatBytes } from '#lib/format/interval.ts';
import { formatMoney } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { documentStatus, requestStatus, unknownStatus } from '#lib/rules/abroad/status.ts';
import { abroadMessages } from '#lib/words/abroad.ts';
import { abroadFields } from '#lib/words/abroad-panel.ts';
import { lookFor, nameFor } from '#lib/words/own-word.ts';
import type { RecordOf, Subject, ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { History } from '../kit/History.tsx';
import { Record } from '../kit/Record.tsx';
import { drawStatus, type Request, refusalForm, request, waitsFor } from './request.tsx';

type Details = AnswerOf<'abroad.getSchoolRequest'>;
type Document = Details['documentos'][number];

/** A document of a request: its name opens the file. */
const paper: Subject<Document, Details> = {
  kind: 'documento-de-viagem',
  titleOf: ({ nome }) => nome,
  href: ({ id }) => `/api/v1/portal/abroad/documents/${id}/`,
  acts: [
    {
      name: 'aceitar',
      label: 'Aceitar',
      isFirst: true,
      may: ({ pode_decidir }) => pode_decidir,
      operation: 'abroad.reviewDocument',
      sent: () => ({ resultado: 'aceito' }),
      done: () => 'Documento aceito.',
    },
    {
      name: 'recusar',
      label: 'Recusar',
      isFirst: true,
      isDanger: true,
      may: ({ pode_decidir }) => pode_decidir,
      form: refusalForm('O aluno lê o motivo e envia este documento de novo.'),
      operation: 'abroad.reviewDocument',
      sent: (values) => ({ ...values, resultado: 'recusado' }),
      done: () => 'Documento recusado. O aluno foi avisado.',
    },
  ],
  labels: abroadFields,
};

export const requestRecord: RecordOf<Request, 'abroad.getSchoolRequest'> = {
  ...request,
  read: 'abroad.getSchoolRequest',
  back: { label: 'Intercâmbio', href: routes.manager.abroad() },
  state: drawStatus,
  lead: ({ turma }) => turma,
  facts: (row, { rights, timeZone }) => [
    ['Para aprovar falta', waitsFor(row)],
    ['Aluno', rights.includes('alunos') ? draw.link(routes.manager.person(row.user_id), row.aluno) : row.aluno],
    ['Enviado em', formatDate(row.enviada_em, timeZone)],
    ['Viagem', `${formatDay(row.request.turma.inicio)} a ${formatDay(row.request.turma.fim)}`],
  ],
  parts: [
    {
      title: 'Documentos',
      lines: {
        subject: paper,
        of: ({ documentos }) => documentos,
        state: ({ status }: Document) => draw.state(documentStatus[status]),
        note: ({ arquivo, motivo }: Document) => [
          arquivo.nome,
          formatBytes(arquivo.tamanho_bytes),
          motivo && `Recusado: ${motivo}`,
        ],
        empty: 'Esta viagem não pede documentos.',
      },
    },
    {
      title: 'Pagamento',
      isShown: ({ request: { pagamento } }) => Boolean(pagamento),
      facts: ({ request: { pagamento } }, { rights }) =>
        pagamento
          ? [
              [
                'Total',
                draw.line([
                  formatMoney(pagamento.total_centavos),
                  pagamento.total_escrito,
                  nameFor(abroadMessages.methods, pagamento.forma),
                ]),
              ],
              ...pagamento.parcelas.map(({ numero, valor_centavos, vencimento, status, parcela_id: bill }) => {
                const words = `${formatMoney(valor_centavos)}, ${status === 'paga' ? 'paga' : `até ${formatDay(vencimento)}`}`;
                const mayOpen = bill && rights.includes('financeiro');
                return [`${numero}ª parcela`, mayOpen ? draw.link(routes.manager.bill(bill), words) : words] as const;
              }),
            ]
          : [],
    },
    {
      title: 'Andamento',
      body: ({ request: { historico } }, { now, timeZone }) => (
        <History
          entries={historico.toReversed().map(({ status, em, nota }) => ({
            key: `${em} ${status}`,
            text: [lookFor(requestStatus, status, unknownStatus).name, nota].filter(Boolean).join(': '),
            by: [relativeTime(em, new Date(now), timeZone)],
          }))}
        />
      ),
    },
    {
      title: 'Quem viaja',
      isBeside: true,
      facts: ({ request: { dados } }) => {
        const { passaporte, contato_emergencia: contact } = dados;
        return [
          ['Nome', dados.full_name],
          ['Nascimento', formatDay(dados.birth_date)],
          ['CPF', dados.cpf],
          ['Telefone', dados.phone],
          ['E-mail', dados.email],
          [
            'Passaporte',
            passaporte && `${passaporte.numero}, ${passaporte.pais}, até ${formatDay(passaporte.validade)}`,
          ],
          ['Saúde', dados.restricoes],
          ['Emergência', `${contact.nome} (${contact.parentesco}), ${contact.telefone}`],
        ];
      },
    },
    {
      title: 'Responsável',
      isBeside: true,
      isShown: ({ menor }) => menor,
      facts: ({ request: { dados, consentimento } }, { timeZone }) => [
        ['Nome', dados.responsavel && `${dados.responsavel.full_name} (${dados.responsavel.parentesco})`],
        ['Telefone', dados.responsavel?.phone],
        [
          'Autorização',
          consentimento?.dado_em ? `Em ${formatDate(consentimento.dado_em, timeZone)}` : 'Falta autorizar',
        ],
      ],
    },
  ],
};

/** A request: its pending tasks, its documents, the traveller, the payment. */
export const RequestRecord = (props: ViewProps<'abroad.getSchoolRequest'>) => (
  <Record record={requestRecord} {...props} />
);
