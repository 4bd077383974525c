import { allEndpoints, errorsOf } from '@outcrop/contract';
import { expect, test } from 'vitest';
import { pipelineClassOf, representativeEndpoints } from './endpoint-classes.ts';

test('every endpoint has a class, and every class a representative', () => {
  const represented = new Set(representativeEndpoints(allEndpoints).map(pipelineClassOf));
  expect(allEndpoints.filter((endpoint) => !represented.has(pipelineClassOf(endpoint)))).toEqual(
    [],
  );
  expect(represented.size).toBeGreaterThan(15);
  expect(represented.size).toBeLessThan(30);
});

test('endpoints of one class differ only in errors of roles, passwords, ids and their own', () => {
  const ofDeclaration = ['insufficient_role', 'reauthentication_required', 'not_found'];
  for (const [name, alike] of Map.groupBy(allEndpoints, pipelineClassOf)) {
    const errors = alike.map((endpoint) =>
      errorsOf(endpoint)
        .filter((code) => !ofDeclaration.includes(code) && !endpoint.extraErrors.includes(code))
        .join(' '),
    );
    expect([...new Set(errors)], name).toHaveLength(1);
  }
});
