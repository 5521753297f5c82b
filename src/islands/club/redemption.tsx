import { formatDate, formatDay } from '#lib/format/dates.ts';
import { formatPoints } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import {
  clubPanelMessages,
  deliveryWords,
  redemptionActs,
  redemptionFields,
  redemptionWords,
} from '#lib/words/club-panel.ts';
import { see } from '../kit/acts.ts';
import type { Act, Env, Subject } from '../kit/describe.ts';
import { Facts } from '../kit/Facts.tsx';

export type Redemption = AnswerOf<'club.listManagedRedemptions'>['items'][number];
type Status = Redemption['status'];

const isDigital = ({ reward }: Redemption) => reward.entrega === 'digital';
const may = (status: Status) => (row: Redemption) => row.proximos.includes(status);
const seen = (rows: readonly Redemption[]) => [...new Set(rows.map(({ status }) => status))];
const moveTo = (status: Status) =>
  ({
    label: redemptionWords[status].action,
    may: may(status),
    change: (values, _env, rows) => ({ status, ...values, de: seen(rows) }),
    done: (count) => redemptionActs.moved(count, redemptionWords[status].name),
  }) satisfies Partial<Act<Redemption>>;

const acts: readonly Act<Redemption>[] = [
  { ...moveTo('aprovado'), name: 'aprovar', key: 'a', isFirst: true },
  { ...moveTo('pronto'), name: 'preparar', key: 'p', isFirst: ({ status }) => status === 'aprovado' },
  {
    ...moveTo('entregue'),
    name: 'entregar',
    key: 'e',
    isFirst: true,
    may: (row) => may('entregue')(row) && !isDigital(row),
  },
  {
    ...moveTo('entregue'),
    name: 'enviar',
    label: 'Enviar o código',
    key: 'c',
    isFirst: true,
    isForOne: true,
    may: (row) => may('entregue')(row) && isDigital(row),
    form: {
      fields: [
        {
          name: 'codigo',
          isWide: true,
          hint: 'Em branco, vai o próximo código guardado. Chega por e-mail e fica em Trocas.',
        },
      ],
      send: 'Enviar e concluir',
    },
  },
  see('Ver a troca', (row: Redemption, env) => <Details {...{ row, env }} />),
  {
    ...moveTo('cancelado'),
    name: 'recusar',
    isForOne: true,
    isDanger: true,
    form: {
      fields: [{ name: 'motivo', isRequired: true, isWide: true }],
      note: ({ rows: [row] }) =>
        row &&
        `${clubPanelMessages.pointsReturn(row.pontos, row.aluno.full_name)} A recompensa volta ao estoque e o aluno lê o motivo.`,
      send: 'Recusar e devolver os pontos',
    },
    done: () => redemptionActs.refused,
  },
];

/** All details of a redemption. */
const Details = ({ row, env: { timeZone } }: { row: Redemption; env: Env }) => (
  <Facts
    of={[
      ['Recompensa', row.reward.nome],
      ['Pontos', formatPoints(row.pontos)],
      ['Como chega', deliveryWords[row.reward.entrega]],
      ['Endereço', row.entrega?.linha],
      ['Código de retirada', row.codigo_retirada],
      ['Código enviado', row.codigo_digital],
      ['Parcela', row.parcela && `${row.parcela.descricao}, vencimento em ${formatDay(row.parcela.vencimento)}`],
      ['Pedido em', formatDate(row.pedido_em, timeZone)],
      ['Entregue em', row.entregue_em && formatDate(row.entregue_em, timeZone)],
      ['Motivo', row.motivo],
    ]}
  />
);

/** A reward that a member redeemed; it has no page of its own, and links to the member. */
export const redemption: Subject<Redemption> = {
  kind: 'troca',
  titleOf: ({ reward, aluno }) => `${reward.nome}, ${aluno.full_name}`,
  href: ({ aluno }) => routes.manager.clubMember(aluno.id),
  acts,
  write: 'club.updateRedemptions',
  undo: 'club.undoRedemptions',
  labels: redemptionFields,
};
