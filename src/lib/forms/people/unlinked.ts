import type { Client } from '#lib/api/client.ts';
import { joinAccount, refuseProposal } from '#lib/contract/people.ts';
import type { RefusedForm } from '#lib/rules/forms/refused-form.ts';
import { attempt } from '../attempt.ts';

/** Does what the page of accounts without an enrolment asks for. @returns null once it is done, else why not */
export const decideUnlinked = (api: Client, form: FormData): Promise<RefusedForm | null> =>
  attempt(form, ({ acao, conta, com, proposta }) => {
    if (acao === 'separar') return api(refuseProposal, { params: { id: Number(proposta) } });
    const body = proposta ? { proposta_id: Number(proposta) } : { user_id: Number(com) };
    return api(joinAccount, { params: { id: Number(conta) }, body });
  });
