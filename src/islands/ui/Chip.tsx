import type { ReactNode } from 'react';
import Check from '~icons/material-symbols/check-circle-rounded';
import ErrorIcon from '~icons/material-symbols/error-rounded';
import Info from '~icons/material-symbols/info-rounded';
import Clock from '~icons/material-symbols/schedule-rounded';

const icons = { neutral: null, brand: null, info: Info, success: Check, warning: Clock, error: ErrorIcon };

interface ChipProps {
  tone: keyof typeof icons;
  className?: string;
  children: ReactNode;
}

/** A state in words on a soft tone, like `components/ui/Chip.astro`; the icon shows the tone without colour. */
export function Chip({ tone, className = '', children }: ChipProps) {
  const Icon = icons[tone];
  return (
    <span className={`chip tone-${tone} ${className}`}>
      {Icon && <Icon className="size-4" aria-hidden="true" />}
      {children}
    </span>
  );
}
