import type { Atividade } from '#lib/contract/pedagogico.schema.ts';
import { formatBytes } from '#lib/format/interval.ts';
import { fileAddresses } from '#lib/rules/routes/file-addresses.ts';
import Download from '~icons/material-symbols/download-rounded';
import Corrected from '~icons/material-symbols/rate-review-outline-rounded';

interface FileLinkProps {
  activityId: number;
  file: Atividade['arquivos'][number];
  isCorrection?: boolean;
}

/** Downloads a submitted file, or its correction. */
export function FileLink({ activityId, file, isCorrection = false }: FileLinkProps) {
  const href = isCorrection ? fileAddresses.correction(activityId, file.n) : fileAddresses.sent(activityId, file.n);
  const Icon = isCorrection ? Corrected : Download;
  return (
    <a href={href} download className="link-target min-w-0 flex-[1_1_6rem]">
      <Icon className="size-5 flex-none" aria-hidden="true" />
      <span className="min-w-0 truncate">
        {isCorrection && 'Correção: '}
        {file.nome}
      </span>
      <span className="num text-muted flex-none text-sm font-normal">{formatBytes(file.tamanho_bytes)}</span>
    </a>
  );
}
