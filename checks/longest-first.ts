import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Tests that take minutes. Started last, one of them would run alone while the other workers are idle. */
const longest = [
  'server/test/sweep.slow.test.ts',
  'server/test/tenants/cross-tenant.slow.test.ts',
  'server/test/sending/days.slow.test.ts',
  'server/src/operator/account.slow.test.ts',
  'server/test/faults/webhooks.slow.test.ts',
];

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((path) => moduleId.endsWith(`/${path}`));
      return at === -1 ? longest.length : at;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
