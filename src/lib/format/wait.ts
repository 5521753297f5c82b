/** How long something takes, in words and never too short: `1 minuto`, `14 minutos`, `2 horas`. @param seconds above 0 */
export function formatWait(seconds: number): string {
  if (seconds <= 50) return counted(Math.max(1, Math.ceil(seconds)), 'segundo');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? counted(minutes, 'minuto') : counted(Math.ceil(minutes / 60), 'hora');
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
