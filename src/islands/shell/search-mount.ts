import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { openSearch } from '#lib/stores/panel-search.ts';
import { PanelSearch } from './PanelSearch.tsx';

const HOST = 'painel-busca';

/** Opens the search of the panel with a text; the first call puts it into the page. */
export function mountSearch(text: string): void {
  if (!document.getElementById(HOST)) {
    const host = document.createElement('div');
    host.id = HOST;
    document.body.append(host);
    flushSync(() => createRoot(host).render(createElement(PanelSearch)));
  }
  openSearch(text);
}
