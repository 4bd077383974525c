interface Bar {
  name: string;
  value: number;
}

const row = 26;
const left = 300;
const width = 360;

/** Horizontal bars that read the same in light and dark, with the number at each. */
export function barChart(title: string, bars: Bar[], digits: number): string {
  const most = Math.max(...bars.map(({ value }) => value), 1);
  const height = 44 + bars.length * row;
  const lines = bars.map(({ name, value }, n) => {
    const y = 40 + n * row;
    const length = Math.max(1, (value / most) * width);
    return [
      `<text x="${left - 8}" y="${y + 13}" text-anchor="end">${asXml(name)}</text>`,
      `<rect x="${left}" y="${y}" width="${length.toFixed(1)}" height="18" rx="2" fill="#0B6E66"/>`,
      `<text x="${left + length + 6}" y="${y + 13}">${value.toFixed(digits)}</text>`,
    ].join('');
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + 60} ${height}" font-family="sans-serif" font-size="12" fill="#1C1B18">`,
    `<title>${asXml(title)}</title>`,
    '<rect width="100%" height="100%" fill="#F7F6F2"/>',
    `<text x="12" y="22" font-size="14">${asXml(title)}</text>`,
    ...lines,
    '</svg>\n',
  ].join('\n');
}

const asXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

interface Line {
  name: string;
  /** Null where there is no value. */
  values: (number | null)[];
}

const colors = ['#8A4B08', '#3B5BA5', '#0B6E66'];

/** Lines over the same steps, with the number at each point. */
export function lineChart(
  title: string,
  steps: string,
  unit: string,
  at: number[],
  lines: Line[],
): string {
  const [from, top, across, high] = [48, 64, 560, 220];
  const most = Math.max(...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const x = (n: number) => from + (n * across) / (at.length - 1);
  const y = (value: number) => top + high - (value / most) * high;
  const drawn = lines.flatMap(({ name, values }, line) => {
    const color = colors[line]!;
    const points = values.flatMap((value, n) => (value === null ? [] : [{ n, value }]));
    const below = line === lines.length - 1 ? 16 : -8;
    return [
      `<rect x="${from + line * 200}" y="36" width="10" height="10" fill="${color}"/>`,
      `<text x="${from + line * 200 + 16}" y="45">${asXml(name)}</text>`,
      `<polyline fill="none" stroke="${color}" stroke-width="2" points="${points.map(({ n, value }) => `${x(n).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}"/>`,
      ...points.map(
        ({ n, value }) =>
          `<text x="${x(n).toFixed(1)}" y="${(y(value) + below).toFixed(1)}" text-anchor="middle" fill="${color}">${value.toFixed(0)}</text>`,
      ),
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${from + across + 48} ${top + high + 60}" font-family="sans-serif" font-size="12" fill="#1C1B18">`,
    `<title>${asXml(title)}</title>`,
    '<rect width="100%" height="100%" fill="#F7F6F2"/>',
    `<text x="12" y="22" font-size="14">${asXml(`${title}, ${unit}`)}</text>`,
    `<line x1="${from}" y1="${top + high}" x2="${from + across}" y2="${top + high}" stroke="#8B8778"/>`,
    ...drawn,
    ...at.map(
      (step, n) =>
        `<text x="${x(n).toFixed(1)}" y="${top + high + 34}" text-anchor="middle">${step}</text>`,
    ),
    `<text x="${from + across / 2}" y="${top + high + 52}" text-anchor="middle">${asXml(steps)}</text>`,
    '</svg>\n',
  ].join('\n');
}
