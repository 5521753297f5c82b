import { unit1 } from './unit-1.ts';
import { unit2 } from './unit-2.ts';
import { unit3 } from './unit-3.ts';
import { unit4 } from './unit-4.ts';
import { unit5 } from './unit-5.ts';
import { unit6 } from './unit-6.ts';
import { unit7 } from './unit-7.ts';
import { unit8 } from './unit-8.ts';

export const way1 = [unit1, unit2, unit3, unit4, unit5, unit6, unit7, unit8] as const;
