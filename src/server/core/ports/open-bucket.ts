import type { ServiceLimits } from '#lib/rules/time/service-limits.ts';

export interface BucketSettings {
  bucket: string;
  region: string;
  /** Set for a store other than Amazon's. */
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
}

const MAX_TRIES = 2;

/**
 * Opens an S3 bucket. Loading the client takes a tenth of the start time, so only a portal with a bucket loads it.
 *
 * @param use `exchanges`: the silence limit applies until the whole answer has arrived. `downloads`: it applies until an answer
 *   begins; then the reader may be slow, and has to detect a silent store itself.
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
