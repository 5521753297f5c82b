import fc from 'fast-check';
import { isDeep } from './deep.ts';

// The fast run generates the same inputs every day, the deep run new ones each time.
if (!isDeep) fc.configureGlobal({ seed: 20_261_128 });
