import { describe, expect, test } from 'vitest';
import { cpuGrowth, linear } from '../../../contract/test/cpu-growth.ts';
import { hostilePages, hostileRobots } from '../../test/enrichment/hostile-pages.ts';
import { readHtmlPage } from './html-page.ts';
import { runReadingTask } from './reading-task.ts';

const address = 'https://saltmarsh.example/';
const readPage = (html: string) => readHtmlPage(html, address);

describe('a page is read in linear time, whatever its content', () => {
  test.each(Object.keys(hostilePages))('%s', async (name) => {
    const growth = await cpuGrowth((length) => {
      const bytes = new TextEncoder().encode(hostilePages[name]!(length));
      runReadingTask({ kind: 'page', bytes, address });
    }, 128 * 1024);
    expect(growth).toBeLessThan(linear);
  });

  test.each(Object.keys(hostileRobots))('robots.txt with %s', async (name) => {
    const addresses = [`${address}${'a'.repeat(200)}`];
    const growth = await cpuGrowth((length) => {
      const bytes = new TextEncoder().encode(hostileRobots[name]!(length));
      runReadingTask({ kind: 'robots', bytes, agent: 'OutcropResearch', addresses });
    }, 128 * 1024);
    expect(growth).toBeLessThan(linear);
  });
});

test('a page is read as a visitor sees it', () => {
  const { title, text, language, links } = readPage(`<!doctype html>
    <html lang="de-AT"><head><title> Saltmarsh &amp; Sons </title><style>p { color: red }</style></head>
    <body><h1>Sensors</h1><p>For   cold&nbsp;chains,<br>since <b>19</b>84.</p>
    <script>var about = '<a href="/team">';</script><p hidden>secret</p><noscript>no script</noscript>
    <ul><li>One<li>Two</ul><a href="/jobs#open">Work here</a> <a href="about.html">About</a>
    <a href="/about.pdf">PDF</a> <a href="mailto:a@b.example">Mail</a> <a href="/about-2">More</a></body></html>`);
  expect({ title, language }).toEqual({ title: 'Saltmarsh & Sons', language: 'de' });
  expect(text.replaceAll(/\n+/g, '|')).toBe(
    'Sensors|For cold chains,|since 1984.|One|Two|Work here About PDF Mail More',
  );
  expect(links).toEqual([`${address}about.html`, `${address}jobs`]);
});

test('hidden text is checked, but not part of the text', () => {
  const { text, hidden } = readPage(
    `<p title="in an attribute">Seen</p><!-- in a comment --><div hidden>in a hidden part</div>
     <meta content="in a meta tag"><form>in a form</form><template>in a template</template>`,
  );
  expect(text).toBe('Seen');
  for (const place of ['an attribute', 'a comment', 'a hidden part', 'a meta tag', 'a form'])
    expect(hidden).toContain(`in ${place}`);
});

test('content that is nested too deeply is left out, and the rest is kept', () => {
  const { text } = readPage(`<p>Before</p>${'<div>'.repeat(100_000)}deep`);
  expect(text).toBe('Before');
});

test('text, hidden text, title and links are limited', () => {
  const many = 'word '.repeat(100_000);
  const anchors = Array.from({ length: 50_000 }, (_, at) => `<a href="/x${at}">x</a>`).join('');
  const { text, hidden, title } = readPage(
    `<title>${many}</title><p>${many}<!--${many}-->${anchors}`,
  );
  expect(text.length).toBeLessThanOrEqual(12_000);
  expect(hidden.length).toBeLessThanOrEqual(50_000);
  expect(title.length).toBeLessThanOrEqual(300);
});
