const oneDecimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A grade as `7,4`. */
export const formatGrade = (grade: number) => oneDecimal.format(grade);

const upToTwo = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2, useGrouping: false });

/** A mark as somebody typed it: `8`, `7,25`. */
export const formatMark = (mark: number) => upToTwo.format(mark);
