import { expect, test } from 'vitest';
import { whyText } from './inbox-labels.ts';

test.each([
  [['Looks like a personal reply'], null, 'Looks like a personal reply'],
  [['Empty return path', 'Read receipt'], null, 'Empty return path; Read receipt'],
  [[], null, 'Reason not recorded'],
  [
    ['corrected', 'Not interested.'],
    'Jon Doe Jr.',
    'Changed by Jon Doe Jr. Before: Not interested.',
  ],
  [['Text: "No more."'], 'Dana', 'Changed by Dana. Before: Text: "No more."'],
  [['Read receipt'], 'Dana', 'Changed by Dana. Before: Read receipt.'],
])('the evidence %j, corrected by %s, is shown as "%s"', (evidence, corrector, text) => {
  expect(whyText({ evidence }, corrector)).toBe(text);
});
