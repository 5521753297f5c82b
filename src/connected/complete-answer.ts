type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Lays the fields that came over the defaults for those that did not. */
const over = (missing: Fields, came: Fields): Fields => ({
  ...missing,
  ...Object.fromEntries(Object.entries(came).filter(([key, value]) => !(value === null && key in missing))),
});

/**
 * The specification names only a few fields of two answers: a login and the current user (its section 3). The rest of
 * their contract is ours, so a host may leave it out. The most neutral values fill it in.
 *
 * @param call `area.name`; answers of other calls come back unchanged
 */
export function completeAnswer(call: string, answer: unknown): unknown {
  if (!isFields(answer)) return answer;
  if (call === 'auth.login' || call === 'auth.loginWithBookCode') return loginOf(answer);
  return call === 'account.getMe' ? userOf(answer) : answer;
}

/** "Answer gives users or access_token". The kind of a token is a word in any case (RFC 6750). */
function loginOf(answer: Fields): Fields {
  if (!Array.isArray(answer.users) && typeof answer.access_token !== 'string') return answer;
  const { token_type: type, ...rest } = answer;
  const kind = typeof type === 'string' ? type.toLowerCase() : (type ?? 'bearer');
  return { ...over({ users: [] }, rest), token_type: kind };
}

function userOf(answer: Fields): Fields {
  const user = over(
    {
      user_actions: [],
      driver_tour: {},
      full_name: '',
      is_minor: false,
      email_verified: false,
      related_users: [],
      notification_preferences: {},
      created_at: new Date(0).toISOString(),
    },
    answer,
  );
  const { user_actions: actions, driver_tour: tour, drive_user: drive } = user;
  return {
    ...user,
    user_actions: Array.isArray(actions) ? actions.map(actionOf) : actions,
    // A flag that is false means the same as a missing flag.
    driver_tour: isFields(tour) ? Object.fromEntries(Object.entries(tour).filter(([, flag]) => flag === true)) : tour,
    ...(isFields(drive) && { drive_user: driveUserOf(drive, user) }),
  };
}

const actionOf = (action: unknown) => (isFields(action) ? over({ name: '' }, action) : action);

/** Days and hours are in the portal's own zone when the school names none. */
function driveUserOf(drive: Fields, { id, full_name: nome }: Fields): Fields {
  const { company } = drive;
  const school = { nome: '', marca: 'knn', cidade: '', uf: '', timezone: '' };
  return {
    ...over({ id, matricula: '', nome, papel: 'aluno' }, drive),
    company: isFields(company) ? over(school, company) : company,
  };
}
