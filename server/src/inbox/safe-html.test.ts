import { expect, test } from 'vitest';
import { safeHtml } from './safe-html.ts';

const clean = (html: string, images = false) => safeHtml(html, { images }).html;

test('what an ordinary message needs stays as it is', () => {
  const html =
    '<table width="600" cellpadding="0" bgcolor="#ffffff"><tr><td align="center" ' +
    'style="padding:0 10px;font:bold 12px/1.5 Arial, &quot;Segoe UI&quot;;color:rgb(1, 2, 3)">' +
    '<h1>Hi</h1><p dir="rtl">a &lt; b &amp; c</p><ul><li>one</li></ul></td></tr></table>';
  expect(clean(html)).toBe(html);
});

test('links open a new tab, and only those that a mail program opens too', () => {
  const link = 'target="_blank" rel="noopener noreferrer nofollow">x</a>';
  expect(clean('<a href="https://a.example/?b=c&amp;d" onclick="y()">x</a>')).toBe(
    `<a href="https://a.example/?b=c&amp;d" ${link}`,
  );
  expect(clean('<a href="mailto:jane@acme.example">x</a>')).toBe(
    `<a href="mailto:jane@acme.example" ${link}`,
  );
  for (const href of ['/settings', '//a.example', 'ftp://a.example', 'file:///etc', 'cid:1', 'x'])
    expect(clean(`<a href="${href}">x</a>`)).toBe('<a>x</a>');
});

test('inline pictures stay, parts of the message do not, and http becomes https', () => {
  expect(clean('<img src="data:image/png;base64,iVBORw0K" alt="Logo">')).toBe(
    '<img alt="Logo" src="data:image/png;base64,iVBORw0K" referrerpolicy="no-referrer" />',
  );
  for (const src of ['cid:logo@acme', 'data:image/svg+xml;base64,PHN2Zz4=', 'x.png', 'file:///x'])
    expect(safeHtml(`<img src="${src}">`, { images: true })).toEqual({
      html: '<img />',
      hasRemoteImages: false,
    });
  expect(clean('<img src="http://a.example/i.png">', true)).toBe(
    '<img src="https://a.example/i.png" referrerpolicy="no-referrer" />',
  );
});

test('only styles that change how text looks stay', () => {
  expect(
    clean(
      '<p style="COLOR: Red !important; position:absolute; top:-9px; background:url(x); margin:1px">x</p>',
    ),
  ).toBe('<p style="color:Red !important;margin:1px">x</p>');
});
