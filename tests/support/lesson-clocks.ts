import { wallAt } from '../../src/lib/rules/time/zones.ts';

/** A time as the office enters it, in the zone of the unit. */
export const clocksOf = ({ inicio, fim }: { inicio: string; fim: string }, zone = 'America/Sao_Paulo') => ({
  dia: wallAt(inicio, zone).day,
  hora_inicio: wallAt(inicio, zone).clock,
  hora_fim: wallAt(fim, zone).clock,
});
