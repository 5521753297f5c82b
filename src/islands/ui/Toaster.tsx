import type { CSSProperties } from 'react';
import { Toaster as Sonner } from 'sonner';

const colors = {
  '--normal-bg': 'var(--color-base-100)',
  '--normal-text': 'var(--color-base-content)',
  '--normal-border': 'var(--color-base-300)',
  '--border-radius': '16px',
} as CSSProperties;

const offset = { bottom: 'var(--toast-bottom)', right: '24px', left: '16px' };

/** The one toaster of a page, above the dock where there is one. */
export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      containerAriaLabel="Avisos"
      style={colors}
      offset={offset}
      mobileOffset={{ ...offset, right: '16px' }}
      toastOptions={{ className: 'toast-item', closeButtonAriaLabel: 'Fechar aviso', duration: 6000 }}
    />
  );
}
