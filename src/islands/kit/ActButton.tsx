import type { Act, Env, Thing } from './describe.ts';

interface ActButtonProps<Row, Facts> {
  act: Act<Row, Facts>;
  rows: readonly Row[];
  env: Env;
  /** The row’s name, if several buttons of this act are on the page. */
  name?: string;
  look: 'icon' | 'pill' | 'item' | 'main';
  /** Some marked rows do not support the act. */
  others?: boolean;
  start: (act: Act<Row, Facts>, rows: readonly Row[]) => void;
}

const LOOKS = { icon: 'kit-icon', pill: 'kit-pill', item: 'kit-item', main: 'kit-pill kit-main' };

/** An act as a link or a button. */
export function ActButton<Row extends Thing, Facts>({
  act,
  rows,
  env,
  name,
  look,
  others = false,
  start,
}: ActButtonProps<Row, Facts>) {
  const { icon: Icon, label, key, isDanger } = act;
  const href = rows[0] && act.href?.(rows[0], env);
  const shared = {
    className: `${LOOKS[look]} ${isDanger ? 'kit-danger' : ''}`,
    ...((name || look === 'icon') && { 'aria-label': name ? `${label}: ${name}` : label }),
    ...(look === 'icon' && { title: label }),
    ...(key && look !== 'icon' && { 'aria-keyshortcuts': key }),
  };
  const inside = (
    <>
      {Icon && look !== 'item' && <Icon className="size-5 flex-none" aria-hidden="true" />}
      {look !== 'icon' && <span>{label}</span>}
      {others && ' '}
      {others && <span className="kit-count">{rows.length}</span>}
      {look !== 'icon' && key && (
        <span aria-hidden="true" className="kit-key">
          <kbd>{key}</kbd>
        </span>
      )}
    </>
  );
  if (!href) {
    return (
      <button type="button" {...shared} onClick={() => start(act, rows)}>
        {inside}
      </button>
    );
  }
  const elsewhere = href.startsWith('http') && { target: '_blank', rel: 'noopener noreferrer' };
  return (
    <a {...shared} href={href} {...elsewhere}>
      {inside}
    </a>
  );
}
