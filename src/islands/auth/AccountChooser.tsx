import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import type { UserChoice } from '#lib/contract/account.schema.ts';
import { initials } from '#lib/format/text.ts';
import type { Refusal } from '#lib/forms/refusal.ts';
import { NoFields } from '#lib/rules/forms/field-rules.ts';
import { loginRoutes } from '#lib/rules/routes/login-routes.ts';
import type { SafePath } from '#lib/rules/routes/next-path.ts';
import { $isLoggingIn, chooseAccount } from '#lib/stores/auth-login.ts';
import { authMessages } from '#lib/words/auth.ts';
import Chevron from '~icons/material-symbols/chevron-right-rounded';
import { FormError } from '../ui/FormError.tsx';
import { useContractForm } from '../ui/use-contract-form.ts';

export interface AccountChooserProps {
  users: UserChoice[];
  next: SafePath | null;
  /** From an answer to a form sent without JavaScript. */
  refused?: Refusal | null;
}

/**
 * Several accounts share a login: one tap logs in, without the password again (AUTH-06). Each is a plain submit button.
 */
export function AccountChooser({ users, next, refused }: AccountChooserProps) {
  const isPending = useStore($isLoggingIn, { ssr: 'initial' });
  const { element, problem, submit } = useContractForm({ rules: NoFields, values: {}, refused });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <form
      ref={element}
      method="post"
      className="grid gap-4"
      onSubmit={submit(async (_none, pressed) => chooseAccount(pressed?.getAttribute('value') ?? '', next))}
    >
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-xl">
          {authMessages.chooser.title}
        </h2>
        <p className="text-muted mt-1">{authMessages.chooser.lead}</p>
      </div>
      <FormError message={problem} />
      {/* Without JavaScript the next page does not know the list (AUTH-14). */}
      <input type="hidden" name="listadas" value={users.flatMap(({ drive_user_id: id }) => id ?? []).join(',')} />
      <ul className="grid gap-3">
        {users.map((user) => (
          <li key={user.id}>
            <button
              type="submit"
              name="user_id"
              value={user.id}
              className="flex items-center gap-4 w-full min-h-18 py-3 px-4 border border-base-300 rounded-box bg-base-100 cursor-pointer transition-[border-color] duration-150 ease-out hover:border-primary"
              aria-disabled={isPending || undefined}
              onClick={(event) => isPending && event.preventDefault()}
            >
              <span
                className="grid flex-none place-items-center size-12 rounded-shape bg-tint text-tint-content font-bold"
                aria-hidden="true"
              >
                {initials(user.full_name)}
              </span>
              <span className="min-w-0 flex-1 text-left">
                <span className="block font-semibold">{user.full_name}</span>
                <span className="text-muted block text-sm">
                  {user.school_name || authMessages.chooser.notEnrolled} · CPF {user.cpf_masked}
                </span>
              </span>
              <Chevron className="size-6 flex-none" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      <a className="link inline-flex min-h-11 items-center justify-self-start" href={loginRoutes.main({ next })}>
        Voltar e usar outro acesso
      </a>
    </form>
  );
}
