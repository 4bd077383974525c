import type { ReceivedSpan } from './otlp-receiver.ts';

const width = 960;
const rowHeight = 20;
const top = 34;
const namesWidth = 300;
const barsWidth = width - namesWidth - 90;

const colors: Record<string, string> = {
  'outcrop-api': '#5f7161',
  'outcrop-worker': '#a5673f',
};

/** Draws a trace: one row for each span, children below and right of their parent. */
export function drawWaterfall(spans: ReceivedSpan[]): string {
  const rows = inOrder(spans);
  const start = Math.min(...spans.map(({ startMs }) => startMs));
  const end = Math.max(...spans.map(({ endMs }) => endMs));
  const x = (ms: number) => namesWidth + ((ms - start) / (end - start)) * barsWidth;
  const height = top + rows.length * rowHeight + 12;
  const bars = rows.map(({ span, depth }, index) => {
    const y = top + index * rowHeight;
    const barWidth = Math.max(x(span.endMs) - x(span.startMs), 1.5);
    const ms = `${(span.endMs - span.startMs).toFixed(1)} ms`;
    return [
      `<text x="${12 + depth * 14}" y="${y + 13}">${escaped(span.name)}</text>`,
      `<rect x="${x(span.startMs).toFixed(1)}" y="${y + 4}" width="${barWidth.toFixed(1)}" height="11" rx="2" fill="${colors[span.service]}"/>`,
      `<text x="${(x(span.endMs) + 6).toFixed(1)}" y="${y + 13}" class="ms">${ms}</text>`,
    ].join('\n  ');
  });
  const legend = Object.entries(colors).map(
    ([service, color], index) =>
      `<rect x="${12 + index * 140}" y="12" width="11" height="11" rx="2" fill="${color}"/>\n  <text x="${28 + index * 140}" y="22">${service}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A trace of POST /enrich">
  <style>text { font: 12px sans-serif; fill: #23291f } .ms { font-size: 11px; fill: #5c6358 }</style>
  <rect width="100%" height="100%" fill="#fbfaf7"/>
  ${[...legend, ...bars].join('\n  ')}
</svg>
`;
}

function inOrder(spans: ReceivedSpan[]): { span: ReceivedSpan; depth: number }[] {
  const children = Map.groupBy(spans, ({ parentSpanId }) => parentSpanId);
  const below = (id: string | undefined, depth: number): { span: ReceivedSpan; depth: number }[] =>
    (children.get(id) ?? [])
      .toSorted((one, other) => one.startMs - other.startMs)
      .flatMap((span) => [{ span, depth }, ...below(span.spanId, depth + 1)]);
  return below(undefined, 0);
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
