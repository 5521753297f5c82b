import type { MouseEvent, ReactNode, RefObject } from 'react';
import type { AnswerOf, IslandRead } from '#lib/page/operations.ts';
import { mark } from '#lib/stores/panel-marked.ts';
import { kitWords } from '#lib/words/panel-kit.ts';
import { type Act, type Address, actsOf, type Column, type ListOf, type Thing } from './describe.ts';
import { draw } from './draw.tsx';
import { RowActs } from './RowActs.tsx';
import type { Acts } from './use-acts.ts';

interface ListTableProps<Row extends Thing, Read extends IslandRead> {
  list: ListOf<Row, Read>;
  answer: AnswerOf<Read>;
  address: Address;
  items: readonly Row[];
  /** The marked rows. */
  chosen: readonly Row[];
  acts: Acts<Row, AnswerOf<Read>>;
  body: RefObject<HTMLTableSectionElement | null>;
  toggle: (place: number, event: MouseEvent) => void;
}

/** The rows of a list: on a wide screen 44 px each, on a phone a line and a half. */
export function ListTable<Row extends Thing, Read extends IslandRead>(props: ListTableProps<Row, Read>) {
  const { list, answer, address, items, chosen, acts, body, toggle } = props;
  const columns = list.columns.filter(({ isShown }) => isShown?.(answer) ?? true);
  // As wide as the row with the most buttons.
  const width = Math.max(...items.map((row) => widthOf(acts.firstFor(row))));
  const all = items.map(({ id }) => id);
  const hasActs = actsOf(list).length > 0;
  const isMarkable = canMark(list);
  const isAll = chosen.length === items.length;
  return (
    <table className="kit-table">
      <caption className="sr-only">{list.title}</caption>
      <thead>
        <tr>
          {isMarkable && (
            <th scope="col" className="kit-mark">
              <label>
                <input
                  type="checkbox"
                  aria-label={kitWords.markAll}
                  checked={isAll}
                  ref={(box) => {
                    if (box) box.indeterminate = chosen.length > 0 && !isAll;
                  }}
                  onChange={() => mark(list.kind, all, !isAll)}
                />
              </label>
            </th>
          )}
          {columns.map((column) => (
            <th key={column.label} scope="col" className={lookOf(column)} style={{ width: column.width }}>
              {column.label}
            </th>
          ))}
          {hasActs && (
            <th scope="col" style={{ width }}>
              <span className="sr-only">{kitWords.acts}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody ref={body}>
        {items.map((row, place) => (
          <ListRow
            key={row.id}
            {...{ list, address, row, columns, acts }}
            isMarked={chosen.includes(row)}
            onMark={(event) => toggle(place, event)}
          />
        ))}
      </tbody>
    </table>
  );
}

/** In px, including the menu button. */
const widthOf = (own: readonly { act: Pick<Act<never>, 'icon' | 'label'> }[]) =>
  own.reduce((sum, { act: { icon, label } }) => sum + (icon ? 38 : 30 + label.length * 7), 54);

const lookOf = ({ isNumeric, from }: Column<never, never>) =>
  `${isNumeric ? 'num' : ''} ${from ? `kit-from-${from}` : ''}`;

/** Rows can be marked if an act supports several rows. */
export const canMark = (list: { acts?: readonly Act<never, never>[] }) =>
  actsOf(list).some(({ href, operation, isForOne }) => !href && !operation && !isForOne);

/** The title of a row; keys move between titles, also between those without a link. */
const Open = ({ href, children }: { href: string | undefined; children: ReactNode }) =>
  href ? (
    <a className="kit-open" href={href}>
      {children}
    </a>
  ) : (
    <span className="kit-open" tabIndex={-1}>
      {children}
    </span>
  );

interface ListRowProps<Row extends Thing, Read extends IslandRead>
  extends Pick<ListTableProps<Row, Read>, 'list' | 'address' | 'acts'> {
  row: Row;
  columns: ListOf<Row, Read>['columns'];
  isMarked: boolean;
  onMark: (event: MouseEvent) => void;
}

function ListRow<Row extends Thing, Read extends IslandRead>(props: ListRowProps<Row, Read>) {
  const { list, address, row, columns, acts, isMarked, onMark } = props;
  const title = list.titleOf(row);
  return (
    <tr data-marked={isMarked}>
      {canMark(list) && (
        <td className="kit-mark">
          <label>
            <input
              type="checkbox"
              aria-label={kitWords.mark(title)}
              checked={isMarked}
              onChange={() => undefined}
              onClick={onMark}
            />
          </label>
        </td>
      )}
      {columns.map((column, at) =>
        at === 0 ? (
          <th key={column.label} scope="row" className="kit-title">
            <Open href={list.href?.(row, address)}>{column.cell(row, acts.env)}</Open>
          </th>
        ) : (
          <td key={column.label} className={`${column.endsPhoneLine ? 'kit-end' : 'kit-wide'} ${lookOf(column)}`}>
            {column.cell(row, acts.env)}
          </td>
        ),
      )}
      <td className="kit-note">{draw.line(list.note(row, acts.env))}</td>
      {actsOf(list).length > 0 && (
        <td className="kit-acts">
          <RowActs {...{ row, acts }} />
        </td>
      )}
    </tr>
  );
}
