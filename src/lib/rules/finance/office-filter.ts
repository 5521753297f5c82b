/** What pages of the office's finance take from their address; senseless values are left out. */
export function readOfficeFilter(search: URLSearchParams): { mes: string; unidade: string; aluno: string } {
  const matching = (name: string, shape: RegExp) => shape.exec(search.get(name) ?? '')?.[0] ?? '';
  const number = /^[1-9]\d{0,8}$/;
  return {
    mes: matching('mes', /^\d{4}-(0[1-9]|1[0-2])$/),
    unidade: matching('unidade', number),
    aluno: matching('aluno', number),
  };
}
