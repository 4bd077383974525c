import { expect, test } from 'vitest';
import { safeFileName } from './attachments.ts';

test.each([
  ['plan.pdf', 'plan.pdf'],
  ['Größe  und\tFarbe.xlsx', 'Größe undFarbe.xlsx'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['C:\\Windows\\x.exe', 'C__Windows_x.exe'],
  ['\u202egnp.exe', 'gnp.exe'],
  ['a\r\nSet-Cookie: x', 'aSet-Cookie_ x'],
  ['...', 'attachment'],
  ['\ud800.txt', 'txt'],
  [null, 'attachment'],
  [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(146)}.pdf`],
])('%j becomes %j', (name, safe) => {
  expect(safeFileName(name)).toBe(safe);
});
