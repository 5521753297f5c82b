import { useStore } from '@nanostores/react';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { formatTime } from '#lib/format/dates.ts';
import { formatMark } from '#lib/format/grade.ts';
import type { Assessment, GradeSheet as Sheet } from '#lib/forms/teaching/grades.ts';
import { blockOf } from '#lib/rules/teaching/typed-mark.ts';
import { $problems, $sheetState, $texts, cellKey, flush, openSheet, typeMarks } from '#lib/stores/teaching-grades.ts';
import { Button } from '../ui/Button.tsx';
import { GradeRow } from './GradeRow.tsx';

interface GradeSheetProps {
  turmaId: number;
  columns: readonly Assessment[];
  students: Sheet['alunos'];
  /** The texts of the cells, by `cellKey`: saved values, or those of a refused form. */
  known: Readonly<Record<string, string>>;
  /** The errors of a form without scripts. */
  refused: Readonly<Record<string, string>>;
  timeZone: string;
}

/** The movement of a key, in rows and columns. Left and right move the text cursor until it reaches an end. */
function stepOf({ key, shiftKey, currentTarget }: KeyboardEvent<HTMLInputElement>): [number, number] | null {
  const { selectionStart: from, selectionEnd: until, value } = currentTarget;
  const isWhole = from === 0 && until === value.length;
  if (key === 'Enter') return [shiftKey ? -1 : 1, 0];
  if (key === 'ArrowDown') return [1, 0];
  if (key === 'ArrowUp') return [-1, 0];
  if (key === 'ArrowRight' && (isWhole || from === value.length)) return [0, 1];
  if (key === 'ArrowLeft' && (isWhole || until === 0)) return [0, -1];
  return null;
}

/** The grades of a period: a table that is edited like a spreadsheet. Without scripts it is a form. */
export function GradeSheet({ turmaId, columns, students, known, refused, timeZone }: GradeSheetProps) {
  const stored = useStore($texts, { ssr: 'initial' });
  const found = useStore($problems, { ssr: 'initial' });
  const isOpen = useRef(false);
  const table = useRef<HTMLTableElement>(null);
  useEffect(() => {
    if (isOpen.current) return;
    isOpen.current = true;
    openSheet(turmaId, known, Object.fromEntries(columns.map(({ id, nota_maxima }) => [id, nota_maxima])));
  });
  const cellAt = (row: number, column: number) =>
    table.current?.querySelector<HTMLInputElement>(`[data-cell="${row}/${column}"]`);

  function handleKey(event: KeyboardEvent<HTMLInputElement>, row: number, column: number) {
    const step = stepOf(event);
    if (!step) return;
    event.preventDefault();
    const next = cellAt(row + step[0], column + step[1]);
    next?.focus();
    next?.select();
  }

  function handlePaste(event: ClipboardEvent<HTMLInputElement>, row: number, column: number) {
    const text = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(text.replace(/\r?\n$/, ''))) return;
    event.preventDefault();
    const cells = blockOf(text).flatMap((line, down) =>
      line.flatMap((mark, right) => {
        const [student, test] = [students[row + down], columns[column + right]];
        return student && test ? [[cellKey(student.turma_aluno_id, test.id), mark] as const] : [];
      }),
    );
    typeMarks(Object.fromEntries(cells));
  }

  return (
    <form
      method="post"
      onSubmit={(event) => {
        event.preventDefault();
        void flush();
      }}
    >
      <div className="relative -mx-5 overflow-x-auto px-5">
        <table className="grade-sheet" ref={table}>
          <caption className="sr-only">Notas: uma linha por aluno, uma coluna por avaliação</caption>
          <thead>
            <tr>
              <th scope="col">Aluno</th>
              {columns.map(({ id, nome, nota_maxima, peso }) => (
                <th key={id} scope="col">
                  <span className="block max-w-28 wrap-anywhere">{nome}</span>
                  <span className="text-muted block font-normal">
                    até {formatMark(nota_maxima)}, peso {formatMark(peso)}
                  </span>
                </th>
              ))}
              <th scope="col">Média</th>
            </tr>
          </thead>
          <tbody>
            {students.map((student, row) => (
              <GradeRow
                key={student.turma_aluno_id}
                student={student}
                columns={columns}
                row={row}
                texts={{ ...known, ...stored }}
                problems={{ ...refused, ...found }}
                onKey={handleKey}
                onPaste={handlePaste}
              />
            ))}
          </tbody>
        </table>
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-4">
        <Button type="submit" look="outline" name="acao" value="notas">
          Salvar agora
        </Button>
        <SheetState timeZone={timeZone} />
      </div>
    </form>
  );
}

/** Shows the save status of the typed grades. */
function SheetState({ timeZone }: { timeZone: string }) {
  const state = useStore($sheetState, { ssr: 'initial' });
  const count = Object.keys(useStore($problems, { ssr: 'initial' })).length;
  const words = {
    still: '',
    saving: 'Salvando…',
    saved: state.kind === 'saved' ? `Salvo às ${formatTime(state.at, timeZone)}` : '',
    waiting: 'Sem conexão: as notas ficam guardadas aqui e vão sozinhas.',
    refused: state.kind === 'refused' ? state.words : '',
  }[state.kind];
  const wrong = count === 1 ? '1 nota para corrigir' : `${count} notas para corrigir`;
  return (
    <p role="status" className="text-sm font-medium">
      {words}
      {count > 0 && <span className="text-error block">{wrong}</span>}
    </p>
  );
}
