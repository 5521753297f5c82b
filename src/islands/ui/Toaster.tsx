import type { CSSProperties } from 'react';
import { Toaster as Sonner } from 'sonner';

const colors = {
  '--normal-bg': 'var(--color-base-100)',
  '--normal-text': 'var(--color-base-content)',
  '--normal-border': 'var(--color-base-300)',
  '--border-radius': '16px',
} as CSSProperties;

/** Up to this width the library shows notices in full width. */
const PHONE = '(max-width: 600px)';
const offset = { bottom: 'var(--toast-bottom)', right: '24px' };
const phoneOffset = { top: 'calc(64px + env(safe-area-inset-top))', right: '16px', left: '16px' };

/** The page’s only toaster. On a phone it is below the header, where it covers no button that comes next. */
export function Toaster() {
  return (
    <Sonner
      position={matchMedia(PHONE).matches ? 'top-center' : 'bottom-right'}
      containerAriaLabel="Avisos"
      style={colors}
      offset={offset}
      mobileOffset={phoneOffset}
      toastOptions={{ className: 'toast-item', closeButtonAriaLabel: 'Fechar aviso', duration: 6000 }}
    />
  );
}
