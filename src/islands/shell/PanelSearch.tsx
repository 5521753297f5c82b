import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useRef } from 'react';
import { MAX_SEARCH } from '#lib/rules/lists/list-query.ts';
import {
  $opened,
  $panelSearch,
  closeSearch,
  type PanelSearch as Search,
  typeSearch,
} from '#lib/stores/panel-search.ts';
import { foundWords, panelWords } from '#lib/words/panel.ts';
import { Dialog } from '../ui/Dialog.tsx';

/**
 * The search of the panel, on top of any page. Arrow keys move between the field and the results, Enter opens the first.
 */
export function PanelSearch() {
  const opened = useStore($opened);
  const found = useStore($panelSearch);
  const box = useRef<HTMLDivElement>(null);

  /** Moves the focus between the field and the links. */
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const stops = [...(box.current?.querySelectorAll<HTMLElement>('input, a') ?? [])];
    const place = stops.indexOf(document.activeElement as HTMLElement);
    stops[Math.min(Math.max(place + step, 0), stops.length - 1)]?.focus();
  };

  return (
    <Dialog isOpen={opened !== null} onClose={closeSearch} title="Buscar no painel">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field and the links get the keys; this moves the focus */}
      <div ref={box} onKeyDown={move}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            box.current?.querySelector('a')?.click();
          }}
        >
          <label className="field-label" htmlFor="busca-painel">
            {panelWords.searchLabel}
          </label>
          <input
            id="busca-painel"
            className="input w-full"
            // A search field would handle Escape itself.
            type="text"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={MAX_SEARCH}
            data-autofocus
            defaultValue={opened ?? ''}
            onChange={(event) => typeSearch(event.target.value)}
          />
        </form>
        <p role="status" className="text-muted mt-3 text-sm">
          {statusOf(found)}
        </p>
        <ul className="mt-2">
          {found.items.map(({ tipo, titulo, detalhe, path, atos = [] }) => (
            <li key={path} className="flex items-center gap-2">
              <a className="to-do min-w-0 flex-1" href={path}>
                <span className="min-w-0 flex-1">
                  <span className="block font-bold">{titulo}</span>
                  <span className="to-do-note break-words">
                    {foundWords[tipo]} · {detalhe}
                  </span>
                </span>
              </a>
              {atos.map((act) => (
                <a
                  key={act.path}
                  className="btn btn-sm btn-soft-brand"
                  href={act.path}
                  aria-label={`${act.titulo}: ${titulo}`}
                >
                  {act.titulo}
                </a>
              ))}
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

function statusOf({ state, q, items }: Search): string {
  if (state === 'failed') return panelWords.searchFailed;
  if (state === 'ready' && items.length === 0) return panelWords.nothingFound(q);
  return state === 'ready' ? panelWords.found(items.length) : '';
}
