import { type Client, createClient } from '#lib/api/client.ts';
import type { ApiRequest, Upstream } from '#lib/api/request.ts';
import { questionOf } from '../gateway/question.ts';

/** Calls of the specification, sent to the franchise's hosts in the name of a call's sender. */
export function hostClient(askHosts: Upstream, { headers, caller }: ApiRequest): Client {
  const clock = headers.get('tmz');
  const bearer = headers.get('authorization');
  return createClient({
    tmz: () => (clock === null ? null : Number(clock)),
    async send(sent) {
      if (bearer !== null) sent.headers.authorization = bearer;
      const { status, value, content } = await askHosts({ ...(await questionOf(sent)), caller });
      return { status, value: value ?? content };
    },
  });
}
