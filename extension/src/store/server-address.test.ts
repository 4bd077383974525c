import { expect, test } from 'vitest';
import { readServerAddress } from './server-address.ts';

test.each([
  ['https://outcrop.example.com', 'https://outcrop.example.com'],
  ['outcrop.example.com', 'https://outcrop.example.com'],
  [' https://outcrop.example.com/api/v1/ext/ ', 'https://outcrop.example.com'],
  ['outcrop.example.com:8443/w/1', 'https://outcrop.example.com:8443'],
  ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['localhost:3000', 'http://localhost:3000'],
])('the address %s means %s', (text, origin) => {
  expect(readServerAddress(text)).toEqual({ origin });
});

test.each([
  ['', 'Enter an address'],
  ['http://', 'Enter an address'],
  ['http://outcrop.example.com', 'https://'],
  ['http://127.0.0.1.example.com', 'https://'],
  ['http://localhost.example.com', 'https://'],
  ['ftp://outcrop.example.com', 'https://'],
  ['javascript:alert(1)', 'Enter an address'],
  ['https://jane:secret@outcrop.example.com', 'password'],
])('the address %j is refused', (text, part) => {
  expect(readServerAddress(text)).toEqual({ problem: expect.stringContaining(part) });
});
