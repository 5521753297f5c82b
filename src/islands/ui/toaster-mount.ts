import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { toast } from 'sonner';
import { Toaster } from './Toaster.tsx';

/** Puts the one toaster into the page, on the first notice. */
export function mountToaster(): typeof toast {
  const host = document.createElement('div');
  document.body.append(host);
  const root = createRoot(host);
  // The toaster loses notices that come before it listens, so it must be ready when this returns.
  flushSync(() => root.render(createElement(Toaster)));
  return toast;
}
