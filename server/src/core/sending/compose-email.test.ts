import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMessage } from '../../../test/sending/read-message.ts';
import { sampleClaimedEmail } from '../../../test/sending/sample-claimed-email.ts';
import type { CampaignEmail } from './claimed-email.ts';
import { composeCampaignEmail } from './compose-email.ts';

const options = {
  at: new Date('2026-03-02T09:20:11.482Z'),
  unsubscribeUrl:
    'https://outcrop.example/u/abcdefghijklmnopqrstuvwxyz-0123456789_ABCDEFGHIJKLMNOP',
  unsubscribeMailto:
    'mailto:mo@saltmarsh.example?subject=abcdefghijklmnopqrstuvwxyz-0123456789_ABCDEFGHIJKLMNOP',
};
const compose = (changes: Partial<CampaignEmail> = {}) =>
  composeCampaignEmail(sampleClaimedEmail(changes), options);
const composed = async (changes: Partial<CampaignEmail> = {}) =>
  readMessage((await compose(changes)).raw);

const withBody = (body: string, format: 'text' | 'html' = 'text') => ({
  template: { variantId: null, subject: 'Hello', body, format },
});
const withValues = (values: CampaignEmail['recipient']['values']) => ({
  recipient: { email: 'amara@acme.example', emailKey: 'amara@acme.example', values },
});
const footer = `Unsubscribe: ${options.unsubscribeUrl}`;

test('an email in plain text has the headers that receivers expect, and no others', async () => {
  const message = await compose();
  const { headers, text, html } = readMessage(message.raw);
  expect(Object.fromEntries(headers)).toEqual({
    from: 'Mo Lindqvist <mo@saltmarsh.example>',
    to: 'Amara Okafor <amara@acme.example>',
    subject: 'Sensors for Acme',
    'message-id': '<01.abc@saltmarsh.example>',
    date: 'Mon, 02 Mar 2026 09:20:11 +0000',
    'list-unsubscribe': `<${options.unsubscribeUrl}>, <${options.unsubscribeMailto}>`,
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'mime-version': '1.0',
    'content-type': 'text/plain; charset=utf-8',
    'content-transfer-encoding': 'quoted-printable',
  });
  expect(headers).toHaveLength(10);
  expect(text).toBe(`Dear Amara,\nit was good to meet you.\n\nMo Lindqvist\n\n${footer}`);
  expect(html).toBeNull();
  expect(message).toMatchObject({
    envelope: { from: 'mo@saltmarsh.example', to: 'amara@acme.example' },
    subject: 'Sensors for Acme',
    text,
  });
});

test('List-Unsubscribe is not folded', async () => {
  const lines = (await compose()).raw.toString('latin1').split('\r\n');
  expect(lines).toContain(
    `List-Unsubscribe: <${options.unsubscribeUrl}>, <${options.unsubscribeMailto}>`,
  );
});

test('composed again, only the date differs, also with HTML', async () => {
  for (const changes of [{}, withBody('<p>Dear {{firstName}}</p>', 'html')]) {
    const [first, again] = [await compose(changes), await compose(changes)];
    expect(again.raw.equals(first.raw)).toBe(true);
    const at = new Date('2026-03-05T10:00:00Z');
    const later = await composeCampaignEmail(sampleClaimedEmail({ ...changes, attempt: 2 }), {
      ...options,
      at,
    });
    const withoutDate = (raw: Buffer) => raw.toString('latin1').replace(/^Date: .*\r\n/m, '');
    expect(later.raw.equals(first.raw)).toBe(false);
    expect(withoutDate(later.raw)).toBe(withoutDate(first.raw));
  }
});

describe('a follow-up', () => {
  const thread = { subject: 'Sensors for Acme', messageIds: ['<1@a.example>', '<2@a.example>'] };
  const template = { variantId: null, subject: null, body: 'Again', format: 'text' as const };

  test('without a subject continues the thread', async () => {
    const { header } = await composed({ thread, template });
    expect(header('subject')).toBe('Re: Sensors for Acme');
    expect(header('in-reply-to')).toBe('<2@a.example>');
    expect(header('references')).toBe('<1@a.example> <2@a.example>');
    const replied = await composed({ thread: { ...thread, subject: 'RE: Hello' }, template });
    expect(replied.header('subject')).toBe('RE: Hello');
  });
});

