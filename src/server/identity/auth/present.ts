import type { UserChoice } from '#lib/contract/account.schema.ts';
import { maskCpf } from '#lib/format/cpf.ts';
import type { Account } from './find-accounts.ts';

export type Choice = Pick<Account, 'id' | 'drive_user_id' | 'full_name' | 'cpf' | 'school_name' | 'avatar_url'>;

/** One line of the account chooser. */
export const presentChoice = (account: Choice): UserChoice => ({
  id: account.id,
  drive_user_id: account.drive_user_id,
  full_name: account.full_name,
  cpf_masked: maskCpf(account.cpf),
  school_name: account.school_name ?? '',
  avatar_url: account.avatar_url,
});
