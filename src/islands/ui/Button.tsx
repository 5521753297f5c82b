import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { Spinner } from './Spinner.tsx';

const LOOKS = {
  primary: 'btn-primary',
  soft: 'btn-soft-brand',
  outline: 'btn-outline',
  ghost: 'btn-ghost',
  danger: 'btn-error',
} as const;

type ButtonProps = ComponentProps<'button'> & {
  look?: keyof typeof LOOKS;
  /** While true the button keeps its focus and place but does nothing, so that a form is sent once. */
  isPending?: boolean;
  pendingLabel?: string;
  icon?: ReactNode;
  isWide?: boolean;
};

export function Button({
  look = 'primary',
  isPending = false,
  pendingLabel,
  icon,
  isWide = false,
  type = 'button',
  className = '',
  children,
  onClick,
  ...rest
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (isPending) event.preventDefault();
    else onClick?.(event);
  }
  return (
    <button
      {...rest}
      type={type}
      className={`btn ${LOOKS[look]} ${isWide ? 'w-full' : ''} ${className}`}
      aria-disabled={isPending || undefined}
      onClick={handleClick}
    >
      {isPending ? <Spinner /> : icon}
      <span aria-live="polite">{isPending && pendingLabel ? pendingLabel : children}</span>
    </button>
  );
}
