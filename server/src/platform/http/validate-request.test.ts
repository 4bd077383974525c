import { endpoints } from '@outcrop/contract';
import { expect, test } from 'vitest';
import type { InputIssue } from '../clean-input.ts';
import { readQuery } from './validate-request.ts';

const read = (search: string) => {
  const issues: InputIssue[] = [];
  const values = readQuery(`/prospects${search}`, endpoints.getProspects.query, issues);
  return { values: { ...values }, issues };
};

test('names and values are decoded', () => {
  expect(read('?q=Zo%C3%AB%20%26%20Co&st%61ge=new')).toEqual({
    values: { q: 'Zoë & Co', stage: 'new' },
    issues: [],
  });
});

test.each(['', '?', '?&&', '?q', '?q=', '?q=%20+'])('%s has no parameter values', (search) => {
  expect(read(search)).toEqual({ values: {}, issues: [] });
});

test('an unknown parameter is rejected, with a suggestion', () => {
  expect(read('?page_size=10&colour=red&__proto__=1').issues).toEqual([
    {
      path: ['page_size'],
      message: 'is not a parameter of this endpoint; did you mean pageSize?',
    },
    { path: ['colour'], message: 'is not a parameter of this endpoint' },
    { path: ['__proto__'], message: 'is not a parameter of this endpoint' },
  ]);
});

test.each([
  ['?stage=new&stage=replied', 'new,replied'],
  ['?stage=new,meeting&st%61ge=replied', 'new,meeting,replied'],
  ['?stage=&stage=new', 'new'],
])('%s: a repeated parameter has all its values', (search, stage) => {
  expect(read(search)).toEqual({ values: { stage }, issues: [] });
});

test.each(['?page=1&page=1', '?page=1&p%61ge=2', '?page=&page=1', '?page&page'])(
  '%s: a repeated parameter that takes one value is rejected',
  (search) => {
    expect(read(search).issues).toEqual([{ path: ['page'], message: 'is given more than once' }]);
  },
);

test.each(['?stage[]=new', '?stage[0]=new', '?stage.x=new'])(
  '%s: a query has no lists or objects',
  (search) => {
    expect(read(search).issues[0]!.message).toContain('is not a parameter');
  },
);

test.each(['%zz', '%', '%ff', '%c0%80'])('a value of %s is rejected', (value) => {
  expect(read(`?q=${value}`).issues).toEqual([
    { path: ['q'], message: 'is not validly percent-encoded' },
  ]);
});

test('NUL is rejected', () => {
  expect(read('?q=%00').issues).toEqual([
    { path: ['q'], message: 'must not contain the character NUL' },
  ]);
});

test('a query with very many parameters is rejected after reading only a part of it', () => {
  const { issues } = read(`?${'&'.repeat(500)}${'x=1&'.repeat(5_000)}`);
  expect(issues).toHaveLength(100);
});
