import { api } from '#lib/api/browser.ts';
import { partOf } from '#lib/api/part.ts';
import { uploadActivity } from '#lib/contract/pedagogico.ts';
import { practiceMessages } from '#lib/words/practice.ts';
import { toast } from './toast.ts';

const endings: Record<string, string> = { 'audio/webm': 'webm', 'audio/mp4': 'm4a', 'audio/ogg': 'ogg' };

/** Sends a recording as the file of an activity. @returns the problem in words, or null */
export async function sendRecording(activityId: number, title: string, blob: Blob): Promise<string | null> {
  const body = new FormData();
  body.append('file', new File([blob], `gravacao.${endings[blob.type] ?? 'webm'}`, { type: blob.type }));
  const part = await partOf(api(uploadActivity, { params: { id: activityId }, body }));
  if (!part.ok) return part.detail || practiceMessages.recordingNotSent;
  toast.success(practiceMessages.recordingSent(title));
  return null;
}
