import { firstName } from '#lib/format/text.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { isFromPage } from '#lib/rules/leads/contact.ts';
import { query } from '#lib/stores/operations.ts';
import { leadFields, leadMessages, leadStates } from '#lib/words/leads.ts';
import Talk from '~icons/material-symbols/phone-in-talk-outline-rounded';
import { chat } from '../kit/acts.ts';
import type { Act, Env, Field, FormOf, Subject } from '../kit/describe.ts';
import { namesOf, textsOf } from '../kit/options.ts';

export type Lead = AnswerOf<'leads.listLeads'>['items'][number];
export type LeadDetails = AnswerOf<'leads.getLead'>;
/** The data that the list, the board and the record share. */
export type Facts = Pick<LeadDetails, 'unidades'>;

const isOpen = ({ estado }: Lead) => estado !== 'matriculado';
/** The states that the reader saw: a lead that somebody moved meanwhile is not changed. */
const seen = (rows: readonly Lead[]) => [...new Set(rows.map(({ estado }) => estado))];
export const unitField = (unidades: Facts['unidades'], isRequired: boolean): Field => ({
  name: 'unidade_id',
  kind: 'choice',
  isNumber: true,
  isRequired,
  options: [{ value: '', label: 'Escolha' }, ...namesOf(unidades)],
});

const stepFields: readonly Field[] = [
  { name: 'proximo_em', isRequired: true },
  { name: 'proximo_hora', kind: 'time' },
  { name: 'proximo_passo', isWide: true, hint: 'No dia, o contato aparece em “Para hoje”.' },
];
const stepOf = ({ proximo_em, proximo_hora, proximo_passo }: Readonly<Record<string, unknown>>) => ({
  proximo_em,
  proximo_hora,
  proximo_passo: proximo_passo || null,
});
/** The current step of a single lead. */
const stepNow: FormOf<Lead, Facts>['begin'] = ({ rows: [first, ...others] }) => {
  if (!first || others.length > 0) return {} as Record<string, string>;
  return textsOf(first, 'proximo_em', 'proximo_hora', 'proximo_passo');
};

/** Why a student looks like the lead. */
const same = { telefone: 'mesmo telefone', email: 'mesmo e-mail' } as const;
const enrollForm: FormOf<Lead, Facts> = {
  fields: ({ rows: [row], env }) => [
    {
      name: 'aluno_user_id',
      kind: 'pick',
      label: 'Quem se matriculou',
      search: 'Nome, matrícula, CPF, e-mail ou telefone do aluno',
      isRequired: true,
      find: async (aluno) =>
        (await query('leads.getLead', { id: row?.id ?? 0, aluno })).candidatos.map(({ id, nome, unidade, igual }) => ({
          value: String(id),
          label: nome,
          note: [unidade, ...igual.map((each) => same[each])].join(' · '),
          isLikely: igual.length > 0,
        })),
      none: (
        <div className="grid gap-3">
          <p className="text-muted">
            Nenhum aluno encontrado. Busque de outro jeito, ou cadastre o aluno com os dados deste contato.
          </p>
          {row && env.rights.includes('alunos') && (
            <a className="btn btn-soft-brand" href={routes.manager.newStudent(row.id)}>
              Cadastrar aluno novo
            </a>
          )}
        </div>
      ),
    },
  ],
  note: leadMessages.enrollment,
  send: 'Confirmar a matrícula',
};

/** Acts that move leads to a stage, for leads in other stages. */
const toStage = (estado: Exclude<Lead['estado'], 'matriculado'>) =>
  ({
    label: leadStates[estado].action,
    may: (lead) => isOpen(lead) && lead.estado !== estado,
    change: (values, _env, rows) => ({ estado, ...values, de: seen(rows) }),
    done: (count) => leadMessages.moved(count, estado),
  }) satisfies Partial<Act<Lead, Facts>>;

