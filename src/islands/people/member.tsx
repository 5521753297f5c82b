import { firstName, listInWords } from '#lib/format/text.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { policy, RIGHTS } from '#lib/rules/people/rights.ts';
import { query } from '#lib/stores/operations.ts';
import { handOverWords, teamFields, teamWords } from '#lib/words/people.ts';
import type { Act, Field, FormOf, Subject } from '../kit/describe.ts';
import { namesOf, optionsOf } from '../kit/options.ts';

export type Member = AnswerOf<'people.listTeam'>['items'][number];
type Team = AnswerOf<'people.listTeam'>;
type Duties = AnswerOf<'people.getTeachingDuties'>;

const nameOf = ([member]: readonly Member[]) => firstName(member?.full_name ?? '');
const mayManage = ({ por_que_nao }: Member) => por_que_nao === null;
const box = (name: string, label: string): Field => ({ name, label, kind: 'box' });
const ticked = (values: Readonly<Record<string, unknown>>, prefix: string) =>
  Object.keys(values).flatMap((name) => (name.startsWith(prefix) && values[name] ? [name.slice(prefix.length)] : []));

/** Parts of the panel, and their units. Nobody can grant rights that they do not hold. */
const rightsForm: FormOf<Member, object, Team> = {
  ask: { load: () => query('people.listTeam', { limit: 1 }) },
  fields: ({ known, env }) => [
    ...RIGHTS.filter((right) => env.rights.includes(right)).map((right) => box(`direito-${right}`, policy[right].name)),
    ...(known && known.unidades.length > 1
      ? [
          {
            name: 'onde',
            kind: 'choice',
            label: 'Em quais unidades',
            isWide: true,
            options: optionsOf({
              escola: 'Toda a escola, também as unidades que vierem',
              unidades: 'Só nas marcadas',
            }),
          } as const,
          ...known.unidades.map(({ id, nome, encerrada }) =>
            box(`unidade-${id}`, encerrada ? `${nome} (encerrada)` : nome),
          ),
        ]
      : []),
  ],
  begin: ({ rows: [member] }) => ({
    ...Object.fromEntries((member?.direitos ?? []).map((right) => [`direito-${right}`, true])),
    ...Object.fromEntries((member?.unidades ?? []).map(({ id }) => [`unidade-${id}`, true])),
    onde: member?.unidades ? 'unidades' : 'escola',
  }),
  send: 'Salvar o acesso',
};

const NOBODY = 'ninguem';

const teaches = ({ papeis }: Member) => papeis.some(({ papel }) => papel === 'professor');

/**
 * The classes and lessons of a teacher, each with its new teacher. @param first the initial value of each; `isRequired`:
 * it must be changed
 */
const dutiesForm = (first: string, isRequired: boolean): FormOf<Member, object, Duties | null> => ({
  ask: {
    load: async ([member]) =>
      member && teaches(member)
        ? query('people.getTeachingDuties', { id: member.id })
        : { turmas: [], aulas: [], professores: [] },
  },
  fields: ({ known }) => {
    const { turmas = [], aulas = [], professores = [] } = known ?? {};
    const heir = (name: string, label: string, school: number, nobody: string): Field => ({
      ...{ name, label, kind: 'choice', isRequired, isWide: true },
      options: [
        { value: '', label: first },
        ...namesOf(professores.filter(({ escola_id }) => escola_id === school)),
        { value: NOBODY, label: nobody },
      ],
    });
    return [
      ...turmas.map(({ id, nome, unidade, escola_id }) =>
        heir(`turma-${id}`, `${nome} (${unidade})`, escola_id, handOverWords.noTeacher),
      ),
      ...aulas.map(({ id, turma, dia, escola_id }) =>
        heir(`aula-${id}`, `Substituição em ${turma}: ${dia}`, escola_id, handOverWords.usualTeacher),
      ),
      ...(turmas.length + aulas.length > 0 ? [box('mesmo_assim', handOverWords.despiteClash)] : []),
    ];
  },
});

