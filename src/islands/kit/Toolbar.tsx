import { useEffect, useState } from 'react';
import { formatDay } from '#lib/format/dates.ts';
import { formatCount } from '#lib/format/money.ts';
import type { Address } from '#lib/rules/lists/list-address.ts';
import { MAX_COUNTED, MAX_SEARCH } from '#lib/rules/lists/list-query.ts';
import { kitWords } from '#lib/words/panel-kit.ts';
import Close from '~icons/material-symbols/close-rounded';
import Search from '~icons/material-symbols/search-rounded';
import Tune from '~icons/material-symbols/tune-rounded';
import type { Filter, Option } from './describe.ts';
import { Menu } from './Menu.tsx';
import type { ViewLink } from './use-view.ts';

interface ToolbarProps<Facts> {
  /** The label of the search; absent: there is none. */
  label: string | undefined;
  /** It searches only on Enter. */
  isOnSubmit?: boolean | undefined;
  path: string;
  address: Address;
  filters: readonly Filter<Facts>[];
  facts: Facts;
  go: (part: Address, how?: { isTyped: boolean }) => void;
  link: (part: Address) => ViewLink;
}

/**
 * One line: the search, the open filter, active filters, and the menu of all filters. All except the search are links.
 */
export function Toolbar<Facts>({ label, isOnSubmit, path, address, filters, facts, go, link }: ToolbarProps<Facts>) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const groups = filters.flatMap((filter) => {
    const options = filter.options(facts);
    const all = typeof filter.all === 'string' ? filter.all : filter.all(address);
    const isShown = filter.isDay || options.length > 1 || Boolean(address[filter.name]);
    return isShown ? [{ ...filter, choices: [{ value: '', label: all }, ...options] }] : [];
  });
  const open = groups.find(({ isOpen }) => isOpen);
  const others = groups.filter((group) => group !== open && address[group.name]);
  const chosen = groups.filter(({ name }) => address[name]);
  if (!label && groups.length === 0) return null;

  /** The links of one filter. */
  const choices = ({ name, choices }: (typeof groups)[number]) =>
    choices.map((option) => (
      <a
        key={option.value}
        {...link({ [name]: option.value })}
        aria-current={(address[name] ?? '') === option.value ? 'page' : undefined}
      >
        {option.label}
        <Count of={option} />
      </a>
    ));

  return (
    <search className="kit-tools">
      {label && <SearchField {...{ label, isOnSubmit, path, address, go }} />}
      {open && (
        <nav className="strip kit-tabs max-lg:hidden" aria-label={open.label}>
          {choices(open)}
        </nav>
      )}
      {others.map(({ name, label: of, choices: all, isDay }) => (
        <a key={name} className="kit-narrow max-lg:hidden" {...link({ [name]: '' })}>
          <span className="sr-only">
            {kitWords.removeFilter} {of}:{' '}
          </span>
          <span className="truncate">
            {all.find(({ value }) => value === address[name])?.label ?? (isDay && formatDay(address[name] ?? ''))}
          </span>
          <Close className="size-4 flex-none" aria-hidden="true" />
        </a>
      ))}
      {groups.length > 0 && (
        <button
          type="button"
          className={`kit-pill ms-auto ${groups.length === 1 && open ? 'lg:hidden' : ''}`}
          data-kit-filter
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor(anchor ? null : currentTarget)}
        >
          <Tune className="size-5" aria-hidden="true" />
          <span className="max-md:sr-only">{kitWords.filter}</span>
          {/* The open filter shows its own value. */}
          {chosen.length > 0 && <span className="kit-count lg:hidden">{chosen.length}</span>}
          {others.length > 0 && <span className="kit-count max-lg:hidden">{others.length}</span>}
        </button>
      )}
      <Menu anchor={anchor} label={kitWords.filter} onClose={() => setAnchor(null)}>
        {groups.map((group) => (
          <nav key={group.name} className={`kit-group ${group === open ? 'lg:hidden' : ''}`} aria-label={group.label}>
            <p aria-hidden="true">{group.label}</p>
            {choices(group)}
            {group.isDay && (
              <DayField
                {...{ name: group.name, label: group.label, path, address }}
                choose={(part) => {
                  setAnchor(null);
                  go(part);
                }}
              />
            )}
          </nav>
        ))}
        {chosen.length > 0 && (
          <a className="kit-item" {...link(Object.fromEntries(chosen.map(({ name }) => [name, ''])))}>
            {kitWords.clearFilters}
          </a>
        )}
      </Menu>
    </search>
  );
}

const Count = ({ of: { count = 0 } }: { of: Option }) =>
  count > 0 && <span className="kit-count">{count > MAX_COUNTED ? `${MAX_COUNTED}+` : formatCount(count)}</span>;

/** The search: results update while typing; without its code Enter loads the page. */
function SearchField<Facts>({
  label,
  isOnSubmit = false,
  path,
  address,
  go,
}: Pick<ToolbarProps<Facts>, 'isOnSubmit' | 'path' | 'address' | 'go'> & { label: string }) {
  const q = address.q ?? '';
  const [text, setText] = useState(q);
  // A link or going back changed the text without typing.
  useEffect(() => setText((typed) => (typed.trim() === q ? typed : q)), [q]);
  return (
    <form
      method="get"
      action={path.split('?')[0]}
      className="kit-search"
      onSubmit={(event) => {
        event.preventDefault();
        go({ q: text.trim() }, { isTyped: true });
      }}
    >
      <button type="submit" aria-label={kitWords.search} data-plain>
        <Search className="size-5" aria-hidden="true" />
      </button>
      <input
        type="search"
        name="q"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        maxLength={MAX_SEARCH}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          if (!isOnSubmit) go({ q: target.value.trim() }, { isTyped: true });
        }}
      />
      <HiddenFields but="q" {...{ path, address }} />
    </form>
  );
}

/** The other fields of the address, for a form with one field. */
function HiddenFields({ but, path, address }: { but: string; path: string; address: Address }) {
  const all = [...new URLSearchParams(path.split('?')[1]), ...Object.entries(address)];
  return all.map(
    ([name, value]) => name !== but && name !== 'depois' && <input key={name} type="hidden" {...{ name, value }} />,
  );
}

interface DayFieldProps {
  name: string;
  label: string;
  path: string;
  address: Address;
  choose: (part: Address) => void;
}

/** A field for any day, because a menu cannot list all. */
function DayField({ name, label, path, address, choose }: DayFieldProps) {
  return (
    <form
      method="get"
      action={path.split('?')[0]}
      className="flex items-center gap-2 px-3"
      onSubmit={(event) => {
        event.preventDefault();
        choose({ [name]: String(new FormData(event.currentTarget).get(name)) });
      }}
    >
      <input
        key={address[name]}
        className="input min-w-0 flex-1"
        type="date"
        aria-label={label}
        defaultValue={address[name]}
        {...{ name }}
      />
      <HiddenFields but={name} {...{ path, address }} />
      <button type="submit" className="btn btn-sm btn-soft-brand">
        {kitWords.see}
      </button>
    </form>
  );
}

/** Opens the menu of filters. */
export const openFilter = () => document.querySelector<HTMLElement>('[data-kit-filter]')?.click();
