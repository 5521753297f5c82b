declare namespace App {
  interface Locals
    extends Pick<
      import('./process/pages.ts').PageLocals,
      'session' | 'visitor' | 'brand' | 'theme' | 'textSize' | 'settings' | 'fault'
    > {
    /** The logged-in user, loaded once a request; null without a session. */
    user: import('#lib/contract/account.schema.ts').User | null;
    /** What the user may do by his roles; nothing without a user. */
    standing: import('#lib/rules/people/roles.ts').Standing;
    /** The zone of the user's school, else that of the portal. */
    timeZone: string;
    /** Waits for what the page is about. Where it is missing the page answers 404, whatever it draws. */
    load: typeof import('#lib/api/part.ts').subjectOf;
    /** Says whether what the page is about is missing: then the page answers 404. Hands the answer back. */
    missing(isMissing: boolean): boolean;
    /** The empty book of this browser (BOOK-04). */
    book: { uuid: string; isEmpty: boolean } | null;
    /** Why the session could not be checked, fit to be shown: not the user's fault, so no logout. */
    schoolFailure: string | null;
    /** Why the session that came along counts no more, in a word of the login (AUTH-25); null where it counts. */
    sessionEnd: 'sessao' | 'bloqueio' | 'unidade' | null;
    /** A message left by the page before, as a key of `messages/flash.ts`. */
    flash: string | null;
    /** What the shell needs to draw itself: brand, theme and who is signed in. */
    shell: import('./components/shell/shell.ts').PortalShell;
  }
}