/** Ending somebody’s work requires a decision about each of their classes. */
const endForm: FormOf<Member, object, Duties | null> = {
  ...dutiesForm(handOverWords.choose, true),
  note: ({ rows }) => teamWords.ends(nameOf(rows)),
  send: ({ rows }) => `Encerrar o acesso de ${nameOf(rows)}`,
};

const heirsOf = (values: Readonly<Record<string, unknown>>, prefix: string) =>
  ticked(values, prefix).map((id) => ({
    id: Number(id),
    professor_id: values[prefix + id] === NOBODY ? null : Number(values[prefix + id]),
  }));

const heirs = (values: Readonly<Record<string, unknown>>) => ({
  turmas: heirsOf(values, 'turma-'),
  aulas: heirsOf(values, 'aula-'),
  mesmo_assim: values.mesmo_assim === true,
});

const handOverForm: FormOf<Member, object, Duties | null> = {
  ...dutiesForm(handOverWords.stays, false),
  note: ({ known }) =>
    known && (known.turmas.length + known.aulas.length > 0 ? handOverWords.hint : handOverWords.none),
  send: ({ values }) => {
    const { turmas, aulas } = heirs(values);
    return turmas.length + aulas.length > 0 ? `Passar ${turmas.length + aulas.length}` : null;
  },
};

const acts: readonly Act<Member>[] = [
  {
    name: 'direitos',
    label: 'Mudar o acesso',
    key: 'd',
    may: (member) => mayManage(member) && member.direitos.length > 0,
    form: rightsForm,
    operation: 'people.updateRights',
    sent: (values) => ({
      direitos: ticked(values, 'direito-'),
      unidades: values.onde === 'unidades' ? ticked(values, 'unidade-').map(Number) : null,
    }),
    done: () => teamWords.saved,
  },
  {
    name: 'turmas',
    label: 'Passar as turmas',
    may: (member) => mayManage(member) && teaches(member),
    form: handOverForm,
    operation: 'people.handOverClasses',
    sent: heirs,
    done: () => handOverWords.done,
  },
  {
    name: 'convidar',
    label: 'Enviar o convite de novo',
    may: (member) => mayManage(member) && member.ultimo_acesso === null,
    operation: 'people.resendInvitation',
    done: () => teamWords.resent,
  },
  {
    name: 'fator',
    label: 'Perdeu o segundo fator',
    may: (member) => mayManage(member) && member.fatores > 0,
    form: {
      note: ({ rows }) => teamWords.lostFactor(nameOf(rows)),
      send: ({ rows }) => `Tirar o segundo fator de ${nameOf(rows)}`,
    },
    operation: 'people.resetFactors',
    done: () => teamWords.factorGone,
  },
  {
    name: 'fez',
    label: 'O que fez',
    isForOne: true,
    href: ({ id }) => routes.manager.audit({ quem: String(id) }),
  },
  {
    name: 'encerrar',
    label: 'Encerrar o acesso',
    isDanger: true,
    may: mayManage,
    form: endForm,
    operation: 'people.endWork',
    sent: heirs,
    done: () => teamWords.ended,
  },
];

/** A member of the staff: the acts are the same in the list and in the record. */
export const member: Subject<Member> = {
  kind: 'equipe',
  titleOf: ({ full_name }) => full_name,
  href: ({ id }) => routes.manager.teamMember(id),
  acts,
  labels: teamFields,
};

/** A member’s parts of the panel, in words. */
export const partsOf = ({ direitos }: Member): string =>
  direitos.length === 0
    ? 'Só as próprias turmas'
    : direitos.length === RIGHTS.length
      ? 'Painel inteiro'
      : direitos.map((right) => policy[right].name).join(', ');

/** The units, in words. */
export const placesOf = ({ direitos, unidade, unidades }: Member): string =>
  direitos.length === 0 ? unidade : unidades ? unidades.map(({ nome }) => nome).join(', ') : 'Toda a escola';

export const rolesOf = ({ papeis }: Member): string => listInWords(papeis.map(({ nome }) => nome));
