const { PATH, NODE_COMPILE_CACHE } = process.env;

/** All that a command of the tests gets from this shell: its programs, and what earlier processes compiled. */
export const bareEnv = { PATH, NODE_COMPILE_CACHE };

/** What a school of the tests signs with. */
export const SECRET = 'a secret of the tests, long enough';
