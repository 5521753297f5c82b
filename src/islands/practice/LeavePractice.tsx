import Close from '~icons/material-symbols/close-rounded';

/**
 * The button that closes a practice session. It needs no confirmation: ratings are sent at once, and answers of a test
 * are stored on this device.
 */
export function LeavePractice({ href }: { href: string }) {
  return (
    <a className="btn btn-ghost btn-circle -ms-3" href={href} aria-label="Sair da sessão">
      <Close className="size-6" aria-hidden="true" />
    </a>
  );
}
