import type { TestSchool } from './school.ts';

/** A database key, such as `absence:1` or `em_contato`. */
const RAW = /\b[a-z_-]+:\d+\b|\b[a-z]+_[a-z_]+\b|undefined|\[object|^\d{4}-\d\d-\d\d/;
/** Reads the log of every school. */
const IGOR = 8;
type Entry = Awaited<ReturnType<typeof newestLines>>[number];

/** The newest lines of the log, as the panel shows them to an admin: two pages, because a view may count in an older line. */
export async function newestLines(portal: TestSchool) {
  const read = async (depois = '') => (await portal.ops.people.listAudit({ limit: 100, depois }, { as: IGOR })).body;
  const { items, next } = await read();
  return next ? [...items, ...(await read(next)).items] : items;
}

/** The parts of a line. */
export const wordsOf = ({ quem, acao, alvo, mudancas }: Entry) => [
  ...[quem, acao, alvo],
  ...mudancas.flatMap(({ campo, antes, depois }) => [campo, antes, depois]),
];

/** Parts of a line that are not readable for people: keys, codes, ISO days, empty values. */
export function rawIn(entry: Entry): (string | null)[] {
  const isPlain = /^\p{Ll}/u.test(entry.acao) && entry.acao.includes(' ');
  return [...wordsOf(entry).filter((text) => RAW.test(text) || text === ''), ...(isPlain ? [] : [entry.acao])];
}
