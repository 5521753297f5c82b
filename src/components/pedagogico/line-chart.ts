import { scaleLinear, scalePoint } from 'd3-scale';
import { curveMonotoneX, line } from 'd3-shape';

export const CHART = { width: 320, height: 132, left: 14, right: 306, top: 20, floor: 108 };

export interface LinePoint {
  x: number;
  y: number;
  value: number;
}

/**
 * A line chart by month, in units of its `viewBox`. A month without a value has no point, and the line skips it.
 *
 * @param max the top of the scale; absent: the largest value
 */
export function lineChart(values: readonly (number | null)[], max?: number): { path: string; points: LinePoint[] } {
  const { left, right, top, floor } = CHART;
  const known = values.filter((value) => value !== null);
  const x = scalePoint<number>()
    .domain(values.map((_, place) => place))
    .range([left, right]);
  const y = scaleLinear()
    .domain([0, max ?? Math.max(1, ...known)])
    .range([floor, top]);
  const points = values.flatMap((value, place) =>
    value === null ? [] : [{ x: round(x(place) ?? left), y: round(y(value)), value }],
  );
  const draw = line<LinePoint>(
    (point) => point.x,
    (point) => point.y,
  ).curve(curveMonotoneX);
  return { path: draw(points) ?? '', points };
}

const round = (value: number) => Math.round(value * 10) / 10;
