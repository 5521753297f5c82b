import { ApiError } from '#lib/api/client.ts';
import { partOf } from '#lib/api/part.ts';
import type { Broadcast, BroadcastInput } from '#lib/contract/broadcasts.schema.ts';
import type { PageApi } from '#lib/page/page-session.ts';
import { routes } from '#lib/routes.ts';
import {
  blank,
  inputOf,
  openInput,
  withTemplate,
  writtenFrom,
  writtenProblems,
} from '#lib/rules/broadcasts/broadcast-form.ts';
import { panelMessages } from '#lib/words/broadcasts-panel.ts';
import { refuse } from '../refusal.ts';
import type { Verb } from '../submit.ts';
import { findBroadcast, keepTemplate, type Saved, saveBroadcast } from './steps.ts';

const { push } = routes.manager;

/** What the page that writes a message shows. Its form changes it: the written text stays, whatever the result. */
export interface WritePage {
  broadcast: Broadcast | null;
  initial: BroadcastInput;
}

/**
 * Opens the page that writes a message.
 *
 * @param template provides the text of a new message
 * @param copied provides text and audience, without the time
 * @throws ApiError 404 for a message that is not the school’s
 */
export async function openWriting(
  api: PageApi,
  id: string | undefined,
  template: string | null,
  copied: string | null = null,
): Promise<WritePage> {
  const broadcast = id ? await findBroadcast(api, id) : null;
  const begun = broadcast ? openInput(broadcast, new Date()) : copied ? await copyOf(api, copied) : blank;
  const part = template ? await partOf(api.broadcasts.listTemplates()) : null;
  const found = part?.ok ? part.data.items.find((each) => String(each.id) === template) : undefined;
  return { broadcast, initial: found ? withTemplate(begun, found) : begun };
}

async function copyOf(api: PageApi, id: string): Promise<BroadcastInput> {
  const { scheduled_at: _at, repeat: _repeat, repeat_until: _until, ...stored } = inputOf(await findBroadcast(api, id));
  return { ...blank, ...stored };
}

/** Saves the text. Depending on the button, it then also saves a template, or opens the audience. */
export const writeMessage =
  (page: WritePage): Verb =>
  async ({ api, acao, form, values }) => {
    page.initial = writtenFrom(form, page.initial);
    const wrong = writtenProblems(page.initial);
    if (Object.keys(wrong).length > 0) refuse(wrong);
    if (acao === 'modelo') await keepTemplate(api, values.nome ?? '', page.initial);
    const saved = savedOrRefused(await saveBroadcast(api, baseOf(page.broadcast, values.version), page.initial), page);
    if (acao === 'continuar') return push.send(saved.id);
    return push.create(saved.id, { feito: acao === 'modelo' ? 'modelo' : 'salva' });
  };

/** The version that the form was drawn with. */
export const baseOf = (broadcast: Broadcast | null, version: string | undefined) =>
  broadcast && { id: broadcast.id, version: Number(version) || broadcast.version };

/**
 * Shows the written text beside the text that somebody else saved meanwhile: sent again, it replaces that text. @throws
 * ApiError 409
 */
export function savedOrRefused({ verdict, broadcast }: Saved, page: { broadcast: Broadcast | null }): Broadcast {
  page.broadcast = broadcast;
  if (verdict === 'closed') throw new ApiError(409, { detail: panelMessages.closed });
  if (verdict === 'saved') return broadcast;
  const fields = { version: `${broadcast.title} — ${broadcast.body}` };
  throw new ApiError(409, { detail: panelMessages.conflict, fields });
}
