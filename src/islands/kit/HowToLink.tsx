import type { Env } from '#lib/page/first-view.ts';
import Help from '~icons/material-symbols/help-outline-rounded';

/** The link of a page to its own how-to, beside the title. */
export function HowToLink({ of }: { of: Env['help'] }) {
  if (!of) return null;
  const name = `${of.label}: ${of.title}`;
  return (
    <a className="kit-icon -my-2 -ms-3 -me-1" href={of.href} aria-label={name} title={name}>
      <Help className="size-5" aria-hidden="true" />
    </a>
  );
}
