import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { toast } from 'sonner';
import { Toaster } from './Toaster.tsx';

/** Puts the one toaster into the page, on the first notice. */
export function mountToaster(): typeof toast {
  const host = document.createElement('div');
  document.body.append(host);
  createRoot(host).render(createElement(Toaster));
  return toast;
}
