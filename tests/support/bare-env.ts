const { PATH, NODE_COMPILE_CACHE } = process.env;

/** The environment that commands of tests get from this shell: PATH and the compile cache. */
export const bareEnv = { PATH, NODE_COMPILE_CACHE };

/** The secret of a school in tests. */
export const SECRET = 'a secret of the tests, long enough';
