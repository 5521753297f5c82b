import { createElement } from 'react';
import type { AnswerOf } from '#lib/page/operations.ts';
import { wholeOrTyped } from '#lib/rules/forms/whole.ts';
import type { Slot } from '#lib/rules/teaching/timetable.ts';
import { readSlots, writeSlots } from '#lib/rules/teaching/typed-slots.ts';
import { shiftDay } from '#lib/rules/time/days.ts';
import { query } from '#lib/stores/operations.ts';
import { classMessages } from '#lib/words/pedagogico.ts';
import { clashWords } from '#lib/words/teaching.ts';
import type { FormOf, Option, Values } from '../kit/describe.ts';
import { namesOf, optionsOf } from '../kit/options.ts';
import { ClassPreview } from './ClassPreview.tsx';
import type { SchoolClass } from './classes.tsx';

type Preview = AnswerOf<'teaching.previewClass'>;

const choice = (find: (choices: AnswerOf<'teaching.getClassChoices'>) => readonly Option[]) => async () =>
  find(await query('teaching.getClassChoices'));
const idOr = (text: unknown) => (text ? Number(text) : null);

/** A class as input of its operations. */
export const classOf = ({ horarios, ...typed }: Values) => ({
  ...typed,
  unidade_id: Number(typed.unidade_id),
  livro_id: Number(typed.livro_id),
  professor_id: idOr(typed.professor_id),
  lugares: wholeOrTyped(String(typed.lugares)),
  horarios: typeof horarios === 'string' ? readSlots(horarios) : horarios,
});

const STAND_IN = 'Turma';

/** The lessons to be created. Incomplete input has none yet: submitting shows what is missing. */
async function previewOf(row: SchoolClass | undefined, values: Values): Promise<Preview | null> {
  // The name does not affect lessons, so typing it sends no request.
  const body = classOf({ ...values, nome: STAND_IN });
  const slots = body.horarios as readonly Slot[];
  const isWhole = slots.length > 0 && slots.every(({ inicio, fim }) => inicio !== '' && inicio < fim);
  const hasDays = Boolean(values.inicio) && String(values.inicio) <= String(values.fim);
  if (!body.unidade_id || !body.livro_id || !hasDays || !isWhole) return null;
  return query('teaching.previewClass', { ...body, ...(row && { turma: row.id }) } as never).catch(() => null);
}

/** The fields of a class; its lessons are shown before anything is saved. */
export const classForm: FormOf<SchoolClass, object, Preview | null> = {
  ask: {
    watch: ['unidade_id', 'livro_id', 'modalidade', 'professor_id', 'sala', 'inicio', 'fim', 'horarios'],
    load: ([row], values) => previewOf(row, values),
  },
  fields: ({ rows: [row], known }) => [
    { name: 'nome', isRequired: true, isWide: true, hint: 'Como aparece para os alunos: “Inglês A2 · Noite”.' },
    {
      name: 'unidade_id',
      kind: 'choice',
      isRequired: true,
      // A class of a closed unit still has it as an option.
      options: [{ value: '', label: 'Escolha a unidade' }, ...namesOf(row ? [row.unidade] : [])],
      find: choice(({ unidades }) => namesOf(unidades.filter(({ encerrada }) => !encerrada))),
    },
    {
      name: 'livro_id',
      kind: 'choice',
      isRequired: true,
      options: [{ value: '', label: 'Escolha o livro' }, ...namesOf(row ? [row.livro] : [])],
      find: choice(({ livros }) => namesOf(livros)),
    },
    { name: 'modalidade', kind: 'choice', options: optionsOf(classMessages.mode) },
    {
      name: 'professor_id',
      kind: 'choice',
      options: [{ value: '', label: 'A definir' }, ...namesOf(row?.professor ? [row.professor] : [])],
      find: choice(({ professores, unidades }) =>
        professores.map(({ id, nome, unidade }) => ({
          value: String(id),
          label: unidades.length > 1 ? `${nome} · ${unidade}` : nome,
        })),
      ),
    },
    { name: 'sala' },
    { name: 'lugares', kind: 'whole', isRequired: true },
    { name: 'link_reuniao', isWide: true, hint: 'Os alunos veem o link 10 minutos antes de cada aula.' },
    { name: 'inicio', isRequired: true },
    { name: 'fim', isRequired: true },
    { name: 'horarios', kind: 'hours', isRequired: true, hint: 'Deixe em branco os dias sem aula.' },
    ...(known && known.choques.length > 0
      ? [{ name: 'mesmo_assim', label: clashWords.goOn, kind: 'box' as const, isRequired: true }]
      : []),
  ],
  begin: ({ rows: [row], env: { today } }) =>
    row
      ? {
          ...{ nome: row.nome, modalidade: row.modalidade, inicio: row.inicio, fim: row.fim },
          ...{ unidade_id: String(row.unidade.id), livro_id: String(row.livro.id) },
          ...{ professor_id: String(row.professor?.id ?? ''), sala: row.sala ?? '' },
          ...{ link_reuniao: row.link_reuniao ?? '', lugares: String(row.lugares) },
          horarios: writeSlots(row.horarios),
        }
      : { modalidade: 'presencial', lugares: '12', inicio: shiftDay(today, 7), fim: shiftDay(today, 157) },
  note: ({ known, rows: [row], env }) =>
    known && createElement(ClassPreview, { preview: known, isNew: !row, timeZone: row?.timezone ?? env.timeZone }),
  send: 'Salvar a turma',
};
