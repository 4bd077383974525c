import { expect, test } from 'vitest';
import { checkFile } from './check-file.ts';

const csv = { name: 'fair.csv', size: 40, firstBytes: 'Name' };

test('a file that may be CSV is accepted, whatever its name', () => {
  expect(checkFile(csv)).toBeNull();
  expect(checkFile({ ...csv, name: 'people', firstBytes: '\u00ef\u00bb\u00bfN' })).toBeNull();
});

test('a file that cannot be CSV is rejected with what to do', () => {
  expect(checkFile({ ...csv, name: 'Fair.XLSX' })).toMatch(/Excel file\. Open it/);
  expect(checkFile({ ...csv, firstBytes: 'PK\u0003\u0004' })).toMatch(/Excel file/);
  expect(checkFile({ ...csv, name: 'people.numbers' })).toMatch(/Save as/);
  expect(checkFile({ ...csv, name: 'offer', firstBytes: '%PDF' })).toMatch(/as CSV/);
  expect(checkFile({ ...csv, size: 0 })).toMatch(/empty/);
  expect(checkFile({ ...csv, size: 64 * 1024 * 1024 })).toBeNull();
  expect(checkFile({ ...csv, size: 64 * 1024 * 1024 + 1 })).toMatch(/64 MiB. Split/);
});
