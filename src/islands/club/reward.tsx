import { formatDay } from '#lib/format/dates.ts';
import { formatHundredths } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { rewardState } from '#lib/rules/club/reward-state.ts';
import { codeMessages, deliveryWords, rewardActs, rewardFields, rewardWords } from '#lib/words/club-panel.ts';
import type { Act, Env, Field, FormOf, Subject, Values } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { optionsOf } from '../kit/options.ts';

export type Reward = AnswerOf<'club.listManagedRewards'>['items'][number];

const fields: readonly Field[] = [
  { name: 'nome', isWide: true, isRequired: true },
  { name: 'descricao', kind: 'area', isRequired: true },
  { name: 'categoria', isRequired: true },
  { name: 'entrega', kind: 'choice', options: optionsOf(deliveryWords) },
  { name: 'desconto_centavos', kind: 'money', hint: 'Só para descontos: entra sozinho na próxima parcela.' },
  { name: 'retirada_dias', kind: 'whole', hint: 'Só para retirada na escola. Em branco, sem prazo.' },
  { name: 'pontos', kind: 'whole', isRequired: true },
  { name: 'estoque', kind: 'whole', hint: 'Em branco, nunca acaba.' },
  { name: 'valido_de' },
  { name: 'valido_ate' },
  { name: 'limite_por_aluno', kind: 'whole', hint: 'Em branco, sem limite.' },
  { name: 'regras', kind: 'area', isRequired: true },
];

const form: FormOf<Reward, object> = {
  fields,
  begin: ({ rows: [reward] }) => ({
    ...Object.fromEntries(fields.map(({ name }) => [name, String(reward?.[name as keyof Reward] ?? '')])),
    entrega: reward?.entrega ?? 'escola',
    desconto_centavos: reward?.desconto_centavos ? formatHundredths(reward.desconto_centavos) : '',
  }),
  send: ({ rows }) => (rows.length > 0 ? 'Salvar' : 'Criar recompensa'),
};

/** The input from the form. */
const rewardOf = (values: Values) => ({ ...values, desconto_centavos: values.desconto_centavos || null });

/** Creates a reward; its picture is added on its page. */
export const addReward: Act<never> = {
  name: 'nova',
  label: 'Nova recompensa',
  key: 'n',
  form,
  operation: 'club.createReward',
  sent: rewardOf,
  done: () => rewardActs.made,
};

const acts: readonly Act<Reward>[] = [
  {
    name: 'editar',
    label: 'Editar a recompensa',
    key: 'e',
    may: ({ pode_editar }) => pode_editar,
    form,
    operation: 'club.updateReward',
    sent: rewardOf,
    done: () => rewardActs.saved,
  },
  {
    name: 'codigos',
    label: 'Guardar códigos',
    key: 'c',
    may: ({ pode_editar, codigos }) => pode_editar && codigos !== null,
    form: {
      fields: [{ name: 'codigos', kind: 'area', isRequired: true, fileOf: ['csv', 'txt'], hint: rewardActs.repeated }],
      note: rewardActs.codes,
    },
    operation: 'club.addRewardCodes',
  },
  {
    name: 'restaurar',
    label: 'Pôr de volta no catálogo',
    may: ({ pode_editar, ativo }) => pode_editar && !ativo,
    operation: 'club.archiveReward',
    sent: () => ({ ativo: true }),
    done: () => rewardActs.restored,
  },
  {
    name: 'descartar',
    label: 'Descartar os códigos que restam',
    isDanger: true,
    may: ({ pode_editar, codigos }) => pode_editar && Boolean(codigos?.livres),
    form: {
      note: ({ rows: [reward] }) => rewardActs.discard(reward?.codigos?.livres ?? 0),
      send: 'Descartar',
    },
    operation: 'club.discardRewardCodes',
    done: () => codeMessages.discarded,
  },
  {
    name: 'arquivar',
    label: 'Arquivar',
    isDanger: true,
    may: ({ pode_editar, ativo }) => pode_editar && ativo,
    operation: 'club.archiveReward',
    sent: () => ({ ativo: false }),
    done: () => rewardActs.archived,
  },
];

/** A reward for points: its acts are the same in the list and in the record. */
export const reward: Subject<Reward> = {
  kind: 'recompensa',
  titleOf: ({ nome }) => nome,
  href: ({ id }) => routes.manager.clubReward(id),
  acts,
  labels: rewardFields,
};

export const drawState = (each: Reward, { today }: Env) => draw.state(rewardWords[rewardState(each, today)]);
export const daysOf = ({ valido_de, valido_ate }: Reward) =>
  [valido_de && `de ${formatDay(valido_de)}`, valido_ate && `até ${formatDay(valido_ate)}`].filter(Boolean).join(' ');
