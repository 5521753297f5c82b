import type { ReactNode } from 'react';
import type { Env } from '#lib/page/first-view.ts';
import { type Address, addressHref } from '#lib/rules/lists/list-address.ts';
import { kitWords } from '#lib/words/panel-kit.ts';
import Add from '~icons/material-symbols/add-rounded';
import Download from '~icons/material-symbols/download-rounded';
import { HowToLink } from './HowToLink.tsx';

interface HeadAct {
  label: string;
  href: string | undefined;
  onClick: () => void;
}

interface ViewHeadProps {
  title: string;
  path: string;
  tabs: readonly { label: string; href: string }[] | undefined;
  address: Address;
  help: Env['help'];
  count?: ReactNode;
  links?: readonly { label: string; href: string }[] | undefined;
  download?: string | undefined;
  create?: HeadAct | undefined;
  others?: readonly HeadAct[];
}

/** The title of a list or a board, its tabs, its count, and the button that creates a new entry. */
export function ViewHead({
  title,
  path,
  tabs = [],
  address,
  help,
  count,
  links = [],
  download,
  create,
  others = [],
}: ViewHeadProps) {
  const { depois: _, ...filter } = address;
  const [page] = path.split('?');
  return (
    <header className="kit-head">
      <h1 tabIndex={-1}>{title}</h1>
      <HowToLink of={help} />
      {tabs.length > 0 && (
        <nav className="strip kit-tabs" aria-label={title}>
          {tabs.map(({ label, href }) => (
            <a
              key={href}
              href={href.split('?')[0] === page ? addressHref(href, filter) : href}
              aria-current={href === path ? 'page' : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
      )}
      {links.map(({ label, href }) => (
        <a key={href} className="kit-pill" href={href}>
          {label}
        </a>
      ))}
      <span className="ms-auto flex flex-wrap items-center justify-end gap-2">
        <span role="status" className="text-muted num text-sm whitespace-nowrap max-md:sr-only">
          {count}
        </span>
        {download && (
          <a className="kit-icon" href={download} aria-label={kitWords.download} title={kitWords.download}>
            <Download className="size-5" aria-hidden="true" />
          </a>
        )}
        {others.map(({ label, onClick }) => (
          <button key={label} type="button" className="kit-pill" onClick={onClick}>
            {label}
          </button>
        ))}
        {create && <Create act={create} />}
      </span>
    </header>
  );
}

function Create({ act: { label, href, onClick } }: { act: HeadAct }) {
  const shared = { className: 'kit-pill kit-main', 'aria-label': label };
  const inside = (
    <>
      <Add className="size-5" aria-hidden="true" />
      <span className="max-md:hidden">{label}</span>
    </>
  );
  if (href) {
    return (
      <a {...shared} href={href}>
        {inside}
      </a>
    );
  }
  return (
    <button type="button" {...shared} onClick={onClick}>
      {inside}
    </button>
  );
}
