import type { ServiceLimits } from '#lib/rules/time/service-limits.ts';

export interface BucketSettings {
  bucket: string;
  region: string;
  /** Of a store that is not Amazon's. */
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
}

const MAX_TRIES = 2;

/**
 * Opens an S3 bucket. The client is a tenth of a start: only a portal with a bucket loads it.
 *
 * @param use `exchanges`: the limit of silence counts on a connection until the whole answer is there. `downloads`: until
 *   an answer begins; then a reader may be slow, and has to notice a silent store by itself.
 */
export async function openBucket(
  { accessKeyId, secretAccessKey, endpoint, ...options }: BucketSettings,
  use: 'exchanges' | 'downloads',
  { connectMs, silenceMs }: ServiceLimits,
) {
  const { S3Driver } = await import('flydrive/drivers/s3');
  return new S3Driver({
    ...options,
    visibility: 'private',
    supportsACL: false,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: MAX_TRIES,
    requestHandler: {
      connectionTimeout: connectMs,
      ...(use === 'exchanges'
        ? { socketTimeout: silenceMs }
        : { socketTimeout: 0, requestTimeout: silenceMs, throwOnRequestTimeout: true }),
    },
  });
}