const acts: readonly Act<Lead, Facts>[] = [
  {
    ...toStage('em_contato'),
    name: 'falei',
    icon: Talk,
    key: 'e',
    isFirst: ({ estado }) => estado === 'novo',
  },
  chat<Lead>(({ nome, unidade, marca_nome, pagina, origem, indicado_por: indicou }, { reader }) => {
    const escola = unidade?.nome ?? marca_nome;
    const sobre = isFromPage(pagina) ? origem : null;
    return leadMessages.opening({ nome, quem: reader.name, escola, sobre, indicou });
  }),
  {
    ...toStage('visita_marcada'),
    name: 'visita',
    key: 'v',
    may: isOpen,
    form: { fields: stepFields, begin: stepNow, send: 'Marcar a visita' },
    change: (values, _env, rows) => ({ estado: 'visita_marcada', ...stepOf(values), de: seen(rows) }),
  },
  {
    name: 'passo',
    label: 'Próximo passo',
    key: 's',
    may: isOpen,
    form: { fields: stepFields, begin: stepNow, send: 'Guardar o passo' },
    change: stepOf,
    done: () => 'Próximo passo guardado. No dia, ele aparece em “Para hoje”.',
  },
  {
    name: 'matricular',
    label: leadStates.matriculado.action,
    key: 'm',
    may: isOpen,
    operation: 'leads.enrollLead',
    form: enrollForm,
    done: () => 'Matrícula registrada. Boas-vindas a mais um aluno!',
  },
  {
    name: 'feito',
    label: 'Já fiz: tirar o passo',
    key: 'd',
    may: ({ proximo_em }) => proximo_em !== null,
    change: () => ({ proximo_em: null }),
    done: () => 'Passo tirado.',
  },
  {
    name: 'anotar',
    label: 'Anotar',
    key: 'a',
    form: {
      fields: [{ name: 'nota', kind: 'area', isRequired: true, hint: 'Só a equipe lê.' }],
      send: 'Guardar a anotação',
    },
    change: ({ nota }) => ({ nota }),
    done: () => 'Anotação guardada.',
  },
  {
    name: 'assumir',
    label: 'Passar para mim',
    key: 't',
    may: (lead, { reader }) => isOpen(lead) && lead.responsavel?.id !== reader.id,
    change: (_values, { reader }) => ({ responsavel_id: reader.id }),
    done: (count) => (count === 1 ? 'O contato é seu.' : `${count} contatos são seus.`),
  },
  {
    name: 'cuidar',
    label: 'Quem cuida',
    key: 'o',
    isForOne: true,
    form: {
      fields: ({ rows: [row], facts }) => [
        {
          name: 'responsavel_id',
          kind: 'choice',
          isNumber: true,
          // The responsible person may have left the staff since.
          options: [{ value: '', label: 'Ninguém ainda' }, ...namesOf(row?.responsavel ? [row.responsavel] : [])],
          find: async () => namesOf((await query('leads.getLead', { id: row?.id ?? 0 })).equipe),
        },
        ...((facts?.unidades?.length ?? 0) > 1 || row?.unidade === null
          ? [unitField(facts?.unidades ?? [], row?.unidade !== null)]
          : []),
      ],
      begin: ({ rows: [row] }) => ({
        responsavel_id: String(row?.responsavel?.id ?? ''),
        unidade_id: String(row?.unidade?.id ?? ''),
      }),
      send: 'Guardar',
    },
    change: ({ responsavel_id, unidade_id }) => ({
      responsavel_id,
      ...(unidade_id && { unidade_id }),
    }),
    done: () => 'Pronto: já mudamos quem cuida.',
  },
  {
    name: 'cadastrar',
    label: 'Cadastrar aluno novo',
    isForOne: true,
    may: (lead, { rights }) => isOpen(lead) && rights.includes('alunos'),
    href: ({ id }) => routes.manager.newStudent(id),
  },
  {
    ...toStage('novo'),
    name: 'voltar',
    key: 'r',
  },
  {
    ...toStage('perdido'),
    name: 'perder',
    key: 'p',
    isDanger: true,
    form: {
      fields: [
        {
          name: 'motivo',
          isRequired: true,
          isWide: true,
          hint: 'Só a equipe lê. Se a pessoa escrever de novo, o contato reabre.',
        },
      ],
      send: 'Encerrar o contato',
    },
    done: () => 'Contato encerrado. Se a pessoa escrever de novo, ele volta para a lista.',
  },
];

/** A person who contacted the school: its acts are the same in the list, on the board and in the record. */
export const contact: Subject<Lead, Facts> = {
  kind: 'contato',
  titleOf: ({ nome }) => nome,
  href: ({ id }) => routes.manager.lead(id),
  acts,
  write: 'leads.updateLeads',
  undo: 'leads.undoLeads',
  labels: leadFields,
};

/** The source of a lead: `Pré-A1 · Teste de inglês`, `Indicação de Ana`. */
export const sourceOf = ({ pagina, origem, nivel, indicado_por }: Lead) => {
  const source = indicado_por && !isFromPage(pagina) ? `Indicação de ${firstName(indicado_por)}` : origem;
  return [nivel, source].filter(Boolean).join(' · ');
};

/** `2026-11-20` → `20/11`. */
export const shortDay = (day: string) => day.slice('yyyy-'.length).split('-').reverse().join('/');

/** `26/11 18:00 · Ligar`; null without a step. */
export const nextOf = ({ proximo_em, proximo_hora, proximo_passo }: Lead): string | null =>
  proximo_em &&
  [[shortDay(proximo_em), proximo_hora].filter(Boolean).join(' '), proximo_passo].filter(Boolean).join(' · ');

const isDue = ({ proximo_em, estado }: Lead, { today }: Env): boolean =>
  proximo_em !== null && proximo_em <= today && estado !== 'perdido';

/** The next step; a due one is highlighted. */
export const drawStep = (lead: Lead, env: Env) =>
  lead.proximo_em && <span className={isDue(lead, env) ? 'font-bold' : undefined}>{nextOf(lead)}</span>;
