import { materialRule } from '#lib/rules/teaching/material-rule.ts';
import { sendLessonFile } from '#lib/stores/teaching-file.ts';
import { FileForm, type PlaceOfFile } from '../ui/FileForm.tsx';

/** Sends a material of a lesson. */
export function LessonFile({ id, ...place }: PlaceOfFile & { id: number }) {
  return (
    <FileForm
      {...place}
      label="Arquivo para a turma"
      rule={materialRule}
      camera="environment"
      values={{ acao: 'arquivo' }}
      start={(file, onProgress) => sendLessonFile(id, file, onProgress)}
    />
  );
}
