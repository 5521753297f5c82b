const oneDecimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A grade as `7,4`. */
export const formatGrade = (grade: number) => oneDecimal.format(grade);
