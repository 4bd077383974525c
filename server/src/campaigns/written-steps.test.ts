import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { simpleHtml } from './written-steps.ts';

describe('HTML is reduced to what may be sent', () => {
  test.each([
    ['simple tags', '<p>a<br>b</p>', '<p>a<br />b</p>'],
    ['lists', '<ul><li>a</li></ul>', '<ul><li>a</li></ul>'],
    [
      'a link',
      '<a href="https://a.example/?b=1&amp;c">x</a>',
      '<a href="https://a.example/?b=1&amp;c">x</a>',
    ],
    ['an address', '<a href="mailto:a@b.example">x</a>', '<a href="mailto:a@b.example">x</a>'],
    ['a script', '<script>alert(1)</script><p>a</p>', '<p>a</p>'],
    ['a script link', '<a href="java&#10;script:alert(1)">x</a>', '<a>x</a>'],
    ['a data link', '<a href="data:text/html,x">x</a>', '<a>x</a>'],
    ['a link without a scheme', '<a href="//a.example">x</a>', '<a>x</a>'],
    ['handlers and styles', '<p onclick="x()" style="color:red" class="a">a</p>', '<p>a</p>'],
    [
      'a link in a link, once a tag between them is gone',
      '<a href="https://a.example"><x<p><a href="https://b.example">b',
      '<a href="https://a.example"></a><a href="https://b.example">b</a>',
    ],
    ['images', '<p>a<img src="https://a.example/p.gif"></p>', '<p>a</p>'],
    ['other tags', '<table><tr><td>a</td></tr></table>', 'a'],
    [
      'variables',
      '<p>{{firstName|R&D}} {{ title }}</p>',
      '<p>{{firstName|R&amp;D}} {{ title }}</p>',
    ],
  ])('%s', (_, written, html) => {
    expect(simpleHtml(written)).toEqual({ html, problem: null });
  });

  test.each([
    ['a variable in a link', '<a href="{{website}}">x</a>', 'inside of an HTML attribute'],
    ['one in a dropped attribute', '<p title="{{title}}">x</p>', 'inside of an HTML attribute'],
    ['nothing that can be sent', '<script>alert(1)</script>', 'without any text'],
    ['tags that appear', '{<i></i>{nickname}<i></i>} {<b></b>{', null],
    [
      'a variable that appears',
      '<p>{<!-- -->{nickname}<!-- -->}</p>',
      'unknown variable "nickname"',
    ],
    ['too much', `<p>${'&'.repeat(19_000)}</p>`, 'longer than 20,000'],
  ])('a problem is named: %s', (_, written, problem) => {
    expect(simpleHtml(written).problem).toEqual(
      problem === null ? null : expect.stringContaining(problem),
    );
  });

  test('simple HTML stays as it is', () => {
    const piece = fc.constantFrom(
      ...['<p>', '</p>', '<b>', '</b>', '<a href="https://a.example">', '</a>', '<br>', '<li>'],
      ...['text', '&amp;', '&', '<', '>', '"', '<script>', '<!--', '-->', '{{firstName}}', '🪨'],
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const { html } = simpleHtml(pieces.join(''));
        expect(simpleHtml(html).html).toBe(html);
      }),
    );
  });
});
