declare namespace App {
  interface Locals
    extends Pick<
      import('./process/pages.ts').PageLocals,
      'session' | 'visitor' | 'brand' | 'theme' | 'textSize' | 'settings' | 'tooLarge' | 'fault'
    > {
    /** The logged-in user, loaded once a request; null without a session. */
    user: import('#lib/contract/account.schema.ts').User | null;
    /** What the user's roles allow; nothing without a user. */
    role: import('#lib/rules/people/role.ts').Role;
    /** The zone of the user's school, else the portal's zone. */
    timeZone: string;
    /** Waits for the page's subject. When the subject is missing, the page answers 404, whatever it draws. */
    load: typeof import('#lib/api/part.ts').subjectOf;
    /** Says whether the page's subject is missing: then the page answers 404. Returns the same value. */
    missing(isMissing: boolean): boolean;
    /** A form that waits for re-authentication (0097). */
    reauthentication: import('#lib/rules/people/reauthentication.ts').ReauthenticationRequest | null;
    /** The empty book of this browser (BOOK-04). */
    book: { uuid: string; isEmpty: boolean } | null;
    /** Why the session could not be checked, in words for the page. The user is not at fault and stays logged in. */
    schoolFailure: string | null;
    /** Why the session of this request no longer counts, in a word of the login (AUTH-25); null when it counts. */
    sessionEnd: 'sessao' | 'bloqueio' | 'unidade' | 'inatividade' | null;
    /** A message from the page before, as a key of `messages/flash.ts`. */
    flash: string | null;
    /** What the shell needs to draw itself: brand, theme and the signed-in user. */
    shell: import('./components/shell/shell.ts').PortalShell;
  }
}
