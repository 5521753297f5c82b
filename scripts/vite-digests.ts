import type { Plugin } from 'vite';

const START = 'async function generateCspDigest(data, algorithm) {';

/**
 * Astro digests the scripts and sheets of a page at each request, one after the other, in the thread pool that hashes
 * passwords. The texts are those of the build, so each digest is made once.
 *
 * @throws while building, when Astro's module no longer looks as expected.
 */
export function rememberDigests(): Plugin {
  return {
    name: 'remember-digests',
    applyToEnvironment: ({ name }) => name !== 'client',
    transform(code, id) {
      if (!id.endsWith('/astro/dist/core/encryption.js')) return null;
      if (!code.includes(START)) throw new Error('Astro no longer makes digests as expected: look at rememberDigests.');
      return {
        code: code.replace(
          START,
          `const digests = new Map();
async function generateCspDigest(data, algorithm) {
  const key = algorithm + data;
  let digest = digests.get(key);
  if (!digest) {
    digest = await makeCspDigest(data, algorithm);
    if (digests.size < 1000) digests.set(key, digest);
  }
  return digest;
}
async function makeCspDigest(data, algorithm) {`,
        ),
        map: null,
      };
    },
  };
}