describe('HTML', () => {
  test('has a text part with the same words, and escaped values', async () => {
    const body =
      '<p>Dear <b>{{firstName}}</b>,</p><p><a href="https://a.example/">our page</a></p>';
    const { text, html, header } = await composed({
      ...withBody(body, 'html'),
      ...withValues({ firstName: '<img src=x onerror=alert(1)> & "Co"' }),
    });
    expect(header('content-type')).toMatch(/^multipart\/alternative; boundary=/);
    expect(html).toContain('Dear <b>&lt;img src=x onerror=alert(1)&gt; &amp; &quot;Co&quot;</b>,');
    expect(html).toContain(`<a href="${options.unsubscribeUrl}">`);
    expect(text).toBe(
      `Dear <img src=x onerror=alert(1)> & "Co",\n\nour page (https://a.example/)\n\n${footer}`,
    );
  });

  test('the footer is text, whatever it contains', async () => {
    const own = 'Acme <b>& Co</b>\n{{companyName|us}}: {{unsubscribeUrl}}';
    const { text, html } = await composed({
      ...withBody('<p>Hello</p>', 'html'),
      ...withValues({ companyName: '<i>' }),
      footer: own,
    });
    expect(html).toContain('Acme &lt;b&gt;&amp; Co&lt;/b&gt;<br>&lt;i&gt;: <a href="https://');
    expect(text).toContain(`Acme <b>& Co</b>\n<i>: ${options.unsubscribeUrl}`);
  });
});

describe('odd input', () => {
  test.each([
    ['right to left', 'נועה בן־דוד'],
    ['Arabic with marks', 'مُحَمَّد'],
    ['emoji', '🪨 Rock 👩🏽‍🚀'],
    ['Chinese', '李伟'],
    ['8-bit', 'Zoë Müller-Ångström'],
    ['quotes and commas', 'O"Neil, "Ann" <x@y.example>'],
    ['very long', 'Wolfeschlegelsteinhausenbergerdorff '.repeat(8).trim()],
  ])('a name is readable: %s', async (_, name) => {
    const { header, text } = await composed({
      ...withBody('{{fullName}}'),
      ...withValues({ fullName: name, firstName: name }),
      mailbox: { ...sampleClaimedEmail().mailbox, name },
    });
    expect(text).toBe(`${name}\n\n${footer}`);
    const written = name.includes('"') ? `"${name.replaceAll('"', '\\"')}"` : name;
    expect(header('to')).toBe(`${written} <amara@acme.example>`);
    expect(header('from')).toBe(`${written} <mo@saltmarsh.example>`);
  });

  test('lines of any length arrive unchanged, and none on the wire is longer than 998 bytes', async () => {
    const long = 'x'.repeat(5_000);
    const { raw } = await compose({
      ...withBody(`${long}\n${'é '.repeat(998)}`),
      template: { ...withBody(long).template, subject: `{{companyName}} ${'y'.repeat(200)}` },
      ...withValues({ companyName: 'z'.repeat(1_500) }),
    });
    for (const line of raw.toString('latin1').split('\r\n'))
      expect(line.length).toBeLessThanOrEqual(998);
    expect(readMessage(raw).text).toBe(`${long}\n\n${footer}`);
    expect([...readMessage(raw).header('subject')!].length).toBe(500);
  });

  test('dots and "From" at the start of lines stay as they are; doubling dots is up to SMTP', async () => {
    const body = '.\n..\n.hidden\nFrom here\n- -- \n=20';
    const { text } = await composed(withBody(body));
    expect(text).toBe(`${body}\n\n${footer}`);
  });

  test('every line ends with CRLF', async () => {
    const { raw } = await compose(withBody('a\nb\r\nc\rd'));
    const wire = raw.toString('latin1');
    expect(wire.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(readMessage(raw).text).toBe(`a\nb\nc\nd\n\n${footer}`);
  });

  test('no value adds a header or a part', async () => {
    const odd = fc.string({
      unit: fc.constantFrom(
        ...'\r\n\t ,;<>@"\\:=?é🪨ab\u2028',
        '\r\nBcc: x@y.example',
        '=?utf-8?q?',
      ),
      maxLength: 40,
    });
    const template = {
      variantId: null,
      subject: '{{companyName}}',
      body: '<p>{{firstName}}</p>',
      format: 'html' as const,
    };
    await fc.assert(
      fc.asyncProperty(odd, odd, odd, async (fullName, companyName, name) => {
        const { headers, text } = await composed({
          template,
          ...withValues({ fullName, companyName, firstName: fullName }),
          mailbox: { ...sampleClaimedEmail().mailbox, name },
        });
        const names = headers.map(([key]) => key);
        expect(names.filter((key) => key !== 'subject').sort()).toEqual([
          'content-type',
          'date',
          'from',
          'list-unsubscribe',
          'list-unsubscribe-post',
          'message-id',
          'mime-version',
          'to',
        ]);
        expect(text).toContain(footer);
      }),
      { numRuns: 100 },
    );
  });
});
