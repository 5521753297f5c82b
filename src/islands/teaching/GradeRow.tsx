import type { ClipboardEvent, KeyboardEvent } from 'react';
import { formatGrade } from '#lib/format/grade.ts';
import type { Assessment, GradeSheet } from '#lib/forms/teaching/grades.ts';
import { meanOf } from '#lib/rules/pedagogico/mean.ts';
import { markOf } from '#lib/rules/teaching/typed-mark.ts';
import { cellKey, typeMark } from '#lib/stores/teaching-grades.ts';

interface GradeRowProps {
  student: GradeSheet['alunos'][number];
  columns: readonly Assessment[];
  row: number;
  /** By `cellKey`. */
  texts: Readonly<Record<string, string>>;
  problems: Readonly<Record<string, string>>;
  onKey: (event: KeyboardEvent<HTMLInputElement>, row: number, column: number) => void;
  onPaste: (event: ClipboardEvent<HTMLInputElement>, row: number, column: number) => void;
}

/** The grades of one student, and their mean as the student will see it. */
export function GradeRow({ student, columns, row, texts, problems, onKey, onPaste }: GradeRowProps) {
  const { turma_aluno_id, nome } = student;
  const cells = columns.map((column) => {
    const key = cellKey(turma_aluno_id, column.id);
    return { ...column, key, text: texts[key] ?? '', problem: problems[key] };
  });
  const mean = meanOf(
    cells.map(({ text, nota_maxima, peso }) => {
      const mark = markOf(text, nota_maxima);
      return { nota: typeof mark === 'number' ? mark : null, nota_maxima, peso };
    }),
  );
  return (
    <tr>
      <th scope="row">{nome}</th>
      {cells.map(({ key, nome: test, text, problem }, column) => (
        <td key={key}>
          <input
            name={`nota-${key}`}
            data-cell={`${row}/${column}`}
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="next"
            aria-label={`${nome}, ${test}`}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${key}-erro` : undefined}
            value={text}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ currentTarget }) => typeMark(key, currentTarget.value)}
            onKeyDown={(event) => onKey(event, row, column)}
            onPaste={(event) => onPaste(event, row, column)}
          />
          {problem && (
            <span id={`${key}-erro`} className="max-w-24 mx-auto text-error text-[0.875rem] leading-[1.2] block">
              {problem}
            </span>
          )}
        </td>
      ))}
      <td className="num font-bold">{mean === null ? '–' : formatGrade(mean)}</td>
    </tr>
  );
}
