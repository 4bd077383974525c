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
