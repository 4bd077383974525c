import { expect, test } from 'vitest';
import { wrongFile } from './wrong-file.ts';

const csv = { name: 'fair.csv', size: 40, beginning: 'Name' };

test('a file that can be CSV is sent, whatever it is called', () => {
  expect(wrongFile(csv)).toBeNull();
  expect(wrongFile({ ...csv, name: 'people', beginning: '\u00ef\u00bb\u00bfN' })).toBeNull();
});

test('one that cannot is answered with what to do', () => {
  expect(wrongFile({ ...csv, name: 'Fair.XLSX' })).toMatch(/Excel file\. Open it/);
  expect(wrongFile({ ...csv, beginning: 'PK\u0003\u0004' })).toMatch(/Excel file/);
  expect(wrongFile({ ...csv, name: 'people.numbers' })).toMatch(/Save as/);
  expect(wrongFile({ ...csv, name: 'offer', beginning: '%PDF' })).toMatch(/as CSV/);
  expect(wrongFile({ ...csv, size: 0 })).toMatch(/empty/);
  expect(wrongFile({ ...csv, size: 64 * 1024 * 1024 })).toBeNull();
  expect(wrongFile({ ...csv, size: 64 * 1024 * 1024 + 1 })).toMatch(/64 MiB. Split/);
});
