import { formatCpf as format } from '@brazilian-utils/brazilian-utils';

/** `12345678909` → `123.456.789-09`. */
export const formatCpf = (digits: string) => format(digits);
/** `***.456.789-**`: enough to tell accounts apart. */
export const maskCpf = (cpf: string | null) =>
  cpf?.length === 11 ? `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**` : '***';
