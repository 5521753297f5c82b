import { partOf } from '#lib/api/part.ts';
import type { ProfileInput } from '#lib/contract/account.schema.ts';
import { updateProfile } from '#lib/contract/account.ts';
import { safeNext } from '#lib/rules/routes/next-path.ts';
import { DAY_S } from '#lib/rules/time/spans.ts';
import { TEXT_SIZES, THEMES, textCookie, themeCookie } from '#lib/session.ts';
import type { Sent, Verb } from '../submit.ts';

const YEAR_S = 365 * DAY_S;

interface Where {
  /** The account stores the choice too, for other browsers. */
  isOfAccount: boolean;
  /** The default next page. */
  home: string;
}

/**
 * Stores the look of the portal in this browser, and returns to the page of the choice. If the account stores it, the
 * logout removes it from the browser (`sair.ts`), because others may use the browser next.
 */
async function keep({ api, session }: Sent, cookie: string, value: string, body: ProfileInput | false): Promise<void> {
  session.setCookie(cookie, value, { maxAge: YEAR_S, readable: true });
  // If the school does not answer, or the session came with a printed code, only this browser stores it.
  if (body) await partOf(api(updateProfile, { body }));
}

const backOf = ({ values }: Sent, home: string) => safeNext(values.voltar ?? '') ?? home;

export const keepTheme =
  ({ isOfAccount, home }: Where): Verb =>
  async (sent) => {
    const theme = THEMES.find((each) => each === sent.values.theme);
    if (theme) await keep(sent, themeCookie, theme, isOfAccount && { theme });
    return backOf(sent, home);
  };

export const keepTextSize =
  ({ isOfAccount, home }: Where): Verb =>
  async (sent) => {
    const text_size = TEXT_SIZES.find((each) => each === sent.values.texto);
    if (text_size) await keep(sent, textCookie, text_size, isOfAccount && { text_size });
    return backOf(sent, home);
  };
