/** The form of a taught lesson: fields and buttons of its whole page belong to it. */
export const lessonFormId = 'aula';
