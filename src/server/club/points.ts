export interface Entry {
  pontos: number;
  status: 'pendente' | 'confirmada' | 'cancelada';
  /** `YYYY-MM-DD`, credits only. */
  expira_em: string | null;
  criado_em: string;
}

export interface Balance {
  saldo: number;
  pendente: number;
  /** Points that expire on the next day on which any do, within `days`. */
  a_expirar: number;
  a_expirar_em: string | null;
}

/**
 * Balance of a ledger, and what expires next. Debits use up the credits that expire first, so what is left of each credit
 * follows from the entries alone (CLUB-14).
 *
 * @param until last day that counts as soon, `YYYY-MM-DD`.
 */
export function balanceOf(entries: Entry[], today: string, until: string): Balance {
  const confirmed = entries.filter(({ status }) => status === 'confirmada');
  const sum = (some: Entry[]) => some.reduce((total, { pontos }) => total + pontos, 0);
  let spent = -sum(confirmed.filter(({ pontos }) => pontos < 0));
  const credits = confirmed
    .filter(({ pontos }) => pontos > 0)
    .toSorted(
      (a, b) => (a.expira_em ?? '9999').localeCompare(b.expira_em ?? '9999') || a.criado_em.localeCompare(b.criado_em),
    );
  const left = new Map<string, number>();
  for (const credit of credits) {
    const used = Math.min(spent, credit.pontos);
    spent -= used;
    const rest = credit.pontos - used;
    if (rest > 0 && credit.expira_em && credit.expira_em >= today && credit.expira_em <= until) {
      left.set(credit.expira_em, (left.get(credit.expira_em) ?? 0) + rest);
    }
  }
  const [day = null] = [...left.keys()].toSorted();
  return {
    saldo: sum(confirmed),
    pendente: sum(entries.filter(({ status, pontos }) => status === 'pendente' && pontos > 0)),
    a_expirar: day === null ? 0 : (left.get(day) ?? 0),
    a_expirar_em: day,
  };
}
